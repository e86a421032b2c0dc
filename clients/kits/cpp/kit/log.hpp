// Lines on the standard error, as many as BESSEMER_LOG asks for.
#pragma once

#include <string>

namespace bessemer::kit {

enum class Level { debug, info, warning, error };

// What the lines begin with: the name of the program.
void name_log(const std::string& program);
// Writes a line if it is important enough.
void log(Level level, const std::string& text);

}  // namespace bessemer::kit
