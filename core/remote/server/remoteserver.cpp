// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/remoteserver.h"

#include "core/base/randomdigits.h"
#include "core/base/stopfd.h"
#include "core/remote/server/unixlistener.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>

#include <array>
#include <chrono>
#include <map>
#include <system_error>
#include <thread>

#include <poll.h>

namespace qontroller::remote {

namespace {

constexpr int MostThreads = 64;
constexpr int IdleAtMost = 60'000;    // ms without a call
constexpr int PauseInShortage = 1000; // ms without a descriptor for another connection

/// A caller and what answers them. gRPC cannot tell who is at the other end of a socket that it
/// was given, so each user has a server of their own, which listens nowhere.
class Desk
{
public:
    Desk(const Served &served, Caller caller, const grpc::ResourceQuota &quota, std::stop_token end)
        : m_service(served, std::move(caller), std::move(end))
    {
        grpc::ServerBuilder builder;
        builder.RegisterService(&m_service);
        builder.SetResourceQuota(quota);
        builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, IdleAtMost);
        m_server = builder.BuildAndStart();
    }
    ~Desk()
    {
        m_server->Shutdown(std::chrono::system_clock::now());
        m_server->Wait();
    }
    Desk(const Desk &) = delete;
    Desk &operator=(const Desk &) = delete;

    void take(UniqueFd socket) { grpc::AddInsecureChannelFromFd(m_server.get(), socket.release()); }

private:
    HostService m_service;
    std::unique_ptr<grpc::Server> m_server;
};

} // namespace

class RemoteServer::Private
{
public:
    Private(UnixListener listener, Served served)
        : m_listener(std::move(listener))
        , m_served(std::move(served))
        , m_quota("qontroller")
        , m_stopFd(m_end.get_token())
    {
        m_quota.SetMaxThreads(MostThreads);
    }
    ~Private()
    {
        m_end.request_stop();
        if (m_thread.joinable())
            m_thread.join();
    }
    Private(const Private &) = delete;
    Private &operator=(const Private &) = delete;

    /// Throws std::system_error if there is no thread for it.
    void begin()
    {
        m_thread = std::thread([this] { run(); });
    }

private:
    void run()
    {
        std::array<pollfd, 2> waiting{
            {{m_stopFd.get(), POLLIN, 0}, {m_listener.descriptor(), POLLIN, 0}}};
        int patience = -1;
        while (!m_end.stop_requested()) {
            // While there is no descriptor for those who wait, asking for them again is of no use.
            ::poll(waiting.data(), patience < 0 ? 2 : 1, patience);
            patience = acceptAll() ? -1 : PauseInShortage;
        }
        m_desks.clear();
    }

    /// False: somebody waits who cannot be accepted now.
    bool acceptAll()
    {
        while (!m_end.stop_requested()) {
            auto connection = m_listener.accept();
            if (!connection)
                return errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
            deskOf(connection->user).take(std::move(connection->socket));
        }
        return true;
    }

    Desk &deskOf(uid_t user)
    {
        auto &desk = m_desks[user];
        if (!desk)
            desk = std::make_unique<Desk>(m_served, Caller{nameOfUser(user), Role::Operator},
                                          m_quota, m_end.get_token());
        return *desk;
    }

    UnixListener m_listener;
    Served m_served;
    grpc::ResourceQuota m_quota;
    std::stop_source m_end;
    StopFd m_stopFd;
    std::map<uid_t, std::unique_ptr<Desk>> m_desks; // on the thread
    std::thread m_thread;
};

RemoteServer::RemoteServer(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{}

RemoteServer::~RemoteServer() = default;

tl::expected<std::unique_ptr<RemoteServer>, std::string> RemoteServer::start(const Door &door,
                                                                             Served served)
{
    auto listener = UnixListener::listen(door.socket, door.mode);
    if (!listener)
        return tl::unexpected(std::move(listener.error()));
    served.instance = randomDigits();
    auto priv = std::make_unique<Private>(*std::move(listener), std::move(served));
    try {
        priv->begin();
    } catch (const std::system_error &error) {
        return tl::unexpected(door.socket + ": no thread can be had (" + error.what() + ")");
    }
    return std::unique_ptr<RemoteServer>(new RemoteServer(std::move(priv)));
}

} // namespace qontroller::remote
