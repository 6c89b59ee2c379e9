// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/reception.h"

#include "core/base/faults/reserve.h"
#include "core/remote/wire/goodbye.h"

#include <grpc/grpc.h>
#include <grpcpp/server_posix.h>

#include <chrono>
#include <utility>

#include <sys/socket.h>

namespace qontroller::remote {

namespace {

constexpr int IdleAtMost = 60'000; // ms without a call
/// ms; callers ask every 10 s whether a host that says nothing lives.
constexpr int PingsAtLeastApart = 5'000;
/// A session file of the largest size, with what is around it.
constexpr int LongestQuestion = (16 << 20) + (64 << 10);
/// How long, in ms, an idle thread of gRPC waits before it looks around. Now and then one that is
/// told to end sees it only then, by default after 10 s.
constexpr int IdleLook = 1000;
/// What has to be left when another connection comes: for it, for calls of those that are there,
/// and for the host's own work.
constexpr Reserve Left{.descriptors = 32, .bytes = std::size_t{32} << 20};

/// Has gRPC begin its own threads with the first server, and not with the first caller. They are
/// for as long as the program lives: to end them gRPC waits for all that it counts, of which some
/// may never have begun for want of threads.
void beginLibrary()
{
    static const int begun = (::grpc_init(), 1);
    static_cast<void>(begun);
}

std::unique_ptr<grpc::Server> begin(FrontService &service)
{
    beginLibrary();
    grpc::ResourceQuota quota("qontroller");
    quota.SetMaxThreads(Reception::Threads);
    grpc::ServerBuilder builder;
    builder.RegisterService(&service);
    builder.SetResourceQuota(quota);
    builder.SetMaxReceiveMessageSize(LongestQuestion);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, IdleAtMost);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                               PingsAtLeastApart);
    using Option = grpc::ServerBuilder::SyncServerOption;
    // As many from the first moment as there will ever be: none is begun later, none ends.
    builder.SetSyncServerOption(Option::MIN_POLLERS, Reception::Threads);
    builder.SetSyncServerOption(Option::MAX_POLLERS, Reception::Threads);
    builder.SetSyncServerOption(Option::CQ_TIMEOUT_MSEC, IdleLook);
    return builder.BuildAndStart();
}

} // namespace

Reception::Reception(Served served, std::stop_token end)
    : m_served(std::move(served))
    , m_callers(m_served, std::move(end))
    , m_service(m_callers)
    , m_server(begin(m_service))
{}

Reception::~Reception()
{
    m_server->Shutdown(std::chrono::system_clock::now());
    m_server->Wait();
}

void Reception::take(const Caller &caller, UniqueFd socket)
{
    if (const std::string lack = whatIsShort(Left); !lack.empty())
        return turnAway(caller, lack, std::move(socket));
    if (const auto room = m_callers.add(caller, socket.get()); !room)
        return turnAway(caller, room.error(), std::move(socket));
    grpc::AddInsecureChannelFromFd(m_server.get(), socket.release());
}

void Reception::turnAway(const Caller &caller, const std::string &why, UniqueFd socket) const
{
    ++m_served.counts->refused;
    if (m_served.noteNoRoom) // before it is heard: who complains finds it in the log
        m_served.noteNoRoom(caller, "turned away: " + why);
    if (!socket)
        return;
    const std::string frames = goodbye(why);
    static_cast<void>(
        ::send(socket.get(), frames.data(), frames.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

} // namespace qontroller::remote
