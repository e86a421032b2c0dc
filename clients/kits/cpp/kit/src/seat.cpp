#include "seat.hpp"

#include <cstdio>
#include <thread>

namespace bessemer::kit {

namespace {

bool is_illegal(v1::ErrorReason reason) {
    return reason == v1::ERROR_REASON_ILLEGAL_MOVE || reason == v1::ERROR_REASON_MALFORMED_MOVE ||
           reason == v1::ERROR_REASON_NOT_OFFERED;
}

v1::Answer message_of(const Turn& turn, const Answer& answer) {
    v1::Answer message;
    message.set_turn(turn.number());
    message.set_note(turn.noted());
    if (answer.move() != nullptr) {
        *message.mutable_move() = *answer.move();
    } else {
        write_path(*answer.path(), message.mutable_path());
    }
    return message;
}

// What a call of the bot raised; "" if nothing.
template <typename Call>
std::string raised(const Call& call) {
    try {
        call();
    } catch (const std::exception& error) {
        return std::string("the bot raised ") + error.what();
    } catch (...) {
        return "the bot raised something that is no std::exception";
    }
    return "";
}

}  // namespace

void SeatPlayer::connect(Send send) {
    std::lock_guard lock(mutex_);
    send_ = std::move(send);
}

void SeatPlayer::on_ladder(const v1::Setup& setup) {
    is_on_ladder_ = true;
    if (match_.match_id.empty()) setup_ = setup;
}

bool SeatPlayer::handle(const v1::PlayResponse& response) {
    switch (response.message_case()) {
        case v1::PlayResponse::kJoined:
            joined(response.joined());
            break;
        case v1::PlayResponse::kDecision:
            decide(response.decision());
            break;
        case v1::PlayResponse::kRevealRequest: {
            v1::PlayRequest request;
            auto* reveal = request.mutable_reveal();
            auto content = chance_.reveal(match_.match_id, match_.seat, response.reveal_request());
            if (content) reveal->set_content(*content);
            if (is_on_ladder_) reveal->set_next_commitment(chance_.commit());
            std::lock_guard lock(mutex_);
            if (send_) send_(request);
            break;
        }
        case v1::PlayResponse::kRefusal:
            refused(response.refusal());
            break;
        case v1::PlayResponse::kEnded:
            ended(response.ended().result());
            return true;
        default:
            break;
    }
    return false;
}

void SeatPlayer::joined(const v1::Joined& joined) {
    if (!match_.match_id.empty()) return;  // back again
    const auto& match = joined.match();
    const std::string own = bot_->game();
    if (!own.empty() && own != match.game())
        throw UnusableBot("this is a bot of " + own + " and cannot play " + match.game());
    match_.match_id = match.match_id();
    match_.game = match.game();
    match_.seat = joined.seat();
    for (const auto& seat : match.seats()) match_.players.push_back(seat.player());
    match_.options.insert(match.options().begin(), match.options().end());
    if (joined.has_setup()) setup_ = joined.setup();
    worker_.post([self = shared_from_this()] {
        const std::string wrong = raised([&] { self->bot_->begin(self->match_); });
        if (!wrong.empty()) self->fault("begin: " + wrong);
    });
}

void SeatPlayer::decide(const v1::Decision& decision) {
    if (!decision.moves_since().empty()) known_turn_ = decision.moves_since().rbegin()->turn();
    std::lock_guard lock(mutex_);
    if (asked_ && asked_->number() == decision.turn()) {
        // Asked again after a lost connection. A bot that still thinks will answer by itself; an
        // answer that was given may have been lost, and if not the referee takes it only once.
        if (answer_ && answer_->turn() == decision.turn()) send(*answer_);
        return;
    }
    asked_ = std::make_shared<Turn>(referee_, match_, setup_, decision);
    worker_.post([self = shared_from_this(), turn = asked_] { self->think(turn); });
}

void SeatPlayer::think(const std::shared_ptr<Turn>& turn) {
    std::optional<v1::Answer> answer;
    bool is_default = false;
    const std::string wrong = raised([&] {
        try {
            Answer decided = bot_->decide(*turn);
            answer = message_of(*turn, decided.is_empty() ? Answer(turn->least()) : decided);
        } catch (const TooLate&) {  // told below
        }
    });
    if (!wrong.empty()) {
        is_default = true;
        answer = instead(*turn, wrong);
    }
    std::lock_guard lock(mutex_);
    if (asked_ == turn) {
        answer_ = answer;
        is_default_ = is_default;
    } else {
        overrun(*turn);
        late_answers_ += 1;  // sent all the same: it says that we are back
        if (!answer) answer = message_of(*turn, Path());
    }
    if (answer) send(*answer);
}

// The default move, because of what the bot did wrong; nothing if the turn is over.
std::optional<v1::Answer> SeatPlayer::instead(Turn& turn, const std::string& wrong) {
    fault("turn " + std::to_string(turn.number()) + ": " + wrong + "; playing the default move instead");
    try {
        return message_of(turn, turn.least());
    } catch (const std::exception& error) {
        log(Level::debug, where() + ": turn " + std::to_string(turn.number()) + ": " + error.what());
        return std::nullopt;
    }
}

void SeatPlayer::refused(const v1::Refusal& refusal) {
    std::lock_guard lock(mutex_);
    if (is_late(refusal.reason()) && late_answers_ > 0) {
        late_answers_ -= 1;
    } else if (refusal.reason() == v1::ERROR_REASON_STALE_TURN && asked_) {
        overrun(*asked_);
    } else if (is_late(refusal.reason())) {
        fault("an answer came too late: " + refusal.message());
    } else if (refusal.reason() == v1::ERROR_REASON_JOURNAL_UNAVAILABLE && answer_) {
        worker_.post([self = shared_from_this(), again = *answer_, wait = duration_of(refusal.retry_delay())] {
            std::this_thread::sleep_for(wait);
            std::lock_guard lock(self->mutex_);
            self->send(again);
        });
    } else if (is_illegal(refusal.reason()) && asked_ && !is_default_) {
        is_default_ = true;
        worker_.post([self = shared_from_this(), turn = asked_, why = refusal.message()] {
            auto answer = self->instead(*turn, "the move is refused: " + why);
            std::lock_guard lock(self->mutex_);
            if (!answer || self->asked_ != turn) return;
            self->answer_ = answer;
            self->send(*answer);
        });
    } else {
        throw std::runtime_error(refusal.message());
    }
}

void SeatPlayer::ended(const v1::MatchResult& result) {
    {
        std::lock_guard lock(mutex_);
        asked_ = nullptr;
    }
    const std::string wrong = chance_.check(match_.match_id, match_.seat, result);
    if (!wrong.empty()) log(Level::error, where() + ": the cards were not dealt by chance: " + wrong);
    for (const auto& one : result.seat_faults())
        if (one.seat() == match_.seat) fault("the seat has forfeited: " + one.message());
    MatchEnd end{match_.match_id,
                 match_.seat,
                 {result.ranks().begin(), result.ranks().end()},
                 {result.scores().begin(), result.scores().end()},
                 result.message(),
                 {}};
    worker_.post([self = shared_from_this(), end]() mutable {
        end.faults = self->faults_;
        const std::string wrong = raised([&] { self->bot_->end(end); });
        if (!wrong.empty()) self->fault("end: " + wrong);
        const std::string how = end.ranks.empty() ? "no result: " + end.message
                                                  : "rank " + std::to_string(end.ranks.at(end.seat)) + ", score " +
                                                        std::to_string(end.scores.at(end.seat));
        log(Level::info, self->where() + ": " + how);
    });
}

void SeatPlayer::send(const v1::Answer& answer) {
    if (!send_) return;
    v1::PlayRequest request;
    *request.mutable_answer() = answer;
    send_(request);
}

void SeatPlayer::overrun(const Turn& turn) {
    char text[120];
    std::snprintf(text, sizeof text, "turn %d: thought %.1f s of %.1f: its answer came too late", turn.number(),
                  turn.time_used(), turn.time_used() + turn.time_left());
    fault(text);
}

void SeatPlayer::fault(const std::string& text) {
    faults_.push_back(text);
    log(Level::warning, where() + ": " + text);
}

std::string SeatPlayer::where() const { return "match " + match_.match_id + ", seat " + std::to_string(match_.seat); }

}  // namespace bessemer::kit
