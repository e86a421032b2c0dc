// my_bot plays Brass. Build it (make), then: bessemer match brass --bots ./my_bot,random
#include <algorithm>
#include <random>

#include "bessemer.hpp"

using namespace bessemer;
using namespace bessemer::kit;

class MyBot : public BrassBot {
  public:
    // Sells and builds before anything else, and borrows early, while it is poor.
    Answer action(const View& view, Turn& turn) override {
        const bool is_early = view.era() == v1::BRASS_ERA_CANAL && view.round() < 6;
        std::vector<std::string> wishes{"sell"};
        if (is_early && view.players(turn.seat()).money() < 12) wishes.push_back("loan");
        for (const char* one : {"build", "rail", "canal", "pass", "10", "iron", "cotton", "port", "coal"})
            wishes.push_back(one);
        return turn.choose([&](const v1::Choice& choice, const Path&) { return pick(choice, wishes); });
    }

    // Sells on.
    Answer sale(const View&, Turn& turn) override {
        return turn.choose([&](const v1::Choice& choice, const Path&) { return pick(choice, {}); });
    }

  private:
    // The wish that comes first among the words of a choice, or any words.
    std::vector<std::string> pick(const v1::Choice& choice, const std::vector<std::string>& wishes) {
        auto words = words_of(choice);
        const auto found = std::find_first_of(wishes.begin(), wishes.end(), words.begin(), words.end());
        if (found != wishes.end() && choice.least() == 1) return {*found};
        if (words.front() == "stop") return {words.back()};  // sell rather than stop
        std::shuffle(words.begin(), words.end(), chance_);
        words.resize(std::max(1, choice.least()));
        return words;
    }

    std::mt19937 chance_{7};
};

int main(int argc, char** argv) { return run<MyBot>(argc, argv); }
