// What a seat brings to the chance of its match, so that nobody can choose the cards: docs/chance.md.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bessemer/v1/match_service.pb.h"

namespace bessemer::kit {

// What a seat tells of its bytes before it reveals them.
std::string commitment_to(const std::string& content);
// The bytes of a seat that brings none.
std::string substitute(const std::string& secret, int seat);
// The seed of a match.
std::string mixed_seed(const std::string& secret, const std::vector<std::string>& contents);

// The bytes of all matches of a program: after any new connection it still knows what it committed to.
class ChanceBytes {
  public:
    // A commitment to new bytes.
    std::string commit();
    // The bytes for a match; nothing, which loses it, if the seat has not committed to them.
    std::optional<std::string> reveal(const std::string& match_id, int seat, const v1::ChanceRevealRequest& shown);
    // What the referee changed after it knew our bytes; "" if nothing, or if it does not tell.
    std::string check(const std::string& match_id, int seat, const v1::MatchResult& result);

  private:
    struct Revealed {
        std::string content;
        v1::ChanceRevealRequest shown;
    };
    std::mutex mutex_;
    std::map<std::string, std::string> kept_;  // by commitment: bytes that nobody knows yet
    std::map<std::pair<std::string, int>, Revealed> revealed_;
};

}  // namespace bessemer::kit
