// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/operationscope.h"
#include "ui/state/lifecyclefeeds.h"

namespace qontroller::ui {

class LiveState;

/// Sends what an operator decided on members and their operations, which their host writes down,
/// and says what came of it. Takes what is fixed only: nothing here looks at rows.
class LifecycleCommander final : public QObject
{
    Q_OBJECT

public:
    LifecycleCommander(LifecycleFeeds &feeds, const LiveState &state, QObject *parent = nullptr);

    /// Begins an operation of \a type on each of \a members, all with the same \a id.
    void begin(const MemberRefs &members, const QString &type, const QString &id);
    void apply(const OperationScope &scope);
    void remove(const MemberRefs &members);
    void forget(const EmployerRefs &employers);

signals:
    /// What was done, for people.
    void done(const QString &sentence);
    /// What was refused, with the port's reason.
    void refused(const QString &sentence);

private:
    /// What is sent to one host at once, and how it is called.
    struct Task
    {
        QString what;         ///< "Start": for a refusal
        QString doneSentence; ///< of what was done to all or some; %1: the members
        QString skipped = {}; ///< the members that were left out, and why
        QStringList to = {}; ///< the member that each answer is about
        LifecycleFeed::Orders orders = {};
    };
    /// A command for a member.
    struct Order
    {
        MemberRef to;
        consist::Command command;
    };

    void send(const Task &task, std::vector<Order> orders);
    void sendTo(HostId host, Task task);
    void report(const Task &task, const LifecycleFeed::Answers &answers);
    [[nodiscard]] QStringList titlesOf(HostId host,
                                       const std::vector<consist::EmployerName> &employers) const;

    LifecycleFeeds &m_feeds;
    const LiveState &m_state;
};

} // namespace qontroller::ui
