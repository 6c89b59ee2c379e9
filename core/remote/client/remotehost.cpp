// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/remotehost.h"

#include "core/base/mutex.h"
#include "core/remote/wire/commandmessages.h"
#include "core/remote/wire/deltamessages.h"
#include "core/remote/wire/detailmessages.h"

#include <grpcpp/grpcpp.h>
#include <qontroller.grpc.pb.h>

#include <map>
#include <utility>

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
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    return arguments;
}

std::chrono::system_clock::time_point deadline()
{
    return std::chrono::system_clock::now()
           + std::chrono::duration_cast<std::chrono::system_clock::duration>(RemoteHost::Patience);
}

v1::ObjectName nameOf(ControllerId controller, const ObjectId &id)
{
    v1::ObjectName name;
    name.set_controller(controller);
    name.set_id(id);
    return name;
}

using PullStream = grpc::ClientReaderWriter<v1::PullRequest, v1::Delta>;

/// The stream of one reader. Used by one thread at a time.
struct Reader
{
    Reads reads = Reads::Everything;
    grpc::ClientContext context;
    std::unique_ptr<PullStream> stream;
};

} // namespace

class RemoteHost::Private
{
public:
    explicit Private(std::string socket)
        : m_address(std::move(socket))
        , m_stub(v1::Host::NewStub(grpc::CreateCustomChannel("unix:" + m_address,
                                                             grpc::InsecureChannelCredentials(),
                                                             channelArguments())))
    {}

    [[nodiscard]] const Introduction &introduction() const { return m_introduction; }

    tl::expected<void, RemoteError> greet()
    {
        v1::HelloReply reply;
        if (!call(&v1::Host::Stub::Hello, v1::HelloRequest(), reply))
            return tl::unexpected(*problem());
        m_introduction = {reply.name(), reply.version(), reply.who(),
                          reply.role() == v1::ROLE_OPERATOR};
        return {};
    }

    /// One question. False: see problem().
    template<class Request, class Reply>
    bool call(grpc::Status (v1::Host::Stub::*method)(grpc::ClientContext *, const Request &,
                                                     Reply *),
              const Request &request, Reply &reply)
    {
        grpc::ClientContext context;
        context.set_deadline(deadline());
        return note((m_stub.get()->*method)(&context, request, &reply));
    }

    /// The same, until \a stop is requested.
    bool describe(const v1::ObjectName &object, v1::Description &reply, const std::stop_token &stop)
    {
        grpc::ClientContext context;
        const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
        return note(m_stub->Describe(&context, object, &reply));
    }

    ReaderId attach(Reads reads)
    {
        MutexLock lock(m_mutex);
        m_readers.emplace(++m_lastReader, std::make_shared<Reader>()).first->second->reads = reads;
        return m_lastReader;
    }

    Delta pull(ReaderId id)
    {
        const std::shared_ptr<Reader> reader = find(id);
        if (!reader)
            return nothing();
        if (!reader->stream)
            reader->stream = m_stub->Pull(&reader->context);
        v1::PullRequest request;
        request.set_reads(reader->reads == Reads::Events ? v1::READS_EVENTS : v1::READS_EVERYTHING);
        v1::Delta message;
        if (!reader->stream->Write(request) || !reader->stream->Read(&message)) {
            static_cast<void>(note(reader->stream->Finish()));
            detach(id);
            return nothing();
        }
        static_cast<void>(note(grpc::Status::OK));
        return read(message, clockOf(message.now()));
    }

    void detach(ReaderId id)
    {
        MutexLock lock(m_mutex);
        m_readers.erase(id);
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

    [[nodiscard]] std::optional<RemoteError> problem() const
    {
        MutexLock lock(m_mutex);
        return m_problem;
    }

    [[nodiscard]] TimePoint now() const { return m_here.now(); }

private:
    bool note(const grpc::Status &status)
    {
        MutexLock lock(m_mutex);
        m_problem = status.ok() ? std::nullopt : std::optional(errorOf(status, m_address));
        return status.ok();
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
    const std::unique_ptr<v1::Host::Stub> m_stub;
    Clock &m_here = SteadyClock::instance();
    Introduction m_introduction; // from greet() on
    mutable Mutex m_mutex;
    std::map<ReaderId, std::shared_ptr<Reader>> m_readers QONTROLLER_GUARDED_BY(m_mutex);
    ReaderId m_lastReader QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::optional<HostClock> m_clock QONTROLLER_GUARDED_BY(m_mutex);
    std::optional<RemoteError> m_problem QONTROLLER_GUARDED_BY(m_mutex);
};

RemoteHost::RemoteHost(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{}

RemoteHost::~RemoteHost() = default;

tl::expected<std::unique_ptr<RemoteHost>, RemoteError> RemoteHost::connect(
    const std::string &socket)
{
    auto priv = std::make_unique<Private>(socket);
    if (auto greeted = priv->greet(); !greeted)
        return tl::unexpected(std::move(greeted.error()));
    return std::unique_ptr<RemoteHost>(new RemoteHost(std::move(priv)));
}

const Introduction &RemoteHost::introduction() const
{
    return d->introduction();
}

std::optional<RemoteError> RemoteHost::problem() const
{
    return d->problem();
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
    name.set_controller(controller);
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
