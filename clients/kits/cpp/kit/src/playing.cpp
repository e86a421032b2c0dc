#include "playing.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "log.hpp"
#include "seat.hpp"
#include "services.hpp"

namespace bessemer::kit {

namespace {

constexpr Seconds FIRST_PAUSE{0.05};
constexpr Seconds LONGEST_PAUSE{2};  // short: a referee that comes back stops the clocks for five seconds only
constexpr std::chrono::seconds LAST_THOUGHT{10};

// A stream of one connection, to which both threads write.
template <typename Request, typename Response>
class Stream {
  public:
    using Call = std::unique_ptr<grpc::ClientReaderWriter<Request, Response>>;

    template <typename Open>
    Stream(Referee& referee, const Open& open) {
        referee.authorize(context_);
        call_ = open(&context_);
    }
    ~Stream() { context_.TryCancel(); }

    bool read(Response* response) { return call_->Read(response); }
    void write(const Request& request) {
        std::lock_guard lock(mutex_);
        call_->Write(request);  // one that fails is noticed by the reader
    }
    grpc::Status finish() { return call_->Finish(); }

  private:
    grpc::ClientContext context_;
    std::mutex mutex_;
    Call call_;
};

std::string random_id() {
    std::random_device device;
    std::string id;
    for (int word = 0; word < 4; word++) id += std::to_string(device());
    return id;
}

// Opens a stream again and again until `read` says of a message that it was the last one.
//
// `open` sends what comes first; `lost` is called when a stream has ended. A failure that the next
// attempt would end with, too, is thrown, and any after `patience` without a message.
template <typename Request, typename Response, typename Open, typename Begin, typename Read, typename Lost>
void keep(Referee& referee, const std::string& what, Seconds patience, const Open& open, const Begin& begin,
          const Read& read, const Lost& lost) {
    using Clock = std::chrono::steady_clock;
    std::mt19937 chance{std::random_device{}()};
    std::optional<Clock::time_point> lost_at;
    Seconds pause = FIRST_PAUSE;
    std::string told;
    for (;;) {
        auto stream = std::make_shared<Stream<Request, Response>>(referee, open);
        begin(stream);
        Response response;
        bool is_last = false;
        try {
            while (!is_last && stream->read(&response)) {
                lost_at.reset();
                pause = FIRST_PAUSE;
                told.clear();
                is_last = read(response, stream);
            }
        } catch (...) {
            lost();
            throw;
        }
        lost();
        if (is_last) return;
        // Many clients come back at once after a restart: not all in the same instant.
        Seconds wait = pause * std::uniform_real_distribution<>(0.5, 1.5)(chance);
        std::string why = "the connection was closed";
        const grpc::Status status = stream->finish();
        if (!status.ok()) {
            CallFailed failed(status);
            const bool is_over = lost_at && Clock::now() - *lost_at >= patience;
            if (!failed.is_passing || is_over || patience == Seconds(0)) throw failed;
            if (failed.is_away) referee.move_on();
            if (failed.refusal) wait = std::max<Seconds>(wait, duration_of(failed.refusal->retry_delay()));
            why = failed.what();
        }
        if (!lost_at) lost_at = Clock::now();
        if (why != told) log(Level::info, what + ": connection lost: " + why + "; reconnecting");
        told = why;
        std::this_thread::sleep_for(wait);
        pause = std::min(2 * pause, LONGEST_PAUSE);
    }
}

}  // namespace

void play_seat(Referee& referee, const std::string& match_id, int seat, std::unique_ptr<Bot> bot, Seconds patience) {
    // Never freed: the bot may still think when we are done.
    auto& chance = *new ChanceBytes;
    auto& worker = *new Worker;
    auto player = std::make_shared<SeatPlayer>(referee, chance, worker, std::move(bot));
    v1::PlayRequest request;
    auto* join = request.mutable_join();
    join->set_match_id(match_id);
    join->set_seat(seat);
    join->set_with_choices(true);
    join->set_max_thinking(1);
    join->set_chance_commitment(chance.commit());
    join->set_client_id(random_id());
    using PlayStream = std::shared_ptr<Stream<v1::PlayRequest, v1::PlayResponse>>;
    keep<v1::PlayRequest, v1::PlayResponse>(
        referee, "match " + match_id + ", seat " + std::to_string(seat), patience,
        [&](grpc::ClientContext* context) { return referee.here().matches->Play(context); },
        [&](const PlayStream& stream) {
            join->set_known_turn(player->known_turn());
            stream->write(request);
        },
        [&](const v1::PlayResponse& response, const PlayStream& stream) {
            player->connect([stream](const v1::PlayRequest& one) { stream->write(one); });
            return player->handle(response);
        },
        [&] { player->connect(nullptr); });
    if (!worker.is_done_within(LAST_THOUGHT)) log(Level::warning, "the match is over and the bot still thinks");
}

void play_ladder(Referee& referee, const std::string& ladder, int concurrency, const std::string& version,
                 const NewBot& new_bot, Seconds patience) {
    using LadderStream = std::shared_ptr<Stream<v1::EnlistRequest, v1::EnlistResponse>>;
    auto& chance = *new ChanceBytes;
    auto& worker = *new Worker;
    std::map<std::pair<std::string, int>, std::shared_ptr<SeatPlayer>> players;  // by match and seat
    std::map<int, std::pair<std::string, int>> channels;                         // of this connection
    v1::Setup setup;
    v1::EnlistRequest request;
    auto* enlistment = request.mutable_enlistment();
    enlistment->set_ladder(ladder);
    enlistment->set_concurrency(concurrency);
    enlistment->set_version(version);
    enlistment->set_with_choices(true);
    enlistment->set_max_thinking(1);
    enlistment->set_client_id(random_id());

    auto close = [&](int channel) {
        players.erase(channels[channel]);
        channels.erase(channel);
    };
    auto handle = [&](int channel, const v1::PlayResponse& response, const LadderStream& stream) {
        if (response.has_joined()) {
            const std::pair place(response.joined().match().match_id(), response.joined().seat());
            auto& player = players[place];
            if (!player) player = std::make_shared<SeatPlayer>(referee, chance, worker, new_bot());
            player->on_ladder(setup);
            player->connect([stream, channel](const v1::PlayRequest& one) {
                v1::EnlistRequest enveloped;
                auto* envelope = enveloped.add_requests();
                envelope->set_channel(channel);
                *envelope->mutable_request() = one;
                stream->write(enveloped);
            });
            channels[channel] = place;
        }
        if (channels.count(channel) == 0) return;
        const auto player = players.at(channels[channel]);
        if (response.has_closed()) {
            // Over a Play stream this would be its status; here the other channels continue.
            log(Level::warning, "match " + channels[channel].first + ": " + response.closed().message());
            close(channel);
        } else if (player->handle(response)) {
            close(channel);
        }
    };
    keep<v1::EnlistRequest, v1::EnlistResponse>(
        referee, "ladder " + ladder, patience,
        [&](grpc::ClientContext* context) { return referee.here().ladders->Enlist(context); },
        [&](const LadderStream& stream) {
            // New ones each time: the referee may have taken some of the old, and not have said so.
            enlistment->clear_chance_commitments();
            for (int number = 0; number < concurrency; number++) enlistment->add_chance_commitments(chance.commit());
            stream->write(request);
        },
        [&](const v1::EnlistResponse& response, const LadderStream& stream) {
            if (response.has_enlisted()) {
                setup = response.enlisted().setup();
                const std::string as = version.empty() ? "" : " as version " + version;
                log(Level::info, "joined ladder " + response.enlisted().ladder().name() + as);
                const auto& ids = response.enlisted().running();
                const std::set<std::string> running(ids.begin(), ids.end());
                for (auto one = players.begin(); one != players.end();)
                    one = running.count(one->first.first) ? std::next(one) : players.erase(one);
            }
            for (const auto& envelope : response.responses()) {
                try {
                    handle(envelope.channel(), envelope.response(), stream);
                } catch (const UnusableBot&) {
                    throw;
                } catch (const std::exception& error) {
                    log(Level::warning, "match " + channels[envelope.channel()].first + ": " + error.what());
                }
            }
            return false;
        },
        [&] {
            channels.clear();
            for (auto& [_, player] : players) player->connect(nullptr);
        });
    throw std::logic_error("a ladder has no last message");
}

}  // namespace bessemer::kit
