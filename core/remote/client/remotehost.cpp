// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/remotehost.h"

#include "core/base/files/stopfd.h"
#include "core/base/threads/mutex.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/remote/client/callsunderway.h"
#include "core/remote/client/sshtunnel.h"
#include "core/remote/client/unixconnection.h"
#include "core/remote/tls/tcp.h"
#include "core/remote/tls/tlsrelay.h"
#include "core/remote/wire/commandmessages.h"
#include "core/remote/wire/deltamessages.h"
#include "core/remote/wire/detailmessages.h"
#include "core/remote/wire/goodbye.h"

#include <grpcpp/create_channel_posix.h>
#include <grpcpp/grpcpp.h>
#include <qontroller.grpc.pb.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <future>
#include <map>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

namespace qontroller::remote {

namespace {

/// A host that says nothing for so long, in milliseconds, is asked whether it lives, and has as
/// long to answer.
constexpr int KeepAlive = 10'000;
/// Of one answer: 5000 rows a controller, some with long texts.
constexpr int LongestAnswer = 256 << 20;

grpc::ChannelArguments channelArguments()
{
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(LongestAnswer);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, KeepAlive);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, KeepAlive);
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0); // as many as it takes
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    return arguments;
}

using Channel = std::shared_ptr<grpc::Channel>;

RemoteError errorOfSocket(const std::string &path, int error)
{
    switch (error) {
    case ENOENT:
    case ECONNREFUSED: return {RemoteError::Kind::NotReached, path + ": no host listens there"};
    case EACCES:
    case EPERM:
        return {RemoteError::Kind::NotAllowed,
                path
                    + ": you may not open this socket: its user may, and for a service the group "
                      "qontroller"};
    case EAGAIN: return {RemoteError::Kind::NotReached, path + ": the host does not answer"};
    case ENAMETOOLONG:
        return {RemoteError::Kind::NotReached, path
                                                   + ": the path of a socket has 107 bytes at the "
                                                     "most"};
    default: break;
    }
    return {RemoteError::Kind::NotReached,
            path + ": the host cannot be reached (" + std::generic_category().message(error) + ")"};
}

/// What a host sends of itself at the beginning, which it does at once: nothing if it does not in
/// \a patience; empty if it has ended the connection.
std::optional<std::string> beginOf(int socket, Duration patience, const std::stop_token &stop)
{
    constexpr std::size_t Enough = 1024;
    const StopFd stopFd(stop);
    std::array<pollfd, 2> waiting{{{socket, POLLIN, 0}, {stopFd.get(), POLLIN, 0}}};
    const auto longest = std::chrono::ceil<std::chrono::milliseconds>(patience);
    ::poll(waiting.data(), waiting.size(), static_cast<int>(std::max<long>(0, longest.count())));
    if (waiting[0].revents == 0)
        return std::nullopt;
    std::string bytes(Enough, '\0');
    const ssize_t size = ::recv(socket, bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
    bytes.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return bytes;
}

/// A channel over a connection that is there. Unlike others it never makes a new one by itself,
/// which could be to a host that was started anew.
tl::expected<Channel, RemoteError> channelOver(UniqueFd socket, const std::string &name,
                                               Duration patience, const std::stop_token &stop)
{
    const auto notReached = [&name](const std::string &what) {
        return tl::unexpected(RemoteError{RemoteError::Kind::NotReached, name + ": " + what});
    };
    const auto begin = beginOf(socket.get(), patience, stop);
    if (!begin)
        return notReached("the host does not answer");
    if (const auto why = readGoodbye(*begin))
        return notReached("the host turns you away: " + *why);
    return grpc::CreateCustomInsecureChannelFromFd(name, socket.release(), channelArguments());
}

/// Where the certificates of this user are.
std::string tlsFolder()
{
    // NOLINTBEGIN(concurrency-mt-unsafe): nothing sets any
    if (const char *named = std::getenv("QONTROLLER_TLS"); named && *named)
        return named;
    const char *config = std::getenv("XDG_CONFIG_HOME");
    const char *home = std::getenv("HOME");
    // NOLINTEND(concurrency-mt-unsafe)
    return config && *config ? std::string(config) + "/qontroller/tls"
                             : std::string(home ? home : "") + "/.config/qontroller/tls";
}

/// A channel, and what it goes through.
struct Way
{
    std::shared_ptr<void> keeps; ///< null: it goes through nothing of ours
    Channel channel;
    /// Why the host has turned this side away, where only what it goes through knows it.
    std::function<std::string()> refusal = {};
};

tl::expected<Way, RemoteError> wayTo(const std::string &socket, Duration patience,
                                     const std::stop_token &stop)
{
    auto connection = connectToUnix(socket, patience);
    if (!connection)
        return tl::unexpected(errorOfSocket(socket, connection.error()));
    return channelOver(*std::move(connection), socket, patience, stop)
        .map([](Channel channel) { return Way{nullptr, std::move(channel)}; });
}

tl::expected<Way, RemoteError> wayThroughSsh(const Address &address, Duration patience,
                                             const std::stop_token &stop)
{
    auto tunnel = SshTunnel::open(address, stop);
    if (!tunnel)
        return tl::unexpected(std::move(tunnel.error()));
    const std::shared_ptr<SshTunnel> keeps = *std::move(tunnel);
    return channelOver(keeps->takeConnection(), keeps->socket(), patience, stop)
        .map([&keeps](Channel channel) { return Way{keeps, std::move(channel)}; });
}

/// A connection with TLS, and the certificates that it was made with.
struct TlsWay
{
    explicit TlsWay(Certificates own)
        : certificates(std::move(own))
    {}

    const Certificates certificates;
    std::unique_ptr<TlsRelay> relay;
};

tl::expected<Way, RemoteError> wayThroughTls(const Address &address, Duration patience,
                                             const std::stop_token &stop)
{
    const auto notReached = [&address](const std::string &what) {
        return tl::unexpected(
            RemoteError{RemoteError::Kind::NotReached, address.text() + ": " + what});
    };
    auto certificates = Certificates::ofClient(tlsFolder());
    if (!certificates)
        return notReached(certificates.error());
    const TimePoint deadline = later(SteadyClock::instance().now(), patience);
    auto connection = connectTo(address.machine, address.port, deadline, stop);
    if (!connection)
        return notReached(connection.error());
    auto way = std::make_shared<TlsWay>(*std::move(certificates));
    std::promise<tl::expected<UniqueFd, std::string>> made;
    auto socket = made.get_future();
    way->relay = std::make_unique<TlsRelay>(
        way->certificates, *std::move(connection), address.machine,
        [&made](auto inside, const TlsPeer &) { made.set_value(std::move(inside)); },
        deadline - SteadyClock::instance().now());
    const std::stop_callback end(stop, [&way] { way->relay->requestEnd(); });
    auto inside = socket.get(); // at the deadline at the latest
    if (!inside)
        return tl::unexpected(RemoteError{RemoteError::Kind::NotAllowed,
                                          address.text() + ": TLS: " + inside.error()});
    auto channel = channelOver(*std::move(inside), address.text(),
                               deadline - SteadyClock::instance().now(), stop);
    if (!channel)
        return tl::unexpected(std::move(channel.error()));
    return Way{way, *std::move(channel), [way] { return way->relay->refusal(); }};
}

tl::expected<Way, RemoteError> wayTo(const Address &address, Duration patience,
                                     const std::stop_token &stop)
{
    switch (address.kind) {
    case Address::Kind::Unix: return wayTo(address.path, patience, stop);
    case Address::Kind::Ssh: return wayThroughSsh(address, patience, stop);
    case Address::Kind::Named:
        return tl::unexpected(RemoteError{RemoteError::Kind::NotReached,
                                          "no host is called \"" + address.host + "\" here"});
    case Address::Kind::Tls: break;
    }
    return wayThroughTls(address, patience, stop);
}

v1::ObjectName nameOf(ControllerId controller, const ObjectId &id)
{
    v1::ObjectName name;
    name.set_controller(controller.number);
    name.set_id(id);
    return name;
}

/// Adds \a controller unless a part of it was added before.
void addTo(Delta &all, ControllerDelta controller)
{
    controller.events.clear();
    controller.ticketEnds.clear();
    if (std::ranges::find(all.controllers, controller.id, &ControllerDelta::id)
        == all.controllers.end())
        all.controllers.push_back(std::move(controller));
}

using PullStream = grpc::ClientReaderWriter<v1::PullRequest, v1::Delta>;

/// The stream of one reader. Used by one thread at a time.
struct Reader
{
    Reader(CallsUnderWay &calls, Reads what)
        : reads(what)
        , call(calls)
    {}

    const Reads reads;
    CallsUnderWay::Call call;
    std::unique_ptr<PullStream> stream;
};

} // namespace

class RemoteHost::Private
{
public:
    Private(std::string address, Way way, Duration patience)
        : m_address(std::move(address))
        , m_patience(patience)
        , m_way(std::move(way.keeps))
        , m_channel(std::move(way.channel))
        , m_stub(v1::Host::NewStub(m_channel))
    {}

    [[nodiscard]] const Introduction &introduction() const { return m_introduction; }

    tl::expected<void, RemoteError> greet()
    {
        v1::HelloReply reply;
        if (!call(&v1::Host::Stub::Hello, v1::HelloRequest(), reply))
            return tl::unexpected(*problem());
        m_introduction = {reply.name(), reply.version(), reply.instance(), reply.who(),
                          reply.role() == v1::ROLE_OPERATOR};
        return {};
    }

    /// One question. False: see problem().
    template<class Request, class Reply>
    bool call(grpc::Status (v1::Host::Stub::*method)(grpc::ClientContext *, const Request &,
                                                     Reply *),
              const Request &request, Reply &reply)
    {
        CallsUnderWay::Call underWay(m_calls);
        underWay.context().set_deadline(deadline());
        return note((m_stub.get()->*method)(&underWay.context(), request, &reply));
    }

    /// The same, until \a stop is requested.
    bool describe(const v1::ObjectName &object, v1::Description &reply, const std::stop_token &stop)
    {
        CallsUnderWay::Call underWay(m_calls);
        const std::stop_callback cancel(stop, [&] { underWay.context().TryCancel(); });
        const grpc::Status status = m_stub->Describe(&underWay.context(), object, &reply);
        return stop.stop_requested() ? status.ok() : note(status); // who stops knows why
    }

    void close() { m_calls.close(); }

    ReaderId attach(Reads reads)
    {
        MutexLock lock(m_mutex);
        m_readers.emplace(++m_lastReader, std::make_shared<Reader>(m_calls, reads));
        return m_lastReader;
    }

    Delta pull(ReaderId id)
    {
        const std::shared_ptr<Reader> reader = find(id);
        if (!reader)
            return nothing();
        if (!reader->stream)
            reader->stream = m_stub->Pull(&reader->call.context());
        v1::PullRequest request;
        request.set_reads(reader->reads == Reads::Events ? v1::READS_EVENTS : v1::READS_EVERYTHING);
        v1::Delta message;
        if (!reader->stream->Write(request) || !reader->stream->Read(&message)) {
            // Whatever the host says of it, as of one whose places are taken: what is known of it
            // ends here.
            static_cast<void>(note(earlyEndOf(*reader->stream), true));
            detach(id);
            return nothing();
        }
        static_cast<void>(note(grpc::Status::OK));
        return read(message, clockOf(message.now()));
    }

    tl::expected<Delta, RemoteError> snapshot()
    {
        CallsUnderWay::Call underWay(m_calls);
        underWay.context().set_deadline(deadline());
        const auto stream = m_stub->Pull(&underWay.context());
        v1::PullRequest request;
        request.set_reads(v1::READS_EVENTS);
        request.set_once(true);
        stream->Write(request);
        stream->WritesDone();
        std::optional<Delta> all;
        for (v1::Delta message; stream->Read(&message);) {
            Delta part = read(message, clockOf(message.now()));
            if (!all)
                all.emplace().now = part.now;
            for (ControllerDelta &each : part.controllers)
                addTo(*all, std::move(each));
        }
        if (note(all ? stream->Finish() : earlyEndOf(*stream)) && all)
            return *std::move(all);
        return tl::unexpected(*problem());
    }

    /// Ends the pull that is under way.
    void detach(ReaderId id)
    {
        std::shared_ptr<Reader> gone;
        MutexLock lock(m_mutex);
        if (const auto found = m_readers.find(id); found != m_readers.end()) {
            gone = std::move(found->second);
            m_readers.erase(found);
            gone->call.context().TryCancel();
        }
    }

    /// The host's clock as it is at a moment that the host called \a now. Taken once, so that times
    /// do not change from one answer to the next.
    HostClock clockOf(std::int64_t now)
    {
        MutexLock lock(m_mutex);
        if (!m_clock)
            m_clock = HostClock{m_here.now() - TimePoint(Duration(now))};
        return *m_clock;
    }

    [[nodiscard]] const std::string &address() const { return m_address; }
    [[nodiscard]] Channel channel() const { return m_channel; }

    [[nodiscard]] std::optional<RemoteError> problem() const
    {
        MutexLock lock(m_mutex);
        return m_problem;
    }

    [[nodiscard]] std::optional<RemoteError> loss() const
    {
        MutexLock lock(m_mutex);
        return m_loss;
    }

    [[nodiscard]] TimePoint now() const { return m_here.now(); }

private:
    [[nodiscard]] std::chrono::system_clock::time_point deadline() const
    {
        return std::chrono::system_clock::now()
               + std::chrono::duration_cast<std::chrono::system_clock::duration>(m_patience);
    }

    /// \a isLoss: also a status that is none in itself.
    bool note(const grpc::Status &status, bool isLoss = false)
    {
        MutexLock lock(m_mutex);
        m_problem = status.ok() ? std::nullopt : std::optional(errorOf(status, m_address));
        isLoss |= status.error_code() == grpc::StatusCode::UNAVAILABLE
                  || status.error_code() == grpc::StatusCode::CANCELLED;
        if (isLoss && !m_loss)
            m_loss = m_problem;
        return status.ok();
    }

    /// A host that ends may do so in good order.
    static grpc::Status earlyEndOf(PullStream &stream)
    {
        const grpc::Status status = stream.Finish();
        return status.ok() ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "it has ended") : status;
    }

    std::shared_ptr<Reader> find(ReaderId id)
    {
        MutexLock lock(m_mutex);
        const auto found = m_readers.find(id);
        return found == m_readers.end() ? nullptr : found->second;
    }

    [[nodiscard]] Delta nothing() const
    {
        Delta delta;
        delta.now = m_here.now();
        return delta;
    }

    const std::string m_address;
    const Duration m_patience;
    const std::shared_ptr<void> m_way; // the channel goes through it
    const Channel m_channel;
    const std::unique_ptr<v1::Host::Stub> m_stub;
    CallsUnderWay m_calls;
    Clock &m_here = SteadyClock::instance();
    Introduction m_introduction; // from greet() on
    mutable Mutex m_mutex;
    std::map<ReaderId, std::shared_ptr<Reader>> m_readers QONTROLLER_GUARDED_BY(m_mutex);
    ReaderId m_lastReader QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::optional<HostClock> m_clock QONTROLLER_GUARDED_BY(m_mutex);
    std::optional<RemoteError> m_problem QONTROLLER_GUARDED_BY(m_mutex);
    std::optional<RemoteError> m_loss QONTROLLER_GUARDED_BY(m_mutex);
};

RemoteHost::RemoteHost(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{}

RemoteHost::~RemoteHost() = default;

tl::expected<std::unique_ptr<RemoteHost>, RemoteError> RemoteHost::connect(
    const Address &address, const std::stop_token &stop, Duration patience)
{
    auto way = wayTo(address, patience, stop);
    if (!way)
        return tl::unexpected(std::move(way.error()));
    const auto refusal = way->refusal;
    auto priv = std::make_unique<Private>(address.text(), *std::move(way), patience);
    const std::stop_callback end(stop, [greeting = priv.get()] { greeting->close(); });
    if (auto greeted = priv->greet(); !greeted) {
        if (const std::string why = refusal ? refusal() : ""; !why.empty())
            return tl::unexpected(
                RemoteError{RemoteError::Kind::NotAllowed, address.text()
                                                               + ": the host refuses your "
                                                                 "certificate ("
                                                               + why + ")"});
        return tl::unexpected(std::move(greeted.error()));
    }
    return std::unique_ptr<RemoteHost>(new RemoteHost(std::move(priv)));
}

tl::expected<std::unique_ptr<RemoteHost>, RemoteError> RemoteHost::connect(
    const std::string &socket)
{
    Address address;
    address.path = socket;
    return connect(address);
}

const Introduction &RemoteHost::introduction() const
{
    return d->introduction();
}

const std::string &RemoteHost::address() const
{
    return d->address();
}

std::shared_ptr<grpc::Channel> RemoteHost::channel() const
{
    return d->channel();
}

std::optional<RemoteError> RemoteHost::problem() const
{
    return d->problem();
}

std::optional<RemoteError> RemoteHost::loss() const
{
    return d->loss();
}

void RemoteHost::close()
{
    d->close();
}

ReaderId RemoteHost::attach(Reads reads)
{
    return d->attach(reads);
}

Delta RemoteHost::pull(ReaderId reader)
{
    return d->pull(reader);
}

void RemoteHost::detach(ReaderId reader)
{
    d->detach(reader);
}

tl::expected<Delta, RemoteError> RemoteHost::snapshot()
{
    return d->snapshot();
}

Sample RemoteHost::sample()
{
    v1::Sample reply;
    if (!d->call(&v1::Host::Stub::TakeSample, v1::SampleRequest(), reply))
        return {d->now(), {}};
    return read(reply, d->clockOf(reply.now()));
}

std::optional<ItemDetail> RemoteHost::detail(ControllerId controller, const ObjectId &id)
{
    v1::ItemDetail reply;
    if (!d->call(&v1::Host::Stub::GetDetail, nameOf(controller, id), reply))
        return std::nullopt;
    return read(reply, d->clockOf(reply.now()));
}

std::optional<Description> RemoteHost::describe(ControllerId controller, const ObjectId &id,
                                                std::stop_token stop)
{
    v1::Description reply;
    if (!d->describe(nameOf(controller, id), reply, stop))
        return std::nullopt;
    return read(reply);
}

std::vector<ObjectId> RemoteHost::held(ControllerId controller)
{
    v1::ControllerName name;
    name.set_controller(controller.number);
    v1::Ids reply;
    if (!d->call(&v1::Host::Stub::ListHeld, name, reply))
        return {};
    return {reply.ids().begin(), reply.ids().end()};
}

Ticket RemoteHost::submit(Command command)
{
    v1::Command message;
    write(command, message);
    v1::SubmitReply reply;
    return d->call(&v1::Host::Stub::Submit, message, reply) ? reply.ticket() : 0;
}

} // namespace qontroller::remote
