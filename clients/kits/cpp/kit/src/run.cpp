#include "run.hpp"

#include <cstdlib>
#include <iostream>
#include <map>

#include "log.hpp"

namespace bessemer::kit {

namespace {

constexpr double TWELVE_HOURS = 12 * 3600;  // an upgrade, a reboot or a night cost no bot its place

std::string usage(const std::string& program) {
    return "usage: BESSEMER_TOKEN=bsm_... " + program +
           " --connect ADDRESS --match ID --seat N\n"
           "   or: BESSEMER_TOKEN=bsm_... " + program +
           " --connect ADDRESS --ladder NAME [--concurrency N] [--bot-version TEXT]\n"
           "       [--tls] [--tls-ca FILE] [--tls-cert FILE --tls-key FILE] [--patience SECONDS]\n"
           "An address is host:port or unix:/path; several, separated by commas, are of referees that share their "
           "ladders.\n"
           "Everything can be in the environment instead: bessemer match furnace --bots ./" + program + ",random";
}

// By option: the variable that says the same.
const std::map<std::string, std::string> OPTIONS = {
    {"--connect", "BESSEMER_ADDRESS"},       {"--match", "BESSEMER_MATCH"},
    {"--seat", "BESSEMER_SEAT"},             {"--ladder", "BESSEMER_LADDER"},
    {"--patience", "BESSEMER_PATIENCE"},     {"--concurrency", "BESSEMER_CONCURRENCY"},
    {"--bot-version", "BESSEMER_VERSION"},   {"--tls", "BESSEMER_TLS"},
    {"--tls-ca", "BESSEMER_TLS_CA"},         {"--tls-cert", "BESSEMER_TLS_CERT"},
    {"--tls-key", "BESSEMER_TLS_KEY"},
};

// The command line, and what it leaves out by the environment.
class Arguments {
  public:
    Arguments(int argc, char** argv, const std::string& program) {
        for (int at = 1; at < argc; at++) {
            std::string word = argv[at];
            if (OPTIONS.count(word) == 0) throw UsageError("there is no option " + word + "\n" + usage(program));
            if (word != "--tls" && at + 1 == argc) throw UsageError(word + " needs a value\n" + usage(program));
            given_[word] = word == "--tls" ? "1" : argv[++at];
        }
    }

    bool has(const std::string& option) const { return given_.count(option) > 0; }

    std::optional<std::string> find(const std::string& option) const {
        if (auto found = given_.find(option); found != given_.end()) return found->second;
        const char* variable = std::getenv(OPTIONS.at(option).c_str());
        return variable == nullptr ? std::nullopt : std::optional<std::string>(variable);
    }

    std::string text(const std::string& option) const { return find(option).value_or(""); }

    double number(const std::string& option, double fallback, double least) const {
        const auto text = find(option);
        if (!text) return fallback;
        char* end = nullptr;
        const double value = std::strtod(text->c_str(), &end);
        if (text->empty() || *end != '\0' || !(value >= least))
            throw UsageError(option + " is a number from " + std::to_string(static_cast<int>(least)) + ", not '" +
                             *text + "'");
        return value;
    }

  private:
    std::map<std::string, std::string> given_;
};

Tls tls_of(const Arguments& arguments) {
    Tls tls{false, arguments.text("--tls-ca"), arguments.text("--tls-cert"), arguments.text("--tls-key")};
    tls.is_used = arguments.text("--tls") == "1" || !tls.ca.empty() || !tls.cert.empty() || !tls.key.empty();
    return tls;
}

void play(const Arguments& arguments, const std::string& program, const NewBot& new_bot) {
    const std::string address = arguments.text("--connect"), match = arguments.text("--match");
    auto ladder = arguments.find("--ladder");
    if (arguments.has("--match")) ladder.reset();
    if (address.empty() || (!ladder && match.empty())) throw UsageError(usage(program));
    const double seat = ladder ? 0 : arguments.number("--seat", -1, 0);
    if (seat < 0) throw UsageError(usage(program));
    const char* token = std::getenv("BESSEMER_TOKEN");
    if (token == nullptr || *token == '\0')
        throw UsageError("put the seat's token into the environment as BESSEMER_TOKEN");
    const int concurrency = static_cast<int>(arguments.number("--concurrency", 1, 1));
    const Seconds patience(arguments.number("--patience", TWELVE_HOURS, 0));
    auto& referee = *new Referee(address, token, tls_of(arguments));  // the bot may still use it at the end
    if (!ladder) {
        play_seat(referee, match, static_cast<int>(seat), new_bot(), patience);
    } else {
        const std::string version = arguments.find("--bot-version").value_or(new_bot()->version());
        play_ladder(referee, *ladder, concurrency, version, new_bot, patience);
    }
}

}  // namespace

int run(int argc, char** argv, const NewBot& new_bot) {
    const std::string path = argc > 0 ? argv[0] : "bot";
    const std::string program = path.substr(path.rfind('/') + 1);
    name_log(program);
    for (int at = 1; at < argc; at++) {
        if (std::string(argv[at]) == "--help") {
            std::cout << usage(program) << std::endl;
            return 0;
        }
    }
    int code = 0;
    try {
        play(Arguments(argc, argv, program), program, new_bot);
    } catch (const UsageError& error) {
        log(Level::error, error.what());
        code = 2;
    } catch (const std::exception& error) {
        log(Level::error, error.what());
        code = 1;
    }
    std::cout.flush();
    std::_Exit(code);  // whatever the bot still does
}

}  // namespace bessemer::kit
