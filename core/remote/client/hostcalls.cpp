// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/hostcalls.h"

#include "core/remote/client/callsunderway.h"
#include "core/remote/client/remotehost.h"
#include "core/remote/client/selectcall.h"
#include "core/remote/wire/alarmmessages.h"
#include "core/remote/wire/itemmessages.h"
#include "core/remote/wire/jobmessages.h"
#include "core/remote/wire/journalmessages.h"
#include "core/remote/wire/lifecyclemessages.h"
#include "core/remote/wire/sessionmessages.h"

#include <grpcpp/grpcpp.h>
#include <qontroller.grpc.pb.h>

#include <chrono>
#include <map>
#include <utility>

namespace qontroller::remote {

namespace {

/// A set of a million objects is frozen in less than one second.
constexpr auto Patience = std::chrono::seconds(30);

v1::JobName nameOf(JobId id)
{
    v1::JobName name;
    name.set_id(id);
    return name;
}

/// A refusal is the host's own sentence.
tl::expected<void, RemoteError> answerOf(const v1::OperateReply &reply)
{
    if (reply.refused().empty())
        return {};
    return tl::unexpected(RemoteError{RemoteError::Kind::Refused, reply.refused()});
}

JobAnswer jobOf(const v1::Job &job)
{
    return {read(job, HostClock()), HostClock().time(job.now())};
}

} // namespace

class HostCalls::Private
{
public:
    explicit Private(const RemoteHost &host)
        : m_address(host.address())
        , m_stub(v1::Host::NewStub(host.channel()))
    {}

    [[nodiscard]] v1::Host::Stub &stub() { return *m_stub; }
    [[nodiscard]] CallsUnderWay &calls() { return m_calls; }
    /// One question with one answer.
    template<class Request, class Reply>
    [[nodiscard]] Expected<Reply> call(grpc::Status (v1::Host::Stub::*method)(grpc::ClientContext *,
                                                                              const Request &,
                                                                              Reply *),
                                       const Request &request)
    {
        CallsUnderWay::Call underWay(m_calls);
        underWay.context().set_deadline(std::chrono::system_clock::now() + Patience);
        Reply reply;
        if (const grpc::Status status = (m_stub.get()->*method)(&underWay.context(), request,
                                                                &reply);
            !status.ok())
            return error(status);
        return reply;
    }
    [[nodiscard]] tl::unexpected<RemoteError> error(const grpc::Status &status) const
    {
        return tl::unexpected(errorOf(status, m_address));
    }

private:
    const std::string m_address;
    const std::unique_ptr<v1::Host::Stub> m_stub;
    CallsUnderWay m_calls;
};

HostCalls::HostCalls(const RemoteHost &host)
    : d(std::make_unique<Private>(host))
{}

HostCalls::~HostCalls() = default;

void HostCalls::close()
{
    d->calls().close();
}

HostCalls::Expected<SelectAnswer> HostCalls::select(const SelectQuestion &question)
{
    v1::SelectRequest request;
    request.set_filter(question.filter);
    request.set_sort(question.sort);
    request.set_limit(question.limit);
    CallsUnderWay::Call underWay(d->calls());
    const auto stream = d->stub().Select(&underWay.context(), request);
    SelectAnswer answer;
    std::map<ControllerId, std::string> names;
    for (v1::SelectReply page; stream->Read(&page);) {
        for (const v1::Controller &controller : page.controllers())
            names[controller.id()] = controller.name();
        answer.now = HostClock().time(page.now());
        answer.total = page.total();
        for (const v1::Selected &object : page.objects())
            answer.objects.push_back({object.controller(), names[object.controller()],
                                      read(object.item(), HostClock())});
    }
    if (const grpc::Status status = stream->Finish(); !status.ok())
        return d->error(status);
    return answer;
}

HostCalls::Expected<JobAnswer> HostCalls::startJob(const JobRequest &request, JobStart start)
{
    v1::JobRequest message;
    write(request, message);
    message.set_prepare(start == JobStart::Prepared);
    auto job = d->call(&v1::Host::Stub::StartJob, message).map(jobOf);
    return start == JobStart::Prepared ? job : std::move(job).map_error(ofChange);
}

HostCalls::Expected<JobAnswer> HostCalls::beginJob(JobId id)
{
    return d->call(&v1::Host::Stub::BeginJob, nameOf(id)).map(jobOf).map_error(ofChange);
}

HostCalls::Expected<JobAnswer> HostCalls::stopJob(JobId id)
{
    return d->call(&v1::Host::Stub::StopJob, nameOf(id)).map(jobOf).map_error(ofChange);
}

HostCalls::Expected<std::vector<JobAnswer>> HostCalls::jobs()
{
    return d->call(&v1::Host::Stub::ListJobs, v1::ListJobsRequest())
        .map([](const v1::JobList &all) {
            std::vector<JobAnswer> jobs;
            for (const v1::Job &job : all.jobs())
                jobs.push_back(jobOf(job));
            return jobs;
        });
}

HostCalls::Expected<JobAnswer> HostCalls::followJob(
    JobId id, const std::function<bool(const JobStatus &)> &goesOn)
{
    CallsUnderWay::Call underWay(d->calls());
    const auto stream = d->stub().FollowJob(&underWay.context(), nameOf(id));
    v1::Job last;
    bool isCut = false;
    for (v1::Job job; !isCut && stream->Read(&job);) {
        last = job;
        isCut = !goesOn(jobOf(job).job);
    }
    if (isCut)
        underWay.context().TryCancel();
    if (const grpc::Status status = stream->Finish(); !isCut && !status.ok())
        return d->error(status);
    return jobOf(last);
}

HostCalls::Expected<int> HostCalls::setWorkersFor(ControllerId controller, int workers,
                                                  Duration time)
{
    v1::WorkersRequest request;
    request.set_controller(controller.number);
    request.set_workers(workers);
    request.set_time(nanoseconds(time));
    return d->call(&v1::Host::Stub::SetWorkersFor, request)
        .map([](const v1::WorkersReply &reply) { return int(reply.before()); })
        .map_error(ofChange);
}

HostCalls::Expected<void> HostCalls::events(const EventsQuestion &question,
                                            const std::function<bool(const EventLine &)> &show)
{
    v1::EventsRequest request;
    request.set_controller(question.controller.number);
    request.set_last(question.last);
    request.set_follow(question.follow);
    CallsUnderWay::Call underWay(d->calls());
    const auto stream = d->stub().Events(&underWay.context(), request);
    for (v1::EventsReply reply; stream->Read(&reply);) {
        const Moment moment{TimePoint(Duration(reply.now())), WallTime(Duration(reply.wall()))};
        for (const v1::EventsReply::Line &line : reply.lines()) {
            EventRecord event = read(line.event(), HostClock());
            const WallTime at = moment.wallOf(event.time);
            if (!show({at, line.controller_name(), std::move(event), line.missed()})) {
                underWay.context().TryCancel();
                return {};
            }
        }
    }
    if (const grpc::Status status = stream->Finish(); !status.ok())
        return d->error(status);
    return {};
}

HostCalls::Expected<std::vector<OperatorLine>> HostCalls::operatorLog(std::uint64_t after)
{
    v1::OperatorLogRequest request;
    request.set_after(after);
    return d->call(&v1::Host::Stub::GetOperatorLog, request).map([](const v1::OperatorLog &log) {
        std::vector<OperatorLine> lines;
        for (const v1::OperatorLog::Entry &each : log.entries())
            lines.push_back({WallTime(Duration(each.wall())), each.who(), each.controller(),
                             each.text(), each.refused(), Ids(each.ids().begin(), each.ids().end()),
                             each.id_count(), each.ticket(), each.job(), each.result(),
                             each.number(), each.changed()});
        return lines;
    });
}

HostCalls::Expected<SessionText> HostCalls::session()
{
    return d->call(&v1::Host::Stub::GetSession, v1::SessionRequest())
        .map([](const v1::Session &session) {
            SessionText text{session.json(), session.file()};
            for (const v1::Session::NotStarted &each : session.not_started())
                text.notStarted.push_back({each.controller(), each.why()});
            text.notApplied = session.not_applied();
            text.notSaved = session.not_saved();
            text.awaited = {session.awaited().begin(), session.awaited().end()};
            return text;
        });
}

HostCalls::Expected<ApplyStatus> HostCalls::saveSession()
{
    v1::SessionRequest request;
    request.set_save(true);
    return d->call(&v1::Host::Stub::GetSession, request)
        .map_error(ofChange)
        .and_then([this](const v1::Session &session) -> Expected<ApplyStatus> {
            if (session.has_saved())
                return read(session.saved());
            return d->error({grpc::StatusCode::UNIMPLEMENTED, {}});
        });
}

HostCalls::Expected<JournalStatus> HostCalls::journal()
{
    return d->call(&v1::Host::Stub::GetJournal, v1::JournalRequest())
        .map([](const v1::Journal &journal) { return read(journal); });
}

HostCalls::Expected<JournalStatus> HostCalls::compactJournal()
{
    v1::JournalRequest request;
    request.set_compact(true);
    return d->call(&v1::Host::Stub::GetJournal, request).map([](const v1::Journal &journal) {
        return read(journal);
    });
}

HostCalls::Expected<AlarmStatus> HostCalls::alarms()
{
    return d->call(&v1::Host::Stub::GetAlarms, v1::AlarmsRequest())
        .map([](const v1::Alarms &alarms) { return read(alarms); });
}

HostCalls::Expected<void> HostCalls::acknowledge(const AcknowledgeRequest &request)
{
    v1::AcknowledgeRequest message;
    write(request, message);
    return d->call(&v1::Host::Stub::Acknowledge, message).map([](const auto &) {});
}

HostCalls::Expected<void> HostCalls::withdraw(const std::string &key)
{
    v1::AcknowledgeRequest message;
    message.set_key(key);
    message.set_withdraw(true);
    return d->call(&v1::Host::Stub::Acknowledge, message).map([](const auto &) {});
}

HostCalls::Expected<ApplyStatus> HostCalls::applySession(
    const std::optional<std::string> &json, ApplyMode mode,
    const std::function<void(const ApplyStatus &)> &show, const std::stop_token &stop)
{
    v1::ApplyRequest request;
    request.set_json(json.value_or(""));
    request.set_own_file(!json);
    request.set_dry_run(mode == ApplyMode::DryRun);
    CallsUnderWay::Call underWay(d->calls());
    const auto stream = d->stub().ApplySession(&underWay.context(), request);
    const std::stop_callback cancel(stop, [&underWay] { underWay.context().TryCancel(); });
    ApplyStatus last;
    for (v1::ApplyReply reply; stream->Read(&reply);) {
        last = read(reply);
        show(last);
    }
    const grpc::Status status = stream->Finish();
    if (status.ok())
        return last;
    const RemoteError error = d->error(status).value();
    return tl::unexpected(mode == ApplyMode::Apply ? ofChange(error) : error);
}

HostCalls::Expected<std::vector<FoundPlugin>> HostCalls::plugins()
{
    return d->call(&v1::Host::Stub::Plugins, v1::PluginsRequest())
        .map([](const v1::PluginList &list) {
            std::vector<FoundPlugin> plugins;
            for (const v1::PluginList::Plugin &each : list.plugins())
                plugins.push_back({each.id(), each.name(), each.version(), each.file(),
                                   each.state(), each.why(), each.parameters()});
            return plugins;
        });
}

HostCalls::Expected<consist::LifecycleAnswer> HostCalls::members(
    const consist::LifecycleQuestion &question)
{
    v1::MembersRequest request;
    write(question, request);
    CallsUnderWay::Call underWay(d->calls());
    underWay.context().set_deadline(std::chrono::system_clock::now() + Patience);
    const auto stream = d->stub().GetMembers(&underWay.context(), request);
    consist::LifecycleAnswer answer;
    if (request.employers())
        answer.employers.emplace(); // also if there are none
    for (v1::MembersReply reply; stream->Read(&reply);)
        add(reply, answer);
    const grpc::Status status = stream->Finish();
    if (status.error_code() == grpc::StatusCode::FAILED_PRECONDITION)
        answer.hasControllers = false;
    else if (!status.ok())
        return d->error(status);
    return answer;
}

HostCalls::Expected<void> HostCalls::operate(const consist::EmployeeKey &member,
                                             const consist::Command &command)
{
    v1::OperationCommand request;
    write(member, command, request);
    return d->call(&v1::Host::Stub::Operate, request).and_then(answerOf).map_error(ofChange);
}

HostCalls::Expected<void> HostCalls::forgetEmployer(const consist::EmployerName &employer)
{
    v1::EmployerName request;
    write(employer, request);
    return d->call(&v1::Host::Stub::ForgetEmployer, request).and_then(answerOf).map_error(ofChange);
}

} // namespace qontroller::remote
