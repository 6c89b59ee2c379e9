// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/control/controlport.h"
#include "core/observe/feed.h"
#include "core/remote/server/caller.h"

#include <qontroller.grpc.pb.h>

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace qontroller::remote {

/// What is served. All of it is used from many threads, and outlives the server.
struct Served
{
    Feed &feed;
    ControlPort &control;
    std::string name;    ///< of the host
    std::string version; ///< of the program
    /// Writes down who asked for what. May be empty.
    std::function<void(const Caller &caller, const Command &command)> noteCommand = {};
    std::string instance = {}; ///< names this run of the host; the server gives one
};

/// Answers one caller, who may have any number of connections. Each function is called on a thread
/// of gRPC's, by several at once, and returns soon after \a end is requested.
class HostService final : public v1::Host::Service
{
public:
    HostService(const Served &served, Caller caller, std::stop_token end);

    grpc::Status Hello(grpc::ServerContext *context, const v1::HelloRequest *request,
                       v1::HelloReply *reply) override;
    grpc::Status Pull(grpc::ServerContext *context,
                      grpc::ServerReaderWriter<v1::Delta, v1::PullRequest> *stream) override;
    grpc::Status TakeSample(grpc::ServerContext *context, const v1::SampleRequest *request,
                            v1::Sample *reply) override;
    grpc::Status Submit(grpc::ServerContext *context, const v1::Command *request,
                        v1::SubmitReply *reply) override;
    grpc::Status GetDetail(grpc::ServerContext *context, const v1::ObjectName *request,
                           v1::ItemDetail *reply) override;
    grpc::Status Describe(grpc::ServerContext *context, const v1::ObjectName *request,
                          v1::Description *reply) override;
    grpc::Status ListHeld(grpc::ServerContext *context, const v1::ControllerName *request,
                          v1::Ids *reply) override;

private:
    Served m_served;
    const Caller m_caller;
    const std::stop_token m_end;
    /// Under way. Shared with their threads, which outlive this if a plugin does not return.
    std::shared_ptr<std::atomic<int>> m_descriptions = std::make_shared<std::atomic<int>>(0);
};

} // namespace qontroller::remote
