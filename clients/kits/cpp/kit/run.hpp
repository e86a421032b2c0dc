// The line that runs a bot as a program: `return bessemer::kit::run<MyBot>(argc, argv);`
#pragma once

#include <memory>

#include "playing.hpp"

namespace bessemer::kit {

// Plays what the environment (docs/environment.md) or the command line says, with a bot for each seat.
// The program ends with 0 after the match, 1 if the seat could not be played to the end, 2 if it is not
// clear what to play.
int run(int argc, char** argv, const NewBot& new_bot);

template <typename MyBot>
int run(int argc, char** argv) {
    return run(argc, argv, [] { return std::make_unique<MyBot>(); });
}

}  // namespace bessemer::kit
