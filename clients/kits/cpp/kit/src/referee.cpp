#include "referee.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "services.hpp"
#include "status.pb.h"

namespace bessemer::kit {

namespace {

// Where systems keep the CAs that they trust.
const char* const BUNDLES[] = {
    "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",    // Fedora, Red Hat
    "/etc/ssl/ca-bundle.pem",              // SUSE
    "/etc/ssl/cert.pem",                   // Alpine, macOS, BSD
};

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) throw std::runtime_error("the files of TLS cannot be used: cannot read " + path);
    return text.str();
}

std::string trusted_by_this_machine() {
    if (const char* named = std::getenv("SSL_CERT_FILE"); named && *named) return content(named);
    for (const char* bundle : BUNDLES)
        if (std::ifstream(bundle)) return content(bundle);
    return "";
}

std::shared_ptr<grpc::ChannelCredentials> credentials_of(const Tls& tls) {
    if (!tls.is_used) return grpc::InsecureChannelCredentials();
    if (tls.cert.empty() != tls.key.empty()) throw std::runtime_error("a certificate and its key go together: give both");
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = tls.ca.empty() ? trusted_by_this_machine() : content(tls.ca);
    if (!tls.cert.empty()) {
        options.pem_cert_chain = content(tls.cert);
        options.pem_private_key = content(tls.key);
    }
    return grpc::SslCredentials(options);
}

grpc::ChannelArguments channel_arguments() {
    grpc::ChannelArguments arguments;
    // A referee that was restarted is back within seconds, and clocks may be running.
    arguments.SetInt("grpc.initial_reconnect_backoff_ms", 50);
    arguments.SetInt("grpc.min_reconnect_backoff_ms", 5000);  // in fact how long to try to connect
    arguments.SetInt("grpc.max_reconnect_backoff_ms", 1000);
    arguments.SetInt("grpc.keepalive_time_ms", 20000);
    arguments.SetInt("grpc.keepalive_timeout_ms", 10000);
    arguments.SetMaxReceiveMessageSize(16 * 1024 * 1024);
    return arguments;
}

const char* const STATUS_NAMES[] = {
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
    "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE",
    "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"};

bool is_passing_code(grpc::StatusCode code) {
    return code == grpc::UNAVAILABLE || code == grpc::RESOURCE_EXHAUSTED || code == grpc::CANCELLED ||
           code == grpc::UNKNOWN || code == grpc::INTERNAL;
}

std::optional<v1::Refusal> refusal_in(const std::string& details) {
    Status status;
    v1::Refusal refusal;
    if (status.ParseFromString(details))
        for (const auto& detail : status.details())
            if (detail.UnpackTo(&refusal)) return refusal;
    return std::nullopt;
}

}  // namespace

CallFailed::CallFailed(const grpc::Status& status)
    : std::runtime_error(std::string(STATUS_NAMES[status.error_code()]) + ": " + status.error_message()),
      is_away(status.error_code() == grpc::UNAVAILABLE),
      is_passing(is_passing_code(status.error_code())),
      refusal(refusal_in(status.error_details())) {}

Referee::Referee(const std::string& addresses, const std::string& token, const Tls& tls)
    : secure_(credentials_of(tls)), token_(token) {
    std::istringstream words(addresses);
    for (std::string word; std::getline(words, word, ',');) {
        word.erase(0, word.find_first_not_of(' '));
        word.erase(word.find_last_not_of(' ') + 1);
        if (!word.empty()) addresses_.push_back(word);
    }
    if (addresses_.empty()) throw UsageError("there is no address of a referee");
}

Referee::Services& Referee::here() {
    std::lock_guard lock(mutex_);
    const std::string& address = addresses_[at_];
    auto found = open_.find(address);
    if (found == open_.end()) {
        const bool is_local = address.rfind("unix:", 0) == 0;  // a socket of this machine never has TLS
        auto credentials = is_local ? grpc::InsecureChannelCredentials() : secure_;
        auto channel = grpc::CreateCustomChannel(address, credentials, channel_arguments());
        Services services{v1::MatchService::NewStub(channel), v1::LadderService::NewStub(channel)};
        found = open_.emplace(address, std::make_shared<Services>(std::move(services))).first;
    }
    return *found->second;
}

void Referee::authorize(grpc::ClientContext& context) const {
    context.AddMetadata("authorization", "Bearer " + token_);
}

void Referee::move_on() {
    std::lock_guard lock(mutex_);
    at_ = (at_ + 1) % addresses_.size();
}

namespace {

template <typename Request, typename Reply>
Reply call(Referee& referee, grpc::Status (v1::MatchService::Stub::*method)(grpc::ClientContext*, const Request&, Reply*),
           const Request& request) {
    for (std::size_t tries = 1;; tries++) {
        grpc::ClientContext context;
        referee.authorize(context);
        Reply reply;
        grpc::Status status = ((*referee.here().matches).*method)(&context, request, &reply);
        if (status.ok()) return reply;
        CallFailed failed(status);
        if (!failed.is_away || failed.refusal || tries >= referee.addresses()) throw failed;
        referee.move_on();
    }
}

}  // namespace

v1::ListChoicesResponse Referee::list_choices(const v1::ListChoicesRequest& request) {
    return call(*this, &v1::MatchService::Stub::ListChoices, request);
}

v1::CheckMoveResponse Referee::check_move(const v1::CheckMoveRequest& request) {
    return call(*this, &v1::MatchService::Stub::CheckMove, request);
}

bool is_late(v1::ErrorReason reason) {
    return reason == v1::ERROR_REASON_STALE_TURN || reason == v1::ERROR_REASON_TURN_NOT_OPEN ||
           reason == v1::ERROR_REASON_MATCH_OVER;
}

std::chrono::nanoseconds duration_of(const google::protobuf::Duration& duration) {
    return std::chrono::seconds(duration.seconds()) + std::chrono::nanoseconds(duration.nanos());
}

void write_path(const Path& path, v1::ChoicePath* message) {
    for (const auto& words : path) {
        auto* answer = message->add_answers();
        for (const auto& word : words) answer->add_words(word);
    }
}

}  // namespace bessemer::kit
