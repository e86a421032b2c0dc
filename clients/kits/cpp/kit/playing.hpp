// The two ways to play: one seat over a Play stream, and all seats of a ladder over an Enlist stream.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "bot.hpp"
#include "referee.hpp"

namespace bessemer::kit {

using NewBot = std::function<std::unique_ptr<Bot>()>;
using Seconds = std::chrono::duration<double>;

// Plays one seat to the end of its match. `patience` is how long the referee may be away.
void play_seat(Referee& referee, const std::string& match_id, int seat, std::unique_ptr<Bot> bot, Seconds patience);

// Plays for a ladder, with a bot for each seat that it gives, until the referee refuses that.
[[noreturn]] void play_ladder(Referee& referee, const std::string& ladder, int concurrency, const std::string& version,
                              const NewBot& new_bot, Seconds patience);

}  // namespace bessemer::kit
