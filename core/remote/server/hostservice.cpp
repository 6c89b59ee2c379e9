// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/hostservice.h"

#include "core/base/text/text.h"
#include "core/base/threads/wait.h"
#include "core/engine/filter/filterparser.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/engine/selection/selection.h"
#include "core/remote/server/lastevents.h"
#include "core/remote/server/memberreplies.h"
#include "core/remote/wire/alarmmessages.h"
#include "core/remote/wire/commandmessages.h"
#include "core/remote/wire/deltamessages.h"
#include "core/remote/wire/deltaparts.h"
#include "core/remote/wire/detailmessages.h"
#include "core/remote/wire/itemmessages.h"
#include "core/remote/wire/jobmessages.h"
#include "core/remote/wire/journalmessages.h"
#include "core/remote/wire/lifecyclemessages.h"
#include "core/remote/wire/sessionmessages.h"

#include <google/protobuf/arena.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace qontroller::remote {

namespace {

/// A plugin that does not return from a description keeps a thread. Then no more are begun.
constexpr int MostDescriptions = 4;
/// The same for operations on members: some windows ask at once.
constexpr int MostLifecycleCalls = 16;
/// Of which one call tells all that is known.
constexpr int MostOpened = 256;
/// How often a call that waits for news looks whether there are any.
constexpr auto Glance = std::chrono::milliseconds(50);
/// Objects that are looked up at once for a page.
constexpr std::size_t ObjectsAtOnce = 256;
/// A page that has so many bytes is sent; an object has 80 KiB at the most, mostly 200 B.
constexpr std::size_t EnoughOfPage = std::size_t{1} << 20;
/// Of all ids that are held, in bytes: no message has more than 4 MiB.
constexpr std::size_t MostHeld = std::size_t{3} << 20;

grpc::Status notKnown()
{
    return {grpc::StatusCode::NOT_FOUND, "there is no such controller or object (any more)"};
}

grpc::Status noJob()
{
    return {grpc::StatusCode::NOT_FOUND, "there is no such job (any more)"};
}

grpc::Status noPreparedJob()
{
    return {grpc::StatusCode::NOT_FOUND,
            "the job is not prepared any more, for others were prepared since or it waited for "
            "more than 10 minutes: give the command again"};
}

/// Why a pause cannot be so long; nothing: it can.
std::optional<std::string> problemOf(const Action &action)
{
    const PauseTerms *terms = termsOf(action);
    if (!terms || !terms->expiry || *terms->expiry > Duration::zero())
        return std::nullopt;
    return "the time of a pause is more than 0, as in 2h";
}

grpc::Status noMembers()
{
    return {grpc::StatusCode::FAILED_PRECONDITION, "no controller with members runs on this host"};
}

v1::Role wireRole(Role role)
{
    return role == Role::Operator ? v1::ROLE_OPERATOR : v1::ROLE_VIEWER;
}

/// What came of a command on a member, behind what it was.
std::string outcomeOf(const tl::expected<tl::expected<void, Error>, grpc::Status> &done)
{
    if (!done && done.error().error_code() == grpc::StatusCode::CANCELLED)
        return ": not answered yet";
    if (!done)
        return ": refused: " + done.error().error_message();
    return *done ? "" : ": refused: " + done->error().message;
}

/// Lines of Events, if the caller does not say how many.
constexpr std::size_t LastLines = 100;

} // namespace

HostService::HostService(Served served, Caller caller, std::stop_token end)
    : m_served(std::move(served))
    , m_caller(std::move(caller))
    , m_end(std::move(end))
    , m_descriptions(MostDescriptions,
                     "plugins are still busy with earlier descriptions: try again later")
    , m_lifecycleCalls(MostLifecycleCalls,
                       "plugins are still busy with earlier questions on members: try again later")
{}

grpc::Status HostService::Hello(grpc::ServerContext *, const v1::HelloRequest *,
                                v1::HelloReply *reply)
{
    reply->set_version(m_served.about.version);
    reply->set_name(m_served.about.name);
    reply->set_role(wireRole(m_caller.role));
    reply->set_who(m_caller.who);
    reply->set_instance(m_served.instance);
    return grpc::Status::OK;
}

grpc::Status HostService::Pull(grpc::ServerContext *,
                               grpc::ServerReaderWriter<v1::Delta, v1::PullRequest> *stream)
{
    v1::PullRequest request;
    if (!stream->Read(&request))
        return grpc::Status::OK;
    const CallerPlaces::Place place = request.once() ? nullptr : m_served.room->pulls.take();
    if (!request.once() && !place)
        return refuse("to look at the host", m_served.room->pulls.full());
    FeedReader reader(m_served.feed,
                      request.reads() == v1::READS_EVENTS ? Reads::Events : Reads::Everything);
    google::protobuf::Arena arena;
    std::optional<DeltaParts> parts;
    bool isMore = false;
    do {
        if (!parts || parts->isOver()) {
            const Delta delta = reader.pull();
            isMore = std::ranges::any_of(delta.controllers, [](const ControllerDelta &each) {
                return each.rowsPending > 0 || each.events.size() >= DeltaEventLimit;
            });
            parts.emplace(delta);
        }
        auto *delta = google::protobuf::Arena::CreateMessage<v1::Delta>(&arena);
        parts->writeNext(*delta);
        if (!stream->Write(*delta))
            break;
        arena.Reset();
    } while (place ? stream->Read(&request)
                   : !parts->isOver() || (isMore && !m_end.stop_requested()));
    return grpc::Status::OK;
}

grpc::Status HostService::TakeSample(grpc::ServerContext *, const v1::SampleRequest *,
                                     v1::Sample *reply)
{
    write(m_served.feed.sample(), *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::Submit(grpc::ServerContext *, const v1::Command *request,
                                 v1::SubmitReply *reply)
{
    auto command = read(*request);
    if (!command)
        return {grpc::StatusCode::UNIMPLEMENTED,
                "the host does not know this command: it is older than the caller"};
    Ticket ticket = 0;
    const auto done = give(*command, ticket);
    if (m_served.noteCommand)
        m_served.noteCommand(m_caller, *command, ticket);
    reply->set_ticket(ticket);
    return done;
}

grpc::Status HostService::give(const Command &command, Ticket &ticket) const
{
    if (auto refused = mayNotSteer(); !refused.ok())
        return refused;
    if (const auto problem = problemOf(command.action))
        return {grpc::StatusCode::INVALID_ARGUMENT, *problem};
    const auto controllers = m_served.rows.controllers();
    if (command.controller != 0
        && std::ranges::find(controllers, command.controller, &NamedController::id)
               == controllers.end())
        return notKnown();
    ticket = m_served.control.submit(command);
    return grpc::Status::OK;
}

grpc::Status HostService::GetDetail(grpc::ServerContext *, const v1::ObjectName *request,
                                    v1::ItemDetail *reply)
{
    const auto detail = m_served.feed.detail(request->controller(), request->id());
    if (!detail)
        return notKnown();
    write(*detail, *reply);
    reply->set_now(nanoseconds(m_served.feed.sample().now));
    return grpc::Status::OK;
}

grpc::Status HostService::Select(grpc::ServerContext *context, const v1::SelectRequest *request,
                                 grpc::ServerWriter<v1::SelectReply> *stream)
{
    const auto filter = readFilter(request->filter());
    if (!filter)
        return {grpc::StatusCode::INVALID_ARGUMENT, filter.error()};
    const auto key = sortKeyOf(request->sort());
    if (!key)
        return {grpc::StatusCode::INVALID_ARGUMENT, key.error()};
    const Selection selection(m_served.rows, *filter, *key,
                              request->limit() > 0 ? request->limit() : UINT64_MAX,
                              goneFrom(*context));
    if (isGone(*context))
        return grpc::Status::CANCELLED;
    v1::SelectReply page;
    for (const NamedController &each : selection.controllers()) {
        v1::Controller &controller = *page.add_controllers();
        controller.set_id(each.id.number);
        controller.set_name(each.name);
    }
    page.set_now(nanoseconds(selection.now()));
    page.set_total(selection.total());
    for (std::size_t next = 0; next < selection.objects().size(); next += ObjectsAtOnce) {
        std::size_t bytes = page.ByteSizeLong();
        for (const Selection::Row &each : selection.page(next, ObjectsAtOnce)) {
            v1::Selected &object = *page.add_objects();
            object.set_controller(each.controller.number);
            write(each.row, *object.mutable_item());
            bytes += object.ByteSizeLong();
            if (bytes < EnoughOfPage)
                continue;
            if (isGone(*context) || !stream->Write(page))
                return grpc::Status::CANCELLED;
            page.mutable_objects()->Clear();
            page.mutable_controllers()->Clear();
            bytes = 0;
        }
    }
    return stream->Write(page) ? grpc::Status::OK : grpc::Status::CANCELLED;
}

grpc::Status HostService::mayNotSteer() const
{
    if (m_caller.role == Role::Operator)
        return grpc::Status::OK;
    return {grpc::StatusCode::PERMISSION_DENIED,
            m_caller.who + " may look at this host, but not steer it"};
}

grpc::Status HostService::mayNot(const std::string &what) const
{
    grpc::Status refused = mayNotSteer();
    if (!refused.ok() && m_served.noteRefusal)
        m_served.noteRefusal(m_caller, what);
    return refused;
}

grpc::Status HostService::refuse(const std::string &what, const std::string &why) const
{
    ++m_served.counts->refused;
    if (m_served.noteNoRoom)
        m_served.noteNoRoom(m_caller, "refused " + what + ": " + why);
    return {grpc::StatusCode::RESOURCE_EXHAUSTED, why};
}

void HostService::noteMissed(std::uint64_t count, bool &isSaid) const
{
    if (count == 0)
        return;
    m_served.counts->eventsMissed += count;
    if (!std::exchange(isSaid, true) && m_served.noteNoRoom)
        m_served.noteNoRoom(m_caller, "does not get all events that it follows: it reads them more "
                                      "slowly than they come");
}

void HostService::writeNow(const JobStatus &job, v1::Job &message) const
{
    write(job, message);
    message.set_now(nanoseconds(m_served.rows.now()));
}

std::function<bool()> HostService::goneFrom(const grpc::ServerContext &context) const
{
    constexpr unsigned Many = 4096; // a moment of a search
    return [this, &context, asked = 0U, isOver = false]() mutable {
        isOver = isOver || m_end.stop_requested() || (++asked % Many == 0 && context.IsCancelled());
        return isOver;
    };
}

bool HostService::waitsOn(const grpc::ServerContext &context) const
{
    return waitFor(SteadyClock::instance(), Glance, m_end) == WaitEnd::TimeIsUp
           && !context.IsCancelled();
}

grpc::Status HostService::StartJob(grpc::ServerContext *context, const v1::JobRequest *request,
                                   v1::Job *reply)
{
    auto asked = read(*request);
    if (!asked)
        return {grpc::StatusCode::UNIMPLEMENTED,
                "the host does not know what the job is to do: it is older than the caller"};
    if (auto refused = mayNot(std::string(factsOf(asked->verb).name) + " objects"); !refused.ok())
        return refused;
    const std::string what = "to " + std::string(factsOf(asked->verb).name) + " objects";
    auto job = m_served.jobs.prepare(*std::move(asked), m_caller.who, goneFrom(*context));
    if (!job && isGone(*context))
        return grpc::Status::CANCELLED;
    if (!job && job.error().kind == Jobs::Problem::Kind::NotNow)
        return refuse(what, job.error().sentence);
    if (!job)
        return {grpc::StatusCode::INVALID_ARGUMENT, job.error().sentence};
    if (!request->prepare())
        job = m_served.jobs.begin(job->id).value_or(*job);
    writeNow(*job, *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::BeginJob(grpc::ServerContext *, const v1::JobName *request,
                                   v1::Job *reply)
{
    if (auto refused = mayNot("begin job " + std::to_string(request->id())); !refused.ok())
        return refused;
    const auto job = m_served.jobs.begin(request->id());
    if (!job || (job->state == JobState::Stopped && job->given == 0))
        return noPreparedJob();
    writeNow(*job, *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::StopJob(grpc::ServerContext *, const v1::JobName *request, v1::Job *reply)
{
    if (auto refused = mayNot("stop job " + std::to_string(request->id())); !refused.ok())
        return refused;
    const auto job = m_served.jobs.stop(request->id());
    if (!job)
        return noJob();
    writeNow(*job, *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::ListJobs(grpc::ServerContext *, const v1::ListJobsRequest *,
                                   v1::JobList *reply)
{
    for (const JobStatus &job : m_served.jobs.list())
        writeNow(job, *reply->add_jobs());
    return grpc::Status::OK;
}

grpc::Status HostService::FollowJob(grpc::ServerContext *context, const v1::JobName *request,
                                    grpc::ServerWriter<v1::Job> *stream)
{
    const CallerPlaces::Place place = m_served.room->jobs.take();
    if (!place)
        return refuse("to follow a job", m_served.room->jobs.full());
    std::optional<JobStatus> told;
    do {
        const auto job = m_served.jobs.find(request->id());
        if (!job)
            return noJob();
        if (told && *told == *job)
            continue;
        v1::Job message;
        writeNow(*job, message);
        if (!stream->Write(message))
            return grpc::Status::CANCELLED;
        told = job;
    } while (!told->hasEnded() && waitsOn(*context));
    return told->hasEnded() ? grpc::Status::OK : grpc::Status::CANCELLED;
}

grpc::Status HostService::SetWorkersFor(grpc::ServerContext *, const v1::WorkersRequest *request,
                                        v1::WorkersReply *reply)
{
    const Command command{request->controller(), setWorkers(request->workers()),
                          "for " + formatDuration(toDuration(request->time()))};
    if (m_served.noteCommand)
        m_served.noteCommand(m_caller, command, 0);
    if (auto refused = mayNotSteer(); !refused.ok())
        return refused;
    const auto before = m_served.jobs.setWorkersFor(request->controller(), request->workers(),
                                                    toDuration(request->time()), m_caller.who);
    if (!before)
        return {grpc::StatusCode::INVALID_ARGUMENT, before.error()};
    reply->set_before(*before);
    return grpc::Status::OK;
}

grpc::Status HostService::Events(grpc::ServerContext *context, const v1::EventsRequest *request,
                                 grpc::ServerWriter<v1::EventsReply> *stream)
{
    const CallerPlaces::Place place = request->follow() ? m_served.room->events.take() : nullptr;
    if (request->follow() && !place)
        return refuse("to follow events", m_served.room->events.full());
    FeedReader reader(m_served.feed, Reads::Events);
    LastEvents events(request->controller(), request->last() > 0 ? request->last() : LastLines);
    while (events.take(reader.pull())) {
        if (isGone(*context))
            return grpc::Status::CANCELLED;
    }
    if (!events.write(*stream))
        return grpc::Status::CANCELLED;
    if (!request->follow())
        return grpc::Status::OK;
    events.follow();
    for (bool isSaid = false; waitsOn(*context);) {
        static_cast<void>(events.take(reader.pull()));
        noteMissed(events.takeMissed(), isSaid);
        if (!events.isEmpty() && !events.write(*stream))
            break;
    }
    return grpc::Status::CANCELLED;
}

grpc::Status HostService::GetOperatorLog(grpc::ServerContext *,
                                         const v1::OperatorLogRequest *request,
                                         v1::OperatorLog *reply)
{
    for (const OperatorLine &each : m_served.operatorLog.lines(request->after())) {
        v1::OperatorLog::Entry &entry = *reply->add_entries();
        entry.set_wall(each.at.time_since_epoch().count());
        entry.set_who(each.who);
        entry.set_controller(each.controller);
        entry.set_text(each.text);
        entry.set_refused(each.isRefused);
        for (const ObjectId &id : each.ids)
            entry.add_ids(id);
        entry.set_id_count(each.idCount);
        entry.set_ticket(each.ticket);
        entry.set_job(each.job);
        entry.set_result(each.result);
        entry.set_number(each.number);
        entry.set_changed(each.changed);
    }
    return grpc::Status::OK;
}

grpc::Status HostService::GetSession(grpc::ServerContext *context,
                                     const v1::SessionRequest *request, v1::Session *reply)
{
    if (request->save()) {
        if (auto refused = mayNot("save session"); !refused.ok())
            return refused;
        const ApplyNumber number = m_served.session.apply({}, m_caller.who, ApplyMode::Save);
        std::optional<ApplyStatus> status;
        do {
            status = m_served.session.progress(number);
        } while (status && !status->hasEnded && waitsOn(*context));
        if (!status || !status->hasEnded)
            return grpc::Status::CANCELLED;
        write(*status, *reply->mutable_saved());
    }
    const SessionText session = m_served.session.session();
    reply->set_json(session.json);
    reply->set_file(session.file);
    reply->set_not_applied(session.notApplied);
    reply->set_not_saved(session.notSaved);
    *reply->mutable_awaited() = {session.awaited.begin(), session.awaited.end()};
    for (const NotStarted &each : session.notStarted) {
        v1::Session::NotStarted &controller = *reply->add_not_started();
        controller.set_controller(each.controller);
        controller.set_why(each.why);
    }
    return grpc::Status::OK;
}

grpc::Status HostService::ApplySession(grpc::ServerContext *context,
                                       const v1::ApplyRequest *request,
                                       grpc::ServerWriter<v1::ApplyReply> *stream)
{
    if (auto refused = mayNot("apply session"); !refused.ok())
        return refused;
    const ApplyNumber number =
        m_served.session.apply(request->own_file() ? std::nullopt
                                                   : std::optional<std::string>(request->json()),
                               m_caller.who,
                               request->dry_run() ? ApplyMode::DryRun : ApplyMode::Apply);
    ApplyStatus told;
    for (bool isFirst = true; isFirst || (!told.hasEnded && waitsOn(*context)); isFirst = false) {
        auto status = m_served.session.progress(number);
        if (!status)
            return {grpc::StatusCode::NOT_FOUND, "it is too long ago: see the host's log"};
        if (told == *status)
            continue;
        told = *std::move(status);
        v1::ApplyReply message;
        write(told, message);
        if (!stream->Write(message))
            return grpc::Status::CANCELLED;
    }
    return told.hasEnded ? grpc::Status::OK : grpc::Status::CANCELLED;
}

grpc::Status HostService::Plugins(grpc::ServerContext *, const v1::PluginsRequest *,
                                  v1::PluginList *reply)
{
    for (const FoundPlugin &each : m_served.session.plugins()) {
        v1::PluginList::Plugin &plugin = *reply->add_plugins();
        plugin.set_id(each.id);
        plugin.set_name(each.name);
        plugin.set_version(each.version);
        plugin.set_file(each.file);
        plugin.set_state(each.state);
        plugin.set_why(each.why);
        plugin.set_parameters(each.parameters);
    }
    return grpc::Status::OK;
}

grpc::Status HostService::Describe(grpc::ServerContext *context, const v1::ObjectName *request,
                                   v1::Description *reply)
{
    if (!m_served.feed.detail(request->controller(), request->id()))
        return notKnown();
    const auto description = m_descriptions.call(*context, m_end,
                                                 [&feed = m_served.feed,
                                                  asked = *request](const std::stop_token &stop) {
                                                     return feed.describe(asked.controller(),
                                                                          asked.id(), stop);
                                                 });
    if (!description)
        return description.error();
    if (!*description)
        return notKnown();
    write(**description, *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::ListHeld(grpc::ServerContext *, const v1::ControllerName *request,
                                   v1::Ids *reply)
{
    std::size_t bytes = 0;
    for (ObjectId &id : m_served.feed.held(request->controller())) {
        bytes += id.size() + sizeof(std::uint32_t);
        if (bytes > MostHeld)
            return {grpc::StatusCode::RESOURCE_EXHAUSTED,
                    "more objects are held than one message takes: ask for state:held"};
        reply->add_ids(std::move(id));
    }
    return grpc::Status::OK;
}

grpc::Status HostService::GetMembers(grpc::ServerContext *context,
                                     const v1::MembersRequest *request,
                                     grpc::ServerWriter<v1::MembersReply> *stream)
{
    auto port = m_served.lifecycles();
    if (!port)
        return noMembers();
    if (request->open_size() > MostOpened)
        return {grpc::StatusCode::INVALID_ARGUMENT,
                "more than " + std::to_string(MostOpened) + " employers at once: ask in portions"};
    const auto answer = m_lifecycleCalls.call(*context, m_end,
                                              [port = std::move(port),
                                               question = read(*request)](const std::stop_token &) {
                                                  return port->look(question);
                                              });
    if (!answer)
        return answer.error();
    if (!*answer)
        return {grpc::StatusCode::INTERNAL, answer->error().message};
    return write(**answer, *stream) ? grpc::Status::OK : grpc::Status::CANCELLED;
}

template<class Ask>
grpc::Status HostService::operate(const grpc::ServerContext &context, const std::string &what,
                                  v1::OperateReply &reply, Ask ask) const
{
    if (auto refused = mayNot(what); !refused.ok())
        return refused;
    auto port = m_served.lifecycles();
    if (!port)
        return noMembers();
    const auto done = m_lifecycleCalls.call(context, m_end,
                                            [port = std::move(port), ask = std::move(ask)](
                                                const std::stop_token &) { return ask(*port); });
    if (done && !*done)
        reply.set_refused(done->error().message);
    if (m_served.noteDone)
        m_served.noteDone(m_caller, what + outcomeOf(done));
    return done ? grpc::Status::OK : done.error();
}

grpc::Status HostService::Operate(grpc::ServerContext *context, const v1::OperationCommand *request,
                                  v1::OperateReply *reply)
{
    auto command = read(*request);
    if (!command)
        return {grpc::StatusCode::UNIMPLEMENTED,
                "the host does not know this command: it is older than the caller"};
    if (request->member().find('/') == std::string::npos || !isValidId(request->member())
        || request->id().size() > LongestText || request->type().size() > LongestText)
        return {grpc::StatusCode::INVALID_ARGUMENT,
                "a member is named KIND/NAMESPACE/NAME, and ids and types have 4096 bytes at most"};
    command->by = m_caller.who;
    const auto member = consist::EmployeeKey::fromText(request->member());
    return operate(*context, describe(member, *command), *reply,
                   [member, command = *command](consist::LifecyclePort &port) {
                       return port.submit(member, command);
                   });
}

grpc::Status HostService::ForgetEmployer(grpc::ServerContext *context,
                                         const v1::EmployerName *request, v1::OperateReply *reply)
{
    const consist::EmployerName employer = read(*request);
    return operate(*context, "forget employer " + employer.text(), *reply,
                   [employer, by = m_caller.who](consist::LifecyclePort &port) {
                       return port.forget(employer, by);
                   });
}

grpc::Status HostService::GetJournal(grpc::ServerContext *, const v1::JournalRequest *request,
                                     v1::Journal *reply)
{
    if (request->compact()) {
        const std::string what = "make the journal small";
        if (auto refused = mayNot(what); !refused.ok())
            return refused;
        if (!m_served.journal)
            return {grpc::StatusCode::FAILED_PRECONDITION, "the host keeps no journal"};
        const auto done = m_served.journal->compact();
        if (m_served.noteDone)
            m_served.noteDone(m_caller, what + (done ? "" : ": " + done.error().message));
        if (!done)
            return {grpc::StatusCode::FAILED_PRECONDITION, done.error().message};
    }
    if (m_served.journal)
        write(m_served.journal->status(), *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::GetAlarms(grpc::ServerContext *, const v1::AlarmsRequest *,
                                    v1::Alarms *reply)
{
    if (!m_served.alarms)
        return {grpc::StatusCode::UNIMPLEMENTED, "the host has no alarms"};
    const auto status = m_served.alarms->alarms();
    if (!status)
        return {grpc::StatusCode::FAILED_PRECONDITION, status.error().message};
    write(*status, *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::Acknowledge(grpc::ServerContext *, const v1::AcknowledgeRequest *request,
                                      v1::AcknowledgeReply *)
{
    AcknowledgeRequest acknowledge = read(*request);
    acknowledge.who = m_caller.who;
    if (auto refused = mayNot(
            std::string(request->withdraw() ? "take back that it is seen: " : "acknowledge ")
            + acknowledge.key);
        !refused.ok())
        return refused;
    if (!m_served.alarms)
        return {grpc::StatusCode::UNIMPLEMENTED, "the host has no alarms"};
    const auto done = request->withdraw()
                          ? m_served.alarms->withdraw(acknowledge.key, acknowledge.who)
                          : m_served.alarms->acknowledge(acknowledge);
    if (!done)
        return {grpc::StatusCode::NOT_FOUND, done.error().message};
    return grpc::Status::OK;
}

} // namespace qontroller::remote
