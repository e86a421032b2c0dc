// What you write: a bot, which plays one seat of one match.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bessemer/v1/match_service.pb.h"

namespace bessemer::kit {

class Turn;

// A match when the seat is taken.
struct MatchStart {
    std::string match_id;
    std::string game;
    int seat = 0;
    std::vector<std::string> players;            // by seat; "" for one that nobody has taken yet
    std::map<std::string, std::string> options;  // all options, also those left at their defaults
};

// How a match ended.
struct MatchEnd {
    std::string match_id;
    int seat = 0;
    std::vector<int> ranks;  // by seat, 1 the best, ties share (1, 1, 3); empty if it was aborted
    std::vector<int> scores;
    std::string message;              // a sentence about an abnormal end
    std::vector<std::string> faults;  // of our own bot: exceptions, refused moves, late answers
};

// The words that answer the choices on the way to a move: docs/protocol.md, "Playing without rules".
using Path = std::vector<std::vector<std::string>>;

// A move of the game, a path to one, or nothing for the default move, which does as little as may be.
class Answer {
  public:
    Answer() = default;
    Answer(Path path) : value_(std::move(path)) {}
    Answer(v1::Move move) : value_(std::move(move)) {}
    Answer(v1::FurnaceMove move) { *std::get<v1::Move>(value_ = v1::Move()).mutable_furnace() = std::move(move); }
    Answer(v1::BrassMove move) { *std::get<v1::Move>(value_ = v1::Move()).mutable_brass() = std::move(move); }
    Answer(v1::AlchemicusMove move) { *std::get<v1::Move>(value_ = v1::Move()).mutable_alchemicus() = std::move(move); }

    bool is_empty() const { return value_.index() == 0; }
    const Path* path() const { return std::get_if<Path>(&value_); }
    const v1::Move* move() const { return std::get_if<v1::Move>(&value_); }

  private:
    std::variant<std::monostate, Path, v1::Move> value_;
};

// Plays one seat of one match of any game; games.hpp has one for each game. All its methods are called
// on one thread, the same for all bots of a program.
class Bot {
  public:
    virtual ~Bot() = default;
    // The game that it plays; "" for all of them.
    virtual std::string game() const { return ""; }
    // On a ladder each version is rated as a player of its own.
    virtual std::string version() const { return ""; }
    // Called once, when the seat is taken.
    virtual void begin(const MatchStart&) {}
    // The move for what is asked.
    virtual Answer decide(Turn& turn) = 0;
    // Called once, when the match is over.
    virtual void end(const MatchEnd&) {}
};

}  // namespace bessemer::kit
