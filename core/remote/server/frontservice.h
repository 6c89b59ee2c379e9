// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/remote/server/callers.h"

#include <qontroller.grpc.pb.h>

namespace qontroller::remote {

/// Takes the calls of all callers, and has the service of each answer them. For threads of gRPC's.
class FrontService final : public v1::Host::Service
{
public:
    /// \a callers outlive it.
    explicit FrontService(const Callers &callers)
        : m_callers(callers)
    {}

    grpc::Status Hello(grpc::ServerContext *context, const v1::HelloRequest *request,
                       v1::HelloReply *reply) override
    {
        return pass(&HostService::Hello, context, request, reply);
    }
    grpc::Status Pull(grpc::ServerContext *context,
                      grpc::ServerReaderWriter<v1::Delta, v1::PullRequest> *stream) override
    {
        return pass(&HostService::Pull, context, stream);
    }
    grpc::Status TakeSample(grpc::ServerContext *context, const v1::SampleRequest *request,
                            v1::Sample *reply) override
    {
        return pass(&HostService::TakeSample, context, request, reply);
    }
    grpc::Status Submit(grpc::ServerContext *context, const v1::Command *request,
                        v1::SubmitReply *reply) override
    {
        return pass(&HostService::Submit, context, request, reply);
    }
    grpc::Status GetDetail(grpc::ServerContext *context, const v1::ObjectName *request,
                           v1::ItemDetail *reply) override
    {
        return pass(&HostService::GetDetail, context, request, reply);
    }
    grpc::Status Select(grpc::ServerContext *context, const v1::SelectRequest *request,
                        grpc::ServerWriter<v1::SelectReply> *stream) override
    {
        return pass(&HostService::Select, context, request, stream);
    }
    grpc::Status StartJob(grpc::ServerContext *context, const v1::JobRequest *request,
                          v1::Job *reply) override
    {
        return pass(&HostService::StartJob, context, request, reply);
    }
    grpc::Status BeginJob(grpc::ServerContext *context, const v1::JobName *request,
                          v1::Job *reply) override
    {
        return pass(&HostService::BeginJob, context, request, reply);
    }
    grpc::Status StopJob(grpc::ServerContext *context, const v1::JobName *request,
                         v1::Job *reply) override
    {
        return pass(&HostService::StopJob, context, request, reply);
    }
    grpc::Status ListJobs(grpc::ServerContext *context, const v1::ListJobsRequest *request,
                          v1::JobList *reply) override
    {
        return pass(&HostService::ListJobs, context, request, reply);
    }
    grpc::Status FollowJob(grpc::ServerContext *context, const v1::JobName *request,
                           grpc::ServerWriter<v1::Job> *stream) override
    {
        return pass(&HostService::FollowJob, context, request, stream);
    }
    grpc::Status SetWorkersFor(grpc::ServerContext *context, const v1::WorkersRequest *request,
                               v1::WorkersReply *reply) override
    {
        return pass(&HostService::SetWorkersFor, context, request, reply);
    }
    grpc::Status Events(grpc::ServerContext *context, const v1::EventsRequest *request,
                        grpc::ServerWriter<v1::EventsReply> *stream) override
    {
        return pass(&HostService::Events, context, request, stream);
    }
    grpc::Status GetOperatorLog(grpc::ServerContext *context, const v1::OperatorLogRequest *request,
                                v1::OperatorLog *reply) override
    {
        return pass(&HostService::GetOperatorLog, context, request, reply);
    }
    grpc::Status GetSession(grpc::ServerContext *context, const v1::SessionRequest *request,
                            v1::Session *reply) override
    {
        return pass(&HostService::GetSession, context, request, reply);
    }
    grpc::Status ApplySession(grpc::ServerContext *context, const v1::ApplyRequest *request,
                              grpc::ServerWriter<v1::ApplyReply> *stream) override
    {
        return pass(&HostService::ApplySession, context, request, stream);
    }
    grpc::Status Plugins(grpc::ServerContext *context, const v1::PluginsRequest *request,
                         v1::PluginList *reply) override
    {
        return pass(&HostService::Plugins, context, request, reply);
    }
    grpc::Status Describe(grpc::ServerContext *context, const v1::ObjectName *request,
                          v1::Description *reply) override
    {
        return pass(&HostService::Describe, context, request, reply);
    }
    grpc::Status ListHeld(grpc::ServerContext *context, const v1::ControllerName *request,
                          v1::Ids *reply) override
    {
        return pass(&HostService::ListHeld, context, request, reply);
    }
    grpc::Status GetMembers(grpc::ServerContext *context, const v1::MembersRequest *request,
                            grpc::ServerWriter<v1::MembersReply> *stream) override
    {
        return pass(&HostService::GetMembers, context, request, stream);
    }
    grpc::Status Operate(grpc::ServerContext *context, const v1::OperationCommand *request,
                         v1::OperateReply *reply) override
    {
        return pass(&HostService::Operate, context, request, reply);
    }
    grpc::Status ForgetEmployer(grpc::ServerContext *context, const v1::EmployerName *request,
                                v1::OperateReply *reply) override
    {
        return pass(&HostService::ForgetEmployer, context, request, reply);
    }
    grpc::Status GetJournal(grpc::ServerContext *context, const v1::JournalRequest *request,
                            v1::Journal *reply) override
    {
        return pass(&HostService::GetJournal, context, request, reply);
    }
    grpc::Status GetAlarms(grpc::ServerContext *context, const v1::AlarmsRequest *request,
                           v1::Alarms *reply) override
    {
        return pass(&HostService::GetAlarms, context, request, reply);
    }
    grpc::Status Acknowledge(grpc::ServerContext *context, const v1::AcknowledgeRequest *request,
                             v1::AcknowledgeReply *reply) override
    {
        return pass(&HostService::Acknowledge, context, request, reply);
    }

private:
    template<class... Rest>
    [[nodiscard]] grpc::Status pass(grpc::Status (HostService::*call)(grpc::ServerContext *,
                                                                      Rest...),
                                    grpc::ServerContext *context, Rest... rest)
    {
        const auto turn = m_callers.begin(context->peer());
        if (!turn)
            return turn.error();
        const auto done = callForeign(
            [&] { return (turn->service.get()->*call)(context, rest...); });
        return done ? *done : turn->service->refuse("a call", "the host: " + done.error().text);
    }

    const Callers &m_callers;
};

} // namespace qontroller::remote
