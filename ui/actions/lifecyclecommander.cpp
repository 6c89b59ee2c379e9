// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/lifecyclecommander.h"

#include "ui/actions/operatorlog.h"
#include "ui/words/format.h"
#include "ui/words/lifecyclewords.h"

#include <algorithm>

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
    const char *english;
    QString done;
};

Wording wordingOf(OperationVerb verb)
{
    switch (verb) {
    case OperationVerb::Start:
        return {LifecycleCommander::tr("Start operation"), "start operation",
                LifecycleCommander::tr("Operation started on %1.")};
    case OperationVerb::Finish:
        return {LifecycleCommander::tr("Finish operation"), "finish operation",
                LifecycleCommander::tr("Operation finished on %1.")};
    case OperationVerb::Undo:
        return {LifecycleCommander::tr("Undo operation"), "undo operation",
                LifecycleCommander::tr("Operation undone on %1.")};
    case OperationVerb::Force:
        return {LifecycleCommander::tr("Force operation"), "force operation",
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

LifecycleCommander::LifecycleCommander(LifecycleFeed &feed, OperatorLog &log, QObject *parent)
    : QObject(parent)
    , m_feed(feed)
    , m_log(log)
{}

void LifecycleCommander::begin(const MemberRefs &members, const QString &type, const QString &id)
{
    Task task{tr("Begin operation %1 (%2)").arg(id, type),
              "begin operation " + id.toStdString() + " of type " + type.toStdString(),
              tr("Operation begun on %1."),
              {},
              tr("begun")};
    for (const MemberRef &one : members)
        add(task, one.member, one.employers,
            {Command::Kind::Begin, id.toStdString(), type.toStdString(), {}});
    send(std::move(task));
}

void LifecycleCommander::apply(const OperationScope &scope)
{
    if (scope.eligible.empty())
        return emit refused(scope.whyNone());
    const Wording wording = wordingOf(scope.verb);
    const std::string id = commonId(scope.eligible);
    Task task{wording.what, wording.english, wording.done, skippedText(scope), tr("done")};
    if (!id.empty()) {
        task.what += QLatin1Char(' ') + toLine(id);
        task.english += ' ' + id;
    }
    for (const consist::OperationView &view : scope.eligible)
        add(task, view.employee, view.employers, {kindOf(scope.verb), view.operation.id, {}, {}});
    send(std::move(task));
}

void LifecycleCommander::remove(const MemberRefs &members)
{
    Task task{tr("Delete member"),
              "delete member",
              tr("%1: to be deleted once it is drained."),
              {},
              tr("asked for")};
    for (const MemberRef &one : members)
        add(task, one.member, one.employers, {Command::Kind::Delete, {}, {}, {}});
    send(std::move(task));
}

void LifecycleCommander::forget(const std::vector<consist::EmployerName> &employers)
{
    Task task{tr("Forget employer"), "forget employer", tr("%1: forgotten."), {},
              tr("forgotten"),       employers};
    task.to = namesOf(employers);
    const int entry = m_log.addOperation(someOf(task.to, MostNames), task.what, task.english, {});
    m_feed.forget(employers, m_log.who().toStdString(),
                  [this, task = std::move(task), entry](const LifecycleFeed::Answers &answers) {
                      report(task, entry, answers);
                  });
}

void LifecycleCommander::add(Task &task, const consist::EmployeeKey &member,
                             const std::vector<consist::EmployerName> &employers,
                             Command command) const
{
    command.by = m_log.who().toStdString();
    task.orders.emplace_back(member, std::move(command));
    task.to += nameOf(member);
    for (const consist::EmployerName &employer : employers) {
        if (std::ranges::find(task.where, employer) == task.where.end())
            task.where.push_back(employer);
    }
}

void LifecycleCommander::send(Task task)
{
    Ids members;
    for (const auto &[member, command] : task.orders)
        members.emplace_back(member.qualifiedName());
    const int entry = m_log.addOperation(someOf(namesOf(task.where), MostNames), task.what,
                                         task.english, std::move(members));
    LifecycleFeed::Orders orders = task.orders;
    m_feed.submit(std::move(orders),
                  [this, task = std::move(task), entry](const LifecycleFeed::Answers &answers) {
                      report(task, entry, answers);
                  });
}

void LifecycleCommander::report(const Task &task, int entry, const LifecycleFeed::Answers &answers)
{
    QStringList doneTo;
    std::map<QString, QStringList> refusals;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const QString &member = task.to[qsizetype(i)];
        if (answers[i])
            doneTo += member;
        else
            refusals[toLine(answers[i].error().message)] += member;
        m_log.addResult(entry, answers[i] ? task.result : toLine(answers[i].error().message));
    }
    if (!doneTo.isEmpty()) {
        const QString sentence = task.doneSentence.arg(someOf(doneTo, MostNames));
        emit done(task.skipped.isEmpty() ? sentence : sentence + QLatin1Char(' ') + task.skipped);
    }
    for (const auto &[why, members] : refusals)
        emit refused(
            tr("%1 was refused for %2: %3.").arg(task.what, someOf(members, MostNames), why));
}

} // namespace qontroller::ui
