// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/remoteserver.h"

#include "core/base/mutex.h"
#include "core/base/randomdigits.h"
#include "core/base/stopfd.h"
#include "core/remote/server/unixlistener.h"
#include "core/remote/tls/certificates.h"
#include "core/remote/tls/tcp.h"
#include "core/remote/tls/tlsrelay.h"

#include <grpc/grpc.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>

#include <array>
#include <chrono>
#include <map>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace qontroller::remote {

namespace {

/// Of one caller. Room has places for 48 of them, so that others are for calls that end soon.
constexpr int MostThreads = 64;
/// Callers at once. Each has threads of their own, for gRPC ends the program if there is none left
/// for another one.
constexpr std::size_t MostDesks = 32;
constexpr std::size_t MostRelays = 256; // each has a thread
constexpr int IdleAtMost = 60'000;      // ms without a call
/// ms; callers ask every 10 s whether a host that says nothing lives.
constexpr int PingsAtLeastApart = 5'000;
/// A session file of the largest size, with what is around it.
constexpr int LongestQuestion = (16 << 20) + (64 << 10);
constexpr int PauseInShortage = 1000; // ms without a descriptor for another connection
/// How long, in ms, an idle thread of gRPC waits before it looks around. Now and then one that is
/// told to end sees it only then, by default after 10 s.
constexpr int IdleLook = 500;
/// How often, in ms, the server looks whether its socket is there.
constexpr int LookInterval = 1000;

/// A caller and what answers them. gRPC cannot tell who is at the other end of a socket that it
/// was given, so each user has a server of their own, which listens nowhere.
class Desk
{
public:
    Desk(const Served &served, Caller caller, std::stop_token end)
        : m_service(served, std::move(caller), std::move(end))
    {
        grpc::ResourceQuota quota("qontroller");
        quota.SetMaxThreads(MostThreads);
        grpc::ServerBuilder builder;
        builder.RegisterService(&m_service);
        builder.SetResourceQuota(quota);
        builder.SetMaxReceiveMessageSize(LongestQuestion);
        builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, IdleAtMost);
        builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                                   PingsAtLeastApart);
        builder.SetSyncServerOption(grpc::ServerBuilder::CQ_TIMEOUT_MSEC, IdleLook);
        m_server = builder.BuildAndStart();
    }
    ~Desk()
    {
        m_server->Shutdown(std::chrono::system_clock::now());
        m_server->Wait();
    }
    Desk(const Desk &) = delete;
    Desk &operator=(const Desk &) = delete;

    /// False: there is no descriptor left for it.
    [[nodiscard]] bool take(UniqueFd socket)
    {
        UniqueFd watched(::fcntl(socket.get(), F_DUPFD_CLOEXEC, 0));
        if (!watched)
            return false;
        m_connections.push_back(std::move(watched));
        grpc::AddInsecureChannelFromFd(m_server.get(), socket.release());
        return true;
    }

    /// The last of its connections has ended.
    [[nodiscard]] bool isLeft()
    {
        std::erase_if(m_connections, [](const UniqueFd &each) {
            pollfd state{each.get(), 0, 0};
            return ::poll(&state, 1, 0) > 0; // POLLHUP
        });
        return m_connections.empty();
    }

private:
    HostService m_service;
    std::unique_ptr<grpc::Server> m_server;
    std::vector<UniqueFd> m_connections; ///< copies, which show when gRPC or the caller ends one
};

/// Has gRPC begin its own threads with the server, and not with the first caller.
class Grpc
{
public:
    Grpc() { ::grpc_init(); }
    ~Grpc() { ::grpc_shutdown(); }
    Grpc(const Grpc &) = delete;
    Grpc &operator=(const Grpc &) = delete;
};

/// A desk for each caller who is connected. Thread-safe.
class Desks
{
public:
    Desks(Served served, std::stop_token end)
        : m_served(std::move(served))
        , m_end(std::move(end))
    {}

    void take(const Caller &caller, UniqueFd socket)
    {
        MutexLock lock(m_mutex);
        const std::pair who(caller.who, caller.role);
        if (!m_desks.contains(who)) {
            std::erase_if(m_desks, [](auto &each) { return each.second->isLeft(); });
            if (m_desks.size() >= MostDesks)
                return refuse(caller,
                              std::to_string(MostDesks) + " other callers are connected already");
            m_desks.emplace(who, std::make_unique<Desk>(m_served, caller, m_end));
        }
        if (!m_desks.at(who)->take(std::move(socket)))
            refuse(caller, "there is no descriptor left");
    }

    void clear()
    {
        MutexLock lock(m_mutex);
        m_desks.clear();
    }

private:
    void refuse(const Caller &caller, const std::string &why) const
    {
        ++m_served.counts->refused;
        if (m_served.noteNoRoom)
            m_served.noteNoRoom(caller, "turned away: " + why);
    }

    const Grpc m_grpc; // first: the desks need it
    const Served m_served;
    const std::stop_token m_end;
    Mutex m_mutex;
    std::map<std::pair<std::string, Role>, std::unique_ptr<Desk>> m_desks
        QONTROLLER_GUARDED_BY(m_mutex);
};

/// Where callers come in. Used by one thread.
class Entrance
{
public:
    virtual ~Entrance() = default;
    [[nodiscard]] virtual const std::string &place() const = 0;
    /// Readable when somebody waits to be accepted.
    [[nodiscard]] virtual int descriptor() const = 0;
    /// Accepts one. False: nobody waits, or cannot be accepted now: see `errno`.
    virtual bool accept(Desks &desks) = 0;
    /// Sees to it that callers find it. The descriptor may be another one then.
    virtual void look() {}
};

class UnixEntrance final : public Entrance
{
public:
    UnixEntrance(UnixListener listener, const Door &door)
        : m_listener(std::move(listener))
        , m_path(door.socket)
        , m_note(door.noteSocket)
    {}
    const std::string &place() const override { return m_path; }
    int descriptor() const override { return m_listener.descriptor(); }
    bool accept(Desks &desks) override
    {
        auto connection = m_listener.accept();
        if (!connection)
            return false;
        desks.take({nameOfUser(connection->user), Role::Operator}, std::move(connection->socket));
        return true;
    }
    void look() override
    {
        const auto renewed = m_listener.renew();
        if (renewed && *renewed)
            note(Door::News::Renewed,
                 m_path + ": the control socket was removed, and is there again");
        else if (!renewed && !m_isLost)
            note(Door::News::Lost, renewed.error());
        m_isLost = !renewed;
    }

private:
    void note(Door::News news, const std::string &sentence) const
    {
        if (m_note)
            m_note(news, sentence);
    }

    UnixListener m_listener;
    const std::string m_path;
    const decltype(Door::noteSocket) m_note;
    bool m_isLost = false;
};

/// For callers with certificates.
class TlsEntrance final : public Entrance
{
public:
    TlsEntrance(Certificates certificates, UniqueFd listener,
                std::function<void(const std::string &)> noteRefusal)
        : m_certificates(std::move(certificates))
        , m_listener(std::move(listener))
        , m_place(addressOf(m_listener.get()))
        , m_noteRefusal(std::move(noteRefusal))
    {}
    const std::string &place() const override { return m_place; }
    int descriptor() const override { return m_listener.get(); }
    bool accept(Desks &desks) override
    {
        std::erase_if(m_relays, [](const auto &relay) { return relay->isOver(); });
        sockaddr_storage from{};
        socklen_t size = sizeof from;
        UniqueFd caller(::accept4(m_listener.get(), reinterpret_cast<sockaddr *>(&from), &size,
                                  SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!caller)
            return false;
        endWhenSilent(caller.get()); // or it would keep its places of the Room
        if (m_relays.size() >= MostRelays) {
            refuse("a caller", "there are too many already");
            return true;
        }
        try {
            m_relays.push_back(
                std::make_unique<TlsRelay>(m_certificates, std::move(caller), std::string(),
                                           [this, &desks](auto socket, const TlsPeer &peer) {
                                               take(desks, std::move(socket), peer);
                                           }));
        } catch (const std::system_error &error) {
            refuse("a caller", error.what());
        }
        return true;
    }

private:
    void take(Desks &desks, tl::expected<UniqueFd, std::string> socket, const TlsPeer &peer)
    {
        if (!socket)
            return refuse(peer.name.empty() ? "a caller" : peer.name, socket.error());
        desks.take({peer.name.empty() ? "a certificate without a name" : peer.name + " (TLS)",
                    peer.trust == Trust::Operator ? Role::Operator : Role::Viewer},
                   *std::move(socket));
    }
    void refuse(const std::string &who, const std::string &why)
    {
        if (m_noteRefusal)
            m_noteRefusal(m_place + ": " + who + " was turned away: " + why);
    }

    const Certificates m_certificates;
    const UniqueFd m_listener;
    const std::string m_place;
    const std::function<void(const std::string &)> m_noteRefusal; // called by several threads
    std::vector<std::unique_ptr<TlsRelay>> m_relays; // last: their threads use the others
};

tl::expected<std::unique_ptr<Entrance>, std::string> openUnix(const Door &door)
{
    auto listener = UnixListener::listen(door.socket, door.mode);
    if (!listener)
        return tl::unexpected(std::move(listener.error()));
    return std::make_unique<UnixEntrance>(*std::move(listener), door);
}

tl::expected<std::unique_ptr<Entrance>, std::string> openTls(const Door &door)
{
    auto certificates = Certificates::ofHost(door.certificates);
    if (!certificates)
        return tl::unexpected(std::move(certificates.error()));
    auto listener = listenAt(door.address);
    if (!listener)
        return tl::unexpected(door.address + ' ' + listener.error());
    return std::make_unique<TlsEntrance>(*std::move(certificates), *std::move(listener),
                                         door.noteRefusal);
}

} // namespace

class RemoteServer::Private
{
public:
    Private(std::unique_ptr<Entrance> entrance, Served served)
        : m_desks(std::move(served), m_end.get_token())
        , m_entrance(std::move(entrance))
        , m_place(m_entrance->place())
        , m_stopFd(m_end.get_token())
    {}
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

    [[nodiscard]] const std::string &place() const { return m_place; }

private:
    void run()
    {
        std::array<pollfd, 2> waiting{
            {{m_stopFd.get(), POLLIN, 0}, {m_entrance->descriptor(), POLLIN, 0}}};
        int patience = -1;
        while (!m_end.stop_requested()) {
            // While there is no descriptor for those who wait, asking for them again is of no use.
            ::poll(waiting.data(), patience < 0 ? 2 : 1, patience < 0 ? LookInterval : patience);
            patience = acceptAll() ? -1 : PauseInShortage;
            m_entrance->look();
            waiting[1].fd = m_entrance->descriptor();
        }
        m_entrance.reset(); // nobody comes to a desk that is gone
        m_desks.clear();
    }

    /// False: somebody waits who cannot be accepted now.
    bool acceptAll()
    {
        while (!m_end.stop_requested()) {
            if (!m_entrance->accept(m_desks))
                return errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
        }
        return true;
    }

    std::stop_source m_end;
    Desks m_desks;
    std::unique_ptr<Entrance> m_entrance; // on the thread
    const std::string m_place;
    StopFd m_stopFd;
    std::thread m_thread;
};

RemoteServer::RemoteServer(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{}

RemoteServer::~RemoteServer() = default;

const std::string &RemoteServer::place() const
{
    return d->place();
}

tl::expected<std::unique_ptr<RemoteServer>, std::string> RemoteServer::start(const Door &door,
                                                                             Served served)
{
    auto entrance = door.address.empty() ? openUnix(door) : openTls(door);
    if (!entrance)
        return tl::unexpected(std::move(entrance.error()));
    served.instance = randomDigits();
    auto priv = std::make_unique<Private>(*std::move(entrance), std::move(served));
    try {
        priv->begin();
    } catch (const std::system_error &error) {
        return tl::unexpected(priv->place() + ": no thread can be had (" + error.what() + ")");
    }
    return std::unique_ptr<RemoteServer>(new RemoteServer(std::move(priv)));
}

} // namespace qontroller::remote
