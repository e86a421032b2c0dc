// Connections to a referee: addresses, TLS, the token, refusals.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bot.hpp"

namespace grpc {
class ChannelCredentials;
class ClientContext;
class Status;
}  // namespace grpc

namespace bessemer::kit {

// A mistake of whoever started the program; its message is a sentence.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A call that failed, and the Refusal in its details if it carries one.
struct CallFailed : std::runtime_error {
    explicit CallFailed(const grpc::Status& status);
    bool is_away;     // nobody was reached
    bool is_passing;  // it may be gone by the next attempt
    std::optional<v1::Refusal> refusal;
};

// The paths of the files of TLS; without a CA, those that the system trusts.
struct Tls {
    bool is_used = false;
    std::string ca, cert, key;
};

class Referee {
  public:
    // Connects to host:port or unix:/path; to one of several, separated by commas, if they are of
    // referees that share their ladders.
    Referee(const std::string& addresses, const std::string& token, const Tls& tls);

    // To open streams: services.hpp.
    struct Services;
    Services& here();
    void authorize(grpc::ClientContext& context) const;
    // The next stream or call goes to the next address: the referee is away at this one.
    void move_on();
    std::size_t addresses() const { return addresses_.size(); }

    v1::ListChoicesResponse list_choices(const v1::ListChoicesRequest& request);
    v1::CheckMoveResponse check_move(const v1::CheckMoveRequest& request);

  private:
    std::vector<std::string> addresses_;
    std::shared_ptr<grpc::ChannelCredentials> secure_;
    std::string token_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Services>> open_;
    std::size_t at_ = 0;
};

// Whether an answer was refused because its turn is over.
bool is_late(v1::ErrorReason reason);
std::chrono::nanoseconds duration_of(const google::protobuf::Duration& duration);
void write_path(const Path& path, v1::ChoicePath* message);

}  // namespace bessemer::kit
