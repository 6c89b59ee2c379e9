// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/remoteserver.h"

#include "core/base/faults/callforeign.h"
#include "core/base/files/stopfd.h"
#include "core/base/text/randomdigits.h"
#include "core/remote/server/reception.h"
#include "core/remote/server/unixlistener.h"
#include "core/remote/tls/certificates.h"
#include "core/remote/tls/tcp.h"
#include "core/remote/tls/tlsrelay.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace qontroller::remote {

namespace {

constexpr std::size_t MostRelays = 256; // each has a thread
constexpr int PauseInShortage = 1000;   // ms without a descriptor for another connection
/// How often, in ms, the server looks whether its socket is there, and who has gone.
constexpr int LookInterval = 1000;

/// Where callers come in. Used by one thread.
class Entrance
{
public:
    virtual ~Entrance() = default;
    [[nodiscard]] virtual const std::string &place() const = 0;
    /// Readable when somebody waits to be accepted.
    [[nodiscard]] virtual int descriptor() const = 0;
    /// Accepts one. False: nobody waits, or cannot be accepted now: see `errno`.
    virtual bool accept(Reception &reception) = 0;
    /// Sees to it that callers find it, and which of them have gone. The descriptor may be another
    /// one then.
    virtual void look() = 0;
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
    bool accept(Reception &reception) override
    {
        auto connection = m_listener.accept();
        if (!connection)
            return false;
        reception.take({nameOfUser(connection->user), Role::Operator},
                       std::move(connection->socket));
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
    bool accept(Reception &reception) override
    {
        sockaddr_storage from{};
        socklen_t size = sizeof from;
        UniqueFd caller(::accept4(m_listener.get(), reinterpret_cast<sockaddr *>(&from), &size,
                                  SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!caller)
            return false;
        endWhenSilent(caller.get()); // or it would keep its places of the Room
        look();
        if (m_relays.size() >= MostRelays)
            return turnAway(reception,
                            std::to_string(MostRelays) + " connections are open already");
        try {
            m_relays.push_back(
                std::make_unique<TlsRelay>(m_certificates, std::move(caller), std::string(),
                                           [this, &reception,
                                            place = machineOf(from)](auto socket,
                                                                     const TlsPeer &peer) {
                                               take(reception, std::move(socket), peer, place);
                                           }));
        } catch (const std::system_error &error) {
            return turnAway(reception,
                            std::string("there is no thread for it (") + error.what() + ')');
        }
        return true;
    }
    void look() override
    {
        std::erase_if(m_relays, [](const auto &relay) { return relay->isOver(); });
    }

private:
    void take(Reception &reception, tl::expected<UniqueFd, std::string> socket, const TlsPeer &peer,
              const std::string &from)
    {
        if (!socket)
            return refuse(peer.name.empty() ? "a caller" : peer.name, socket.error());
        const std::string name = peer.name.empty() ? "a certificate without a name" : peer.name;
        reception.take({name + " (TLS from " + from + ')',
                        peer.trust == Trust::Operator ? Role::Operator : Role::Viewer},
                       *std::move(socket));
    }
    /// Of whom nothing is known yet.
    bool turnAway(const Reception &reception, const std::string &why) const
    {
        reception.turnAway({"a caller at " + m_place}, why);
        return true;
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
        : m_reception(std::make_unique<Reception>(std::move(served), m_end.get_token()))
        , m_entrance(std::move(entrance))
        , m_place(m_entrance->place())
        , m_stopFd(m_end.get_token())
    {}
    ~Private()
    {
        m_end.request_stop();
        welcome(); // the thread waits for it
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

    void welcome()
    {
        m_isOpen = true;
        m_isOpen.notify_all();
    }

    [[nodiscard]] const std::string &place() const { return m_place; }

private:
    void run()
    {
        m_isOpen.wait(false);
        std::array<pollfd, 2> waiting{
            {{m_stopFd.get(), POLLIN, 0}, {m_entrance->descriptor(), POLLIN, 0}}};
        int patience = -1;
        while (!m_end.stop_requested()) {
            // While there is nothing left for those who wait, asking for them again is of no use.
            ::poll(waiting.data(), patience < 0 ? 2 : 1, patience < 0 ? LookInterval : patience);
            const auto isDone = callForeign([this] { return serveDoor(); }); // memory may lack
            patience = isDone.value_or(false) ? -1 : PauseInShortage;
            waiting[1].fd = m_entrance->descriptor();
        }
        m_entrance.reset(); // nobody comes to a reception that is gone
        m_reception.reset();
    }

    /// False: somebody waits who cannot be accepted now.
    bool serveDoor()
    {
        const bool isDone = acceptAll();
        m_reception->look();
        m_entrance->look();
        return isDone;
    }

    bool acceptAll()
    {
        while (!m_end.stop_requested()) {
            if (m_entrance->accept(*m_reception))
                continue;
            if (errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM)
                return true;
            if (!acceptWithTheLast())
                return false;
        }
        return true;
    }

    // Without a descriptor a caller would wait and not learn why: one is kept to turn them away.
    bool acceptWithTheLast()
    {
        m_last.reset();
        const bool isAccepted = m_entrance->accept(*m_reception);
        m_last = anyDescriptor();
        return isAccepted;
    }

    static UniqueFd anyDescriptor() { return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

    std::stop_source m_end;
    std::atomic<bool> m_isOpen = false;
    std::unique_ptr<Reception> m_reception;
    std::unique_ptr<Entrance> m_entrance; // on the thread
    const std::string m_place;
    StopFd m_stopFd;
    UniqueFd m_last = anyDescriptor();
    std::thread m_thread;
};

RemoteServer::RemoteServer(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{}

RemoteServer::~RemoteServer() = default;

void RemoteServer::welcome()
{
    d->welcome();
}

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
