#include "turn.hpp"

#include <algorithm>
#include <thread>

#include "referee.hpp"

namespace bessemer::kit {

namespace {

// The reply, however often the connection is lost until then; throws TooLate if the turn is over.
template <typename Call>
auto asked(const Call& call) {
    for (;;) {
        std::chrono::nanoseconds pause = std::chrono::milliseconds(100);
        try {
            return call();
        } catch (const CallFailed& failed) {
            if (failed.refusal && is_late(failed.refusal->reason())) throw TooLate(failed.refusal->message());
            if (!failed.is_passing) throw;
            if (failed.refusal) pause = std::max(pause, duration_of(failed.refusal->retry_delay()));
        }
        std::this_thread::sleep_for(pause);
    }
}

}  // namespace

std::vector<v1::ChoiceStep> Turn::steps(const std::vector<Path>& paths) {
    v1::ListChoicesRequest request;
    request.set_match_id(match_.match_id);
    request.set_seat(match_.seat);
    request.set_turn(number());
    for (const Path& path : paths) write_path(path, request.add_paths());
    std::vector<v1::ChoiceStep> found;
    do {
        auto reply = asked([&] { return referee_.list_choices(request); });
        for (auto& step : *reply.mutable_steps()) found.push_back(std::move(step));
        request.set_page_token(reply.next_page_token());
    } while (!request.page_token().empty());
    return found;
}

Path Turn::choose(const Pick& pick) {
    Path path;
    v1::ChoiceStep step = decision_.has_first_step() ? decision_.first_step() : steps({path}).at(0);
    while (step.has_choice()) {
        path.push_back(pick(step.choice(), path));
        step = steps({path}).at(0);
    }
    if (step.has_refusal()) throw std::invalid_argument(step.refusal().message());
    return path;
}

Path Turn::least() {
    return choose([](const v1::Choice& choice, const Path&) {
        auto words = words_of(choice);
        words.resize(choice.least());
        return words;
    });
}

std::optional<v1::Refusal> Turn::check(const v1::Move& move) {
    v1::CheckMoveRequest request;
    request.set_match_id(match_.match_id);
    request.set_seat(match_.seat);
    request.set_turn(number());
    *request.mutable_move() = move;
    auto reply = asked([&] { return referee_.check_move(request); });
    if (!reply.has_refusal()) return std::nullopt;
    return reply.refusal();
}

std::vector<std::string> words_of(const v1::Choice& choice) {
    std::vector<std::string> words;
    for (const auto& word : choice.words()) words.insert(words.end(), word.copies(), word.text());
    return words;
}

std::vector<std::string> any_words(const v1::Choice& choice, std::mt19937& chance) {
    auto words = words_of(choice);
    std::shuffle(words.begin(), words.end(), chance);
    words.resize(std::uniform_int_distribution<>(choice.least(), choice.most())(chance));
    return words;
}

}  // namespace bessemer::kit
