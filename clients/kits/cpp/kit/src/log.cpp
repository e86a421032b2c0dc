#include "log.hpp"

#include <cstdlib>
#include <iostream>
#include <mutex>

namespace bessemer::kit {

namespace {

std::string name = "bot";

Level wanted() {
    const char* said = std::getenv("BESSEMER_LOG");
    const std::string level = said ? said : "";
    if (level == "debug") return Level::debug;
    if (level == "warning") return Level::warning;
    return level == "error" ? Level::error : Level::info;
}

}  // namespace

void name_log(const std::string& program) { name = program; }

void log(Level level, const std::string& text) {
    static const Level least = wanted();
    static std::mutex mutex;
    if (level < least) return;
    std::lock_guard lock(mutex);
    std::cerr << name << ": " << text << std::endl;
}

}  // namespace bessemer::kit
