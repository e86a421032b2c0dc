// What probe.ts does, on the kit for C++.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <thread>

#include "bessemer.hpp"

using namespace bessemer;
using namespace bessemer::kit;

template <typename Values>
std::string list(const Values& values, const std::string& quote) {
    std::string text;
    for (const auto& value : values) {
        std::ostringstream one;
        one << value;
        std::string plain = one.str();
        for (char& sign : plain)
            if (sign == '"') sign = '\'';
        text += (text.empty() ? "" : ", ") + quote + plain + quote;
    }
    return "[" + text + "]";
}

class Probe : public Bot {
  public:
    void begin(const MatchStart& match) override {
        std::cout << "{\"begin\": \"" << match.game << "\", \"seat\": " << match.seat << "}" << std::endl;
    }

    Answer decide(Turn& turn) override {
        asked_++;
        std::cout << "{\"asked\": " << turn.number() << ", \"kind\": \"" << turn.kind() << "\"}" << std::endl;
        if (asked_ == 1 && std::getenv("PROBE_WRONG")) {
            v1::FurnaceMove move;
            move.mutable_bid()->set_value(4);
            move.mutable_bid()->set_card("C99");
            return move;
        }
        if (asked_ == 1 && std::getenv("PROBE_RAISES")) throw std::runtime_error("on purpose");
        if (const char* file = std::getenv("PROBE_WAITS_FOR"); asked_ == 2 && file)
            while (!std::ifstream(file)) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return turn.choose([this](const v1::Choice& choice, const Path&) { return any_words(choice, chance_); });
    }

    void end(const MatchEnd& match) override {
        std::cout << "{\"ranks\": " << list(match.ranks, "") << ", \"scores\": " << list(match.scores, "")
                  << ", \"faults\": " << list(match.faults, "\"") << "}" << std::endl;
    }

  private:
    int asked_ = 0;
    std::mt19937 chance_{7};
};

int main(int argc, char** argv) { return run<Probe>(argc, argv); }
