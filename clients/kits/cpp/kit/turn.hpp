// A decision as a bot sees it: the view, the time, and questions to the referee about its moves.
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bot.hpp"

namespace bessemer::kit {

class Referee;

// The turn is over while its bot still asks: nobody waits for the answer.
struct TooLate : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Turn {
  public:
    // Takes words of a choice; `path` are the answers before it.
    using Pick = std::function<std::vector<std::string>(const v1::Choice& choice, const Path& path)>;

    Turn(Referee& referee, const MatchStart& match, const v1::Setup& setup, v1::Decision decision)
        : referee_(referee), match_(match), setup_(setup), decision_(std::move(decision)) {}

    // Everything that was sent: the view, the moves since the last one, the first choice.
    const v1::Decision& decision() const { return decision_; }
    const MatchStart& match() const { return match_; }
    const v1::Setup& setup() const { return setup_; }
    // Its number within the match.
    int number() const { return decision_.turn(); }
    // What is asked, in the game's own word: "bid".
    const std::string& kind() const { return decision_.kind(); }
    int seat() const { return match_.seat; }

    // Seconds since we were asked, and left on our clock.
    double time_used() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - asked_at_).count();
    }
    double time_left() const {
        if (!decision_.has_time_left()) return std::numeric_limits<double>::infinity();
        return decision_.time_left().seconds() + decision_.time_left().nanos() / 1e9 - time_used();
    }

    // Keeps a text beside the match, for the bot's owner alone: `bessemer replay show`.
    void note(const std::string& text) { noted_ += (noted_.empty() ? "" : "\n") + text; }
    const std::string& noted() const { return noted_; }

    // What follows after each of these paths, up to 100 at once: a choice, a move, or a refusal.
    std::vector<v1::ChoiceStep> steps(const std::vector<Path>& paths);
    // A move by small choices, without any rule; docs/games has the choices of each game.
    Path choose(const Pick& pick);
    // The default move, which does as little as the rules allow: the first words of all choices.
    Path least();
    // Why the referee would refuse a move; nothing if it would not.
    std::optional<v1::Refusal> check(const v1::Move& move);

  private:
    Referee& referee_;
    const MatchStart& match_;
    const v1::Setup& setup_;
    const v1::Decision decision_;
    const std::chrono::steady_clock::time_point asked_at_ = std::chrono::steady_clock::now();
    std::string noted_;
};

// The words of a choice, each as often as it may be taken.
std::vector<std::string> words_of(const v1::Choice& choice);
// Words of a choice by chance: what a bot without an opinion takes.
std::vector<std::string> any_words(const v1::Choice& choice, std::mt19937& chance);

}  // namespace bessemer::kit
