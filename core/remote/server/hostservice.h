// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/alarmport.h"
#include "core/engine/control/controlport.h"
#include "core/engine/control/journalport.h"
#include "core/engine/control/sessionport.h"
#include "core/engine/jobs/jobs.h"
#include "core/engine/observe/feed/feed.h"
#include "core/engine/observe/items/objectrows.h"
#include "core/members/consist/lifecycleport.h"
#include "core/remote/server/caller.h"
#include "core/remote/server/callerplaces.h"
#include "core/remote/server/foreigncalls.h"
#include "core/remote/server/operatorlog.h"

#include <qontroller.grpc.pb.h>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller::remote {

/// What a host is, for those who ask.
struct AboutHost
{
    std::string name;
    std::string version; ///< of the program
};

/// What keeps the operations on members of a host; null: no consist controller has run there yet.
using Lifecycles = std::function<std::shared_ptr<consist::LifecyclePort>()>;

/// What is served. All of it is used from many threads, and outlives the server.
struct Served
{
    Feed &feed;
    ObjectRows &rows;
    ControlPort &control;
    Jobs &jobs;
    const OperatorLog &operatorLog;
    SessionPort &session;
    AboutHost about;
    JournalPort *journal = nullptr; ///< null: none is kept
    AlarmPort *alarms = nullptr;    ///< null: it has none
    /// Writes down who asked for what, once it is given. No ticket: it is refused, or ends by
    /// itself. May be empty.
    std::function<void(const Caller &caller, const Command &command, Ticket ticket)> noteCommand =
        {};
    /// Writes down who asked for what else, and may only look. May be empty.
    std::function<void(const Caller &caller, const std::string &what)> noteRefusal = {};
    Lifecycles lifecycles = [] { return nullptr; };
    /// Writes down what came of what a caller asked for, who may steer. May be empty.
    std::function<void(const Caller &caller, const std::string &what)> noteDone = {};
    std::string instance = {}; ///< names this run of the host; the server gives one
    /// Told of what there was no room for, and of who follows events too slowly. May be empty.
    std::function<void(const Caller &caller, const std::string &what)> noteNoRoom = {};
    std::shared_ptr<ControlCounts> counts = std::make_shared<ControlCounts>();
    std::shared_ptr<Room> room = std::make_shared<Room>(); ///< for all callers of the host
};

/// Answers one caller, who may have any number of connections. Each function is called on a thread
/// of gRPC's, by several at once, and returns soon after \a end is requested.
class HostService final : public v1::Host::Service
{
public:
    HostService(Served served, Caller caller, std::stop_token end);

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
    grpc::Status Select(grpc::ServerContext *context, const v1::SelectRequest *request,
                        grpc::ServerWriter<v1::SelectReply> *stream) override;
    grpc::Status StartJob(grpc::ServerContext *context, const v1::JobRequest *request,
                          v1::Job *reply) override;
    grpc::Status BeginJob(grpc::ServerContext *context, const v1::JobName *request,
                          v1::Job *reply) override;
    grpc::Status StopJob(grpc::ServerContext *context, const v1::JobName *request,
                         v1::Job *reply) override;
    grpc::Status ListJobs(grpc::ServerContext *context, const v1::ListJobsRequest *request,
                          v1::JobList *reply) override;
    grpc::Status FollowJob(grpc::ServerContext *context, const v1::JobName *request,
                           grpc::ServerWriter<v1::Job> *stream) override;
    grpc::Status SetWorkersFor(grpc::ServerContext *context, const v1::WorkersRequest *request,
                               v1::WorkersReply *reply) override;
    grpc::Status Events(grpc::ServerContext *context, const v1::EventsRequest *request,
                        grpc::ServerWriter<v1::EventsReply> *stream) override;
    grpc::Status GetOperatorLog(grpc::ServerContext *context, const v1::OperatorLogRequest *request,
                                v1::OperatorLog *reply) override;
    grpc::Status GetSession(grpc::ServerContext *context, const v1::SessionRequest *request,
                            v1::Session *reply) override;
    grpc::Status ApplySession(grpc::ServerContext *context, const v1::ApplyRequest *request,
                              grpc::ServerWriter<v1::ApplyReply> *stream) override;
    grpc::Status Plugins(grpc::ServerContext *context, const v1::PluginsRequest *request,
                         v1::PluginList *reply) override;
    grpc::Status Describe(grpc::ServerContext *context, const v1::ObjectName *request,
                          v1::Description *reply) override;
    grpc::Status ListHeld(grpc::ServerContext *context, const v1::ControllerName *request,
                          v1::Ids *reply) override;
    grpc::Status GetMembers(grpc::ServerContext *context, const v1::MembersRequest *request,
                            grpc::ServerWriter<v1::MembersReply> *stream) override;
    grpc::Status Operate(grpc::ServerContext *context, const v1::OperationCommand *request,
                         v1::OperateReply *reply) override;
    grpc::Status ForgetEmployer(grpc::ServerContext *context, const v1::EmployerName *request,
                                v1::OperateReply *reply) override;
    grpc::Status GetJournal(grpc::ServerContext *context, const v1::JournalRequest *request,
                            v1::Journal *reply) override;
    grpc::Status GetAlarms(grpc::ServerContext *context, const v1::AlarmsRequest *request,
                           v1::Alarms *reply) override;
    grpc::Status Acknowledge(grpc::ServerContext *context, const v1::AcknowledgeRequest *request,
                             v1::AcknowledgeReply *reply) override;

    /// Says and counts that there was no room for \a what.
    [[nodiscard]] grpc::Status refuse(const std::string &what, const std::string &why) const;

private:
    /// The ticket of \a command, if it is all right.
    [[nodiscard]] grpc::Status give(const Command &command, Ticket &ticket) const;
    /// Why the caller may not steer; OK: they may.
    [[nodiscard]] grpc::Status mayNotSteer() const;
    /// The same, and a refusal is written down with \a what was asked for.
    [[nodiscard]] grpc::Status mayNot(const std::string &what) const;
    /// Asks the mover of operations for \a what, and writes down what came of it.
    template<class Ask>
    [[nodiscard]] grpc::Status operate(const grpc::ServerContext &context, const std::string &what,
                                       v1::OperateReply &reply, Ask ask) const;
    /// Says and counts that the caller was too slow for so many events; once says it.
    void noteMissed(std::uint64_t count, bool &isSaid) const;
    void writeNow(const JobStatus &job, v1::Job &message) const;
    [[nodiscard]] bool isGone(const grpc::ServerContext &context) const
    {
        return m_end.stop_requested() || context.IsCancelled();
    }
    /// The same for a search, which asks for each object: gRPC, which looks at its connections for
    /// tens of microseconds each time, is asked once for many. Once gone it stays so.
    [[nodiscard]] std::function<bool()> goneFrom(const grpc::ServerContext &context) const;
    /// Waits a moment. False: the caller is gone, or the server ends.
    [[nodiscard]] bool waitsOn(const grpc::ServerContext &context) const;

    Served m_served;
    const Caller m_caller;
    const std::stop_token m_end;
    const ForeignCalls m_descriptions;
    const ForeignCalls m_lifecycleCalls;
};

} // namespace qontroller::remote
