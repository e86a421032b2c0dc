// What a bot includes.
#pragma once

#include "bot.hpp"
#include "games.hpp"
#include "run.hpp"
#include "turn.hpp"
