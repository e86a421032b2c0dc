// my_bot plays Furnace. Build it (make), then: bessemer match furnace --bots ./my_bot,random
#include <algorithm>
#include <functional>

#include "bessemer.hpp"

using namespace bessemer;
using namespace bessemer::kit;

// The last words of a choice, as many as it takes: the counts of Furnace ascend.
std::vector<std::string> most(const v1::Choice& choice, const Path&) {
    const auto words = words_of(choice);
    const auto size = std::min<std::size_t>(std::max(1, choice.most()), words.size());
    return {words.end() - size, words.end()};
}

class MyBot : public FurnaceBot {
  public:
    // The highest disc that fits, on the card with the lowest discs.
    Answer bid(const View& view, Turn& turn) override {
        const auto& discs = view.players(turn.seat()).discs();
        std::vector<int> values(discs.begin(), discs.end());
        std::sort(values.begin(), values.end(), std::greater<>());
        for (int value : values) {
            const v1::FurnaceRowCard* best = nullptr;
            int lowest = 5;
            for (const auto& card : view.row()) {
                bool is_open = true;
                int highest = 0;
                for (const auto& disc : card.discs()) {
                    is_open &= disc.seat() != turn.seat() && disc.value() != value;
                    highest = std::max(highest, disc.value());
                }
                if (is_open && highest < lowest) best = &card, lowest = highest;
            }
            if (best == nullptr) continue;
            v1::FurnaceMove move;
            move.mutable_bid()->set_value(value);
            move.mutable_bid()->set_card(best->card());
            return move;
        }
        return {};  // the default move
    }

    // As much as can be paid.
    Answer compensation(const View&, Turn& turn) override { return turn.choose(most); }
    Answer placement(const View&, Turn& turn) override { return turn.choose(most); }
    Answer plan(const View&, Turn& turn) override { return turn.choose(most); }
};

int main(int argc, char** argv) { return run<MyBot>(argc, argv); }
