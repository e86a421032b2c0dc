// One bot at one seat, through all its connections.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "bot.hpp"
#include "chance.hpp"
#include "log.hpp"
#include "referee.hpp"
#include "turn.hpp"
#include "worker.hpp"

namespace bessemer::kit {

// A bot that cannot play what it is given.
struct UnusableBot : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class SeatPlayer : public std::enable_shared_from_this<SeatPlayer> {
  public:
    using Send = std::function<void(const v1::PlayRequest&)>;

    SeatPlayer(Referee& referee, ChanceBytes& chance, Worker& worker, std::unique_ptr<Bot> bot)
        : referee_(referee), chance_(chance), worker_(worker), bot_(std::move(bot)) {}

    // Takes a connection, or none: then the decision will come again.
    void connect(Send send);
    // On a ladder, where its matches do not repeat the set-up and a reveal brings a commitment for a
    // later match.
    void on_ladder(const v1::Setup& setup);
    // Does what a message asks for; whether it was the last one.
    bool handle(const v1::PlayResponse& response);
    // The last turn that it knows.
    int known_turn() const { return known_turn_; }

  private:
    void joined(const v1::Joined& joined);
    void decide(const v1::Decision& decision);
    void think(const std::shared_ptr<Turn>& turn);
    void refused(const v1::Refusal& refusal);
    void ended(const v1::MatchResult& result);
    std::optional<v1::Answer> instead(Turn& turn, const std::string& fault);
    void send(const v1::Answer& answer);
    void overrun(const Turn& turn);
    void fault(const std::string& text);
    std::string where() const;

    Referee& referee_;
    ChanceBytes& chance_;
    Worker& worker_;
    const std::unique_ptr<Bot> bot_;
    MatchStart match_;
    v1::Setup setup_;
    bool is_on_ladder_ = false;
    int known_turn_ = 0;

    std::mutex mutex_;  // of what follows, which both threads use
    Send send_;
    std::shared_ptr<Turn> asked_;       // the newest decision; those before it no longer need an answer
    std::optional<v1::Answer> answer_;  // the newest answer, whether or not it arrived
    bool is_default_ = false;           // whether that is the default move already
    int late_answers_ = 0;              // answers sent though they came too late: their refusals are no news
    std::vector<std::string> faults_;
};

}  // namespace bessemer::kit
