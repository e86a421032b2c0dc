// my_bot plays Alchemicus. Build it (make), then: bessemer match alchemicus --bots ./my_bot,random
#include <algorithm>

#include "bessemer.hpp"

using namespace bessemer;
using namespace bessemer::kit;

// Does what the field offers, for Fame where it can be had, and pays with the first cards.
std::vector<std::string> act(const v1::Choice& choice, const Path&) {
    auto words = words_of(choice);
    if (choice.name() == "payout" && std::count(words.begin(), words.end(), "fame")) return {"fame"};
    if (words.front() == "pass") return {words.back()};
    words.resize(std::max(1, choice.least()));
    return words;
}

class MyBot : public AlchemicusBot {
  public:
    Answer decide(Turn& turn) override {
        if (turn.kind() == "noctis") return {};  // the default move: they cost more than they bring a beginner
        const auto& me = turn.decision().view().alchemicus().players(turn.seat());
        if (turn.kind() == "build" && me.buildings_size() >= 6) return {};  // later cards are for gifts
        return turn.choose(act);
    }
};

int main(int argc, char** argv) { return run<MyBot>(argc, argv); }
