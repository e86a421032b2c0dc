#include "chance.hpp"

#include <openssl/rand.h>
#include <openssl/sha.h>

#include <stdexcept>

namespace bessemer::kit {

namespace {

constexpr std::size_t CONTENT_BYTES = 16;

std::string sha256(const std::string& bytes) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
    return {reinterpret_cast<const char*>(digest), sizeof digest};
}

std::string big_endian(std::size_t number) {
    std::string bytes;
    for (int shift : {24, 16, 8, 0}) bytes += static_cast<char>(number >> shift & 0xff);
    return bytes;
}

// SHA-256 over all parts, each after its length.
std::string hash(const std::vector<std::string>& parts) {
    std::string joined;
    for (const auto& part : parts) joined += big_endian(part.size()) + part;
    return sha256(joined);
}

std::string hex(const std::string& bytes) {
    std::string text;
    for (unsigned char byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

std::string difference(const std::string& own, const v1::ChanceRevealRequest& shown, int seat,
                       const v1::MatchResult& result) {
    const auto& chance = result.chance();
    if (hex(sha256(chance.secret())) != shown.seed_commitment()) return "the referee has changed its secret";
    std::vector<std::string> contents;
    bool is_shown = chance.contributions_size() == shown.commitments_size(), is_withheld = false;
    for (int number = 0; is_shown && number < chance.contributions_size(); number++) {
        is_shown = chance.contributions(number).commitment() == shown.commitments(number);
        contents.push_back(chance.contributions(number).content());
    }
    if (!is_shown) return "the commitments are not those that the seat was shown";
    if (contents.at(seat) != own) return "what the seat brought was left out";
    for (int number = 0; number < chance.contributions_size(); number++) {
        const auto& one = chance.contributions(number);
        const bool is_player = one.source() == v1::CHANCE_SOURCE_PLAYER;
        const bool is_missing = one.source() == v1::CHANCE_SOURCE_WITHHELD;
        const bool is_right = is_player    ? commitment_to(one.content()) == one.commitment()
                              : is_missing ? !one.commitment().empty() && one.content().empty()
                                           : one.content() == substitute(chance.secret(), number);
        if (!is_right) return "what seat " + std::to_string(number) + " brought was changed";
        is_withheld |= is_missing;
    }
    const std::string seed = is_withheld ? "" : mixed_seed(chance.secret(), contents);
    return seed == result.seed() ? "" : "the seed does not follow from what was brought";
}

}  // namespace

std::string commitment_to(const std::string& content) { return hash({"bessemer chance commitment", content}); }

std::string substitute(const std::string& secret, int seat) {
    return hash({"bessemer chance substitute", secret, big_endian(seat)}).substr(0, CONTENT_BYTES);
}

std::string mixed_seed(const std::string& secret, const std::vector<std::string>& contents) {
    std::vector<std::string> parts{"bessemer chance seed", secret};
    parts.insert(parts.end(), contents.begin(), contents.end());
    return hash(parts);
}

std::string ChanceBytes::commit() {
    std::string content(CONTENT_BYTES, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(content.data()), CONTENT_BYTES) != 1)
        throw std::runtime_error("this machine gives no random bytes");
    std::lock_guard lock(mutex_);
    const std::string commitment = commitment_to(content);
    kept_[commitment] = content;
    return commitment;
}

std::optional<std::string> ChanceBytes::reveal(const std::string& match_id, int seat,
                                               const v1::ChanceRevealRequest& shown) {
    std::lock_guard lock(mutex_);
    const std::pair place(match_id, seat);
    if (auto known = revealed_.find(place); known != revealed_.end()) return known->second.content;
    auto kept = seat < shown.commitments_size() ? kept_.find(shown.commitments(seat)) : kept_.end();
    if (kept == kept_.end()) return std::nullopt;
    const std::string content = kept->second;
    kept_.erase(kept);
    revealed_[place] = {content, shown};
    return content;
}

std::string ChanceBytes::check(const std::string& match_id, int seat, const v1::MatchResult& result) {
    std::lock_guard lock(mutex_);
    auto revealed = revealed_.extract({match_id, seat});
    if (revealed.empty() || !result.has_chance()) return "";
    return difference(revealed.mapped().content, revealed.mapped().shown, seat, result);
}

}  // namespace bessemer::kit
