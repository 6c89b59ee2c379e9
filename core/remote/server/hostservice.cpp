// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/hostservice.h"

#include "core/base/ownedthread.h"
#include "core/remote/wire/commandmessages.h"
#include "core/remote/wire/deltamessages.h"
#include "core/remote/wire/detailmessages.h"

#include <google/protobuf/arena.h>

#include <chrono>
#include <future>
#include <memory>
#include <utility>

namespace qontroller::remote {

namespace {

/// A plugin that does not return from a description keeps a thread. Then no more are begun.
constexpr int MostDescriptions = 4;
/// How often a call that waits for a plugin looks whether anybody still waits for it.
constexpr auto Glance = std::chrono::milliseconds(50);

grpc::Status notKnown()
{
    return {grpc::StatusCode::NOT_FOUND, "there is no such controller or object (any more)"};
}

v1::Role wireRole(Role role)
{
    return role == Role::Operator ? v1::ROLE_OPERATOR : v1::ROLE_VIEWER;
}

/// A question to a plugin. The thread that asks shares it, for it may outlive the call.
struct Question
{
    std::promise<std::optional<Description>> answer;
    std::stop_source stop;
};

} // namespace

HostService::HostService(const Served &served, Caller caller, std::stop_token end)
    : m_served(served)
    , m_caller(std::move(caller))
    , m_end(std::move(end))
{}

grpc::Status HostService::Hello(grpc::ServerContext *, const v1::HelloRequest *,
                                v1::HelloReply *reply)
{
    reply->set_version(m_served.version);
    reply->set_name(m_served.name);
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
    FeedReader reader(m_served.feed,
                      request.reads() == v1::READS_EVENTS ? Reads::Events : Reads::Everything);
    google::protobuf::Arena arena;
    do {
        auto *delta = google::protobuf::Arena::CreateMessage<v1::Delta>(&arena);
        write(reader.pull(), *delta);
        if (!stream->Write(*delta))
            break;
        arena.Reset();
    } while (stream->Read(&request));
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
    if (m_served.noteCommand)
        m_served.noteCommand(m_caller, *command);
    if (m_caller.role != Role::Operator)
        return {grpc::StatusCode::PERMISSION_DENIED,
                m_caller.who + " may look at this host, but not steer it"};
    reply->set_ticket(m_served.control.submit(*std::move(command)));
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

grpc::Status HostService::Describe(grpc::ServerContext *context, const v1::ObjectName *request,
                                   v1::Description *reply)
{
    const auto question = std::make_shared<Question>();
    const std::shared_ptr<void> place(nullptr, [taken = m_descriptions](void *) { --*taken; });
    if (++*m_descriptions > MostDescriptions)
        return {grpc::StatusCode::RESOURCE_EXHAUSTED,
                "plugins are still busy with earlier descriptions: try again later"};
    auto answer = question->answer.get_future();
    const OwnedThread thread(question, [&feed = m_served.feed, question = question.get(),
                                        asked = *request, place] {
        question->answer.set_value(
            feed.describe(asked.controller(), asked.id(), question->stop.get_token()));
    });
    while (answer.wait_for(Glance) != std::future_status::ready) {
        if (context->IsCancelled() || m_end.stop_requested()) {
            question->stop.request_stop();
            return grpc::Status::CANCELLED;
        }
    }
    const auto description = answer.get();
    if (!description)
        return notKnown();
    write(*description, *reply);
    return grpc::Status::OK;
}

grpc::Status HostService::ListHeld(grpc::ServerContext *, const v1::ControllerName *request,
                                   v1::Ids *reply)
{
    for (ObjectId &id : m_served.feed.held(request->controller()))
        reply->add_ids(std::move(id));
    return grpc::Status::OK;
}

} // namespace qontroller::remote
