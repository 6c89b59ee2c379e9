// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/lifecyclemessages.h"

#include "core/remote/wire/timemessages.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::remote {

namespace {

template<class Texts>
std::vector<std::string> textsOf(const Texts &texts)
{
    return {texts.begin(), texts.end()};
}

template<class Names>
std::vector<consist::EmployerName> namesOf(const Names &messages)
{
    std::vector<consist::EmployerName> names;
    for (const v1::EmployerName &each : messages)
        names.push_back(remote::read(each));
    return names;
}

} // namespace

void write(const consist::EmployerName &name, v1::EmployerName &message)
{
    message.set_controller(name.controller);
    message.set_employer(name.employer);
}

consist::EmployerName read(const v1::EmployerName &message)
{
    return {message.controller(), message.employer()};
}

void write(const consist::LifecycleQuestion &question, v1::MembersRequest &message)
{
    message.set_employers(question.depth == consist::LifecycleQuestion::Depth::Employers);
    for (const consist::EmployerName &each : question.open)
        write(each, *message.add_open());
}

consist::LifecycleQuestion read(const v1::MembersRequest &message)
{
    using Depth = consist::LifecycleQuestion::Depth;
    return {message.employers() ? Depth::Employers : Depth::Operations, namesOf(message.open())};
}

void write(const consist::OperationView &view, v1::MemberOperation &message)
{
    const consist::Operation &operation = view.operation;
    message.set_member(view.employee.text());
    message.set_id(operation.id);
    message.set_type(operation.type);
    message.set_phase(static_cast<v1::OperationPhase>(operation.phase));
    message.set_since(nanoseconds(operation.since));
    message.set_draining_since(nanoseconds(operation.drainingSince));
    message.set_forced(operation.isForced);
    message.set_undone(operation.isUndone);
    message.set_deletion(operation.isDeletion);
    message.set_wish(operation.isWish);
    message.set_waits_for(static_cast<v1::WaitsFor>(view.waiting.what));
    for (const consist::Holder &each : view.waiting.whom) {
        v1::Holder &holder = *message.add_waits_for_whom();
        holder.set_name(each.name);
        holder.set_since(nanoseconds(each.since));
    }
    message.set_waits_since(nanoseconds(view.waiting.since));
    message.set_stuck(view.waiting.isStuck);
    message.set_allowed(view.isAllowed);
    message.set_failure(view.failure);
    for (const consist::EmployerName &each : view.employers)
        write(each, *message.add_employers());
}

consist::OperationView read(const v1::MemberOperation &message)
{
    // A phase that is not known is one in which nothing is offered.
    consist::Operation operation{message.id(),
                                 message.type(),
                                 toEnum(message.phase(), v1::OperationPhase_ARRAYSIZE,
                                        consist::Phase::Restoring),
                                 wallTime(message.since()),
                                 wallTime(message.draining_since()),
                                 message.forced(),
                                 message.undone(),
                                 message.deletion(),
                                 message.wish()};
    consist::Waiting waiting{toEnum(message.waits_for(), v1::WaitsFor_ARRAYSIZE,
                                    consist::WaitsFor::Checks),
                             {},
                             wallTime(message.waits_since()),
                             message.stuck()};
    for (const v1::Holder &each : message.waits_for_whom())
        waiting.whom.push_back({each.name(), wallTime(each.since())});
    return {consist::EmployeeKey::fromText(message.member()),
            std::move(operation),
            std::move(waiting),
            message.allowed(),
            message.failure(),
            namesOf(message.employers())};
}

void write(const consist::EmployerSummary &employer, v1::EmployerSummary &message)
{
    write(employer.name, *message.mutable_name());
    message.set_members(employer.members);
    message.set_in_trouble(employer.isInTrouble);
    *message.mutable_operation_types() = {employer.operationTypes.begin(),
                                          employer.operationTypes.end()};
    message.set_absent(employer.isAbsent);
    message.set_cannot_delete(employer.cannotDelete);
}

consist::EmployerSummary read(const v1::EmployerSummary &message)
{
    return {read(message.name()), message.members(),
            message.in_trouble(), textsOf(message.operation_types()),
            message.absent(),     message.cannot_delete()};
}

void write(const consist::EmployerView &employer, v1::Employer &message)
{
    write(employer.name, *message.mutable_name());
    *message.mutable_errors() = {employer.errors.begin(), employer.errors.end()};
    for (const consist::ConsistRecord::Status &each : employer.resources) {
        v1::Employer::Resource &resource = *message.add_resources();
        resource.set_id(each.id);
        resource.set_text(each.text);
        resource.set_of_employee(each.side == ConsistSide::Employee);
    }
    if (employer.quotaLeft)
        message.set_quota_left(*employer.quotaLeft);
}

void write(const consist::MemberView &member, v1::Employer::Member &message)
{
    message.set_member(member.employee.text());
    message.set_state(static_cast<v1::MemberState>(member.state));
    message.set_since(nanoseconds(member.since));
    *message.mutable_status() = {member.status.begin(), member.status.end()};
}

consist::EmployerView read(const v1::Employer &message)
{
    consist::EmployerView employer{read(message.name()), textsOf(message.errors()), {}, {}, {}};
    for (const v1::Employer::Resource &each : message.resources())
        employer.resources.push_back(
            {each.of_employee() ? ConsistSide::Employee : ConsistSide::Employer, each.id(),
             each.text()});
    for (const v1::Employer::Member &each : message.members())
        employer.members.push_back(
            {consist::EmployeeKey::fromText(each.member()),
             toEnum(each.state(), v1::MemberState_ARRAYSIZE, consist::MemberState::Waiting),
             wallTime(each.since()), textsOf(each.status())});
    if (message.has_quota_left())
        employer.quotaLeft = message.quota_left();
    return employer;
}

void add(const v1::MembersReply &part, consist::LifecycleAnswer &answer)
{
    answer.now = wallTime(part.wall());
    for (const v1::MemberOperation &each : part.operations())
        answer.operations.push_back(read(each));
    for (const v1::EmployerSummary &each : part.employers()) {
        if (!answer.employers)
            answer.employers.emplace();
        answer.employers->push_back(read(each));
    }
    for (const v1::Employer &each : part.opened()) {
        consist::EmployerView employer = read(each);
        if (answer.opened.empty() || answer.opened.back().name != employer.name) {
            answer.opened.push_back(std::move(employer));
            continue;
        }
        auto &known = answer.opened.back().members;
        std::ranges::move(employer.members, std::back_inserter(known));
    }
}

void write(const consist::EmployeeKey &member, const consist::Command &command,
           v1::OperationCommand &message)
{
    message.set_member(member.text());
    message.set_verb(
        static_cast<v1::OperationCommand::Verb>(static_cast<int>(command.kind) + 1)); // 0 is none
    message.set_id(command.id);
    message.set_type(command.type);
}

std::optional<consist::Command> read(const v1::OperationCommand &message)
{
    if (message.verb() < 1 || message.verb() > consist::CommandCount)
        return std::nullopt;
    return consist::Command{static_cast<consist::Command::Kind>(message.verb() - 1),
                            message.id(),
                            message.type(),
                            {}};
}

} // namespace qontroller::remote
