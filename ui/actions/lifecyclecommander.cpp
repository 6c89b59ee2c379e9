// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/lifecyclecommander.h"

#include "ui/state/livestate.h"
#include "ui/words/account.h"
#include "ui/words/format.h"
#include "ui/words/lifecyclewords.h"

#include <algorithm>
#include <map>
#include <utility>

namespace qontroller::ui {

namespace {

using consist::Command;

constexpr qsizetype MostNames = 3;

Command::Kind kindOf(OperationVerb verb)
{
    switch (verb) {
    case OperationVerb::Start: return Command::Kind::Start;
    case OperationVerb::Finish: return Command::Kind::Finish;
    case OperationVerb::Undo: return Command::Kind::Undo;
    case OperationVerb::Force: return Command::Kind::Force;
    }
    return Command::Kind::Start;
}

struct Wording
{
    QString what;
    QString done;
};

Wording wordingOf(OperationVerb verb)
{
    switch (verb) {
    case OperationVerb::Start:
        return {LifecycleCommander::tr("Start operation"),
                LifecycleCommander::tr("Operation started on %1.")};
    case OperationVerb::Finish:
        return {LifecycleCommander::tr("Finish operation"),
                LifecycleCommander::tr("Operation finished on %1.")};
    case OperationVerb::Undo:
        return {LifecycleCommander::tr("Undo operation"),
                LifecycleCommander::tr("Operation undone on %1.")};
    case OperationVerb::Force:
        return {LifecycleCommander::tr("Force operation"),
                LifecycleCommander::tr("Operation forced on %1.")};
    }
    return {};
}

QString skippedText(const OperationScope &scope)
{
    QStringList parts;
    for (const auto &[why, count] : scope.skipped)
        parts += LifecycleCommander::tr("%1 skipped: %2").arg(formatCount(count), why);
    return parts.join(QLatin1Char(' '));
}

/// The id of the operations, if they have one in common.
std::string commonId(const OperationViews &views)
{
    const auto differs = [&](const auto &view) {
        return view.operation.id != views.front().operation.id;
    };
    return std::ranges::any_of(views, differs) ? std::string() : views.front().operation.id;
}

} // namespace

LifecycleCommander::LifecycleCommander(LifecycleFeeds &feeds, const LiveState &state,
                                       QObject *parent)
    : QObject(parent)
    , m_feeds(feeds)
    , m_state(state)
{}

void LifecycleCommander::begin(const MemberRefs &members, const QString &type, const QString &id)
{
    std::vector<Order> orders;
    for (const MemberRef &one : members)
        orders.push_back({one, {Command::Kind::Begin, id.toStdString(), type.toStdString(), {}}});
    send({tr("Begin operation %1 (%2)").arg(id, type), tr("Operation begun on %1.")},
         std::move(orders));
}

void LifecycleCommander::apply(const OperationScope &scope)
{
    if (scope.eligible.empty())
        return emit refused(scope.whyNone());
    const Wording wording = wordingOf(scope.verb);
    const std::string id = commonId(scope.eligible);
    Task task{wording.what, wording.done, skippedText(scope)};
    if (!id.empty())
        task.what += QLatin1Char(' ') + toLine(id);
    std::vector<Order> orders;
    for (const HostOperation &view : scope.eligible)
        orders.push_back({{view.employee, view.employers, view.host},
                          {kindOf(scope.verb), view.operation.id, {}, {}}});
    send(task, std::move(orders));
}

void LifecycleCommander::remove(const MemberRefs &members)
{
    std::vector<Order> orders;
    for (const MemberRef &one : members)
        orders.push_back({one, {Command::Kind::Delete, {}, {}, {}}});
    send({tr("Delete member"), tr("%1: to be deleted once it is drained.")}, std::move(orders));
}

void LifecycleCommander::forget(const EmployerRefs &employers)
{
    std::map<HostId, std::vector<consist::EmployerName>> byHost;
    for (const EmployerRef &one : employers)
        byHost[one.host].push_back(one.name);
    for (auto &[host, names] : byHost) {
        Task task{tr("Forget employer"), tr("%1: forgotten.")};
        task.to = titlesOf(host, names);
        m_feeds.forget(host, std::move(names), accountName().toStdString(),
                       [this, task = std::move(task)](const auto &answers) {
                           report(task, answers);
                       });
    }
}

void LifecycleCommander::send(const Task &task, std::vector<Order> orders)
{
    const HostLabels hosts = m_state.hosts().labels();
    const std::string by = accountName().toStdString();
    std::map<HostId, Task> tasks;
    for (Order &order : orders) {
        Task &one = tasks.try_emplace(order.to.host, task).first->second;
        order.command.by = by;
        one.to += hosts.titleOf(order.to.host, nameOf(order.to.member));
        one.orders.emplace_back(order.to.member, std::move(order.command));
    }
    QString skipped = task.skipped;
    for (auto &[host, one] : tasks) {
        one.skipped = std::exchange(skipped, QString()); // is said once
        sendTo(host, std::move(one));
    }
}

void LifecycleCommander::sendTo(HostId host, Task task)
{
    LifecycleFeed::Orders orders = task.orders;
    m_feeds.submit(host, std::move(orders),
                   [this, task = std::move(task)](const auto &answers) { report(task, answers); });
}

QStringList LifecycleCommander::titlesOf(HostId host,
                                         const std::vector<consist::EmployerName> &employers) const
{
    const HostLabels hosts = m_state.hosts().labels();
    QStringList titles;
    for (const QString &name : namesOf(employers))
        titles += hosts.titleOf(host, name);
    return titles;
}

void LifecycleCommander::report(const Task &task, const LifecycleFeed::Answers &answers)
{
    QStringList doneTo;
    std::map<QString, QStringList> refusals;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const QString &member = task.to[qsizetype(i)];
        if (answers[i])
            doneTo += member;
        else
            refusals[toLine(answers[i].error().message)] += member;
    }
    if (!doneTo.isEmpty()) {
        const QString sentence = task.doneSentence.arg(someOf(doneTo, MostNames));
        emit done(task.skipped.isEmpty() ? sentence : sentence + QLatin1Char(' ') + task.skipped);
    }
    for (const auto &[why, members] : refusals)
        emit refused(
            tr("%1 has failed for %2: %3.").arg(task.what, someOf(members, MostNames), why));
}

} // namespace qontroller::ui
