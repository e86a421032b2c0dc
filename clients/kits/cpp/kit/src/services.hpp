// The generated stubs: only what opens streams and calls includes them, since they take long to compile.
#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>

#include "bessemer/v1/ladder_service.grpc.pb.h"
#include "bessemer/v1/match_service.grpc.pb.h"
#include "referee.hpp"

namespace bessemer::kit {

struct Referee::Services {
    std::unique_ptr<v1::MatchService::Stub> matches;
    std::unique_ptr<v1::LadderService::Stub> ladders;
};

}  // namespace bessemer::kit
