// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>
#include <QtCore/QJsonObject>

#include "core/engine/control/command.h"
#include "core/engine/control/commandoutcome.h"
#include "core/engine/control/operatorline.h"
#include "core/engine/jobs/jobport.h"
#include "core/engine/observe/events/eventrecord.h"
#include "ui/actions/logplace.h"
#include "ui/models/logmodel.h"
#include "ui/state/hostbook.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace qontroller {
class Filter;
}

namespace qontroller::ui {

/// What operators did, from where, to which objects and with what result: the operator logs of all
/// hosts that the window shows, by time.
///
/// A host keeps its log (OperatorLine); what this window asks for is there like all else. So each
/// command of the window's is one row: it is shown at once, and the host's line of it, which has
/// its ticket or its job, says of the same row who asked. Events tell at once what came of it. What
/// reached no host is only here.
class OperatorLogModel final : public LogModel
{
    Q_OBJECT

public:
    enum Column {
        Time,
        Who,
        What,
        Items,
        Where,
        Outcome
    };
    static constexpr std::size_t Limit = 1000;

    /// Numbers the rows from 1, as they came.
    using EntryId = int;

    explicit OperatorLogModel(QObject *parent = nullptr);

    /// The operator.
    [[nodiscard]] const QString &who() const { return m_who; }

    /// \a undone is the entry that this one takes back; 0: none.
    EntryId add(const LogPlace &where, const Action &action, EntryId undone = 0);
    /// The same for what \a jobs of hosts do.
    EntryId addJobs(const LogPlace &where, const Action &action, const std::vector<JobKey> &jobs);
    /// What has come of the jobs of entry \a id, which an addJobs() made.
    void setOutcome(EntryId id, const QString &outcome);
    /// Results of \a of that name \a ticket belong to entry \a id.
    void addTicket(EntryId id, Ticket ticket, HostRun of = {});
    /// NotConfirmed: it may have been carried out all the same.
    enum class Refusal {
        NotSent,
        NotConfirmed
    };
    /// What has come of entry \a id so far; empty: it is not known any more.
    [[nodiscard]] QString resultOf(EntryId id) const;
    /// The engine has taken entry \a id, and none of its runs has ended.
    [[nodiscard]] bool isToRun(EntryId id) const;
    /// Entry \a id has no effect that is known, and why.
    void addRefusal(EntryId id, const QString &why, Refusal refusal = Refusal::NotSent);
    void markTakenBack(EntryId id);
    /// The window asked for what line \a number of the log of \a of says.
    [[nodiscard]] bool isOwn(HostRun of, std::uint64_t number) const;
    /// What the engine of \a from said, if it was about one of our tickets.
    void take(const EventRecord &event, HostRun from = {});
    /// What is new or has changed in the log of \a of; what was taken before is left out.
    void take(HostRun of, const std::vector<OperatorLine> &lines, const HostLabels &hosts);

    /// \a filter takes the line in \a row, as far as that has what its terms are about. A line of
    /// more objects than it names may be of any, and one of no single controller of any of its
    /// host.
    [[nodiscard]] bool isTaken(int row, const Filter &filter) const;

    /// For programs: its names do not depend on the language.
    [[nodiscard]] QJsonObject jsonOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;

signals:
    /// What the engine remarks on a command of the window's: that not all of it was done, and why.
    void remarked(const QString &remark);
    /// resultOf() \a id is another one.
    void resultMoved(int id);

private:
    struct Entry
    {
        EntryId id = 0;
        QDateTime time;
        QString who;
        LogPlace where;
        QString what;
        Ids ids;             ///< the first
        std::size_t all = 0; ///< how many there are in all
        bool isOwn = true;   ///< the window asked for it
        bool isRefused = false;
        CommandOutcome results; ///< what the events have told of tickets of ours
        QString outcome;        ///< of jobs, and of what others asked for
        std::optional<Refusal> refusal;
        QString whyNot; ///< of a refusal
    };
    using Tickets = std::map<std::pair<HostRun, Ticket>, EntryId>;
    /// Names a line also in the host's next life.
    struct LineKey
    {
        HostId host = 0;
        qint64 at = 0; ///< in ms
        std::string who;
        std::string text;
        friend auto operator<=>(const LineKey &, const LineKey &) = default;
    };

    [[nodiscard]] Entry entryOf(const LogPlace &where, const Action &action) const;
    [[nodiscard]] static Entry entryOf(const OperatorLine &line, const LogPlace &where);
    EntryId append(Entry entry);
    void remove(const Entry &entry);
    void showResult(EntryId id, const OperatorLine &line);
    [[nodiscard]] bool isNews(HostRun of, const OperatorLine &line);
    EntryId takeLine(HostRun of, const OperatorLine &line, const LogPlace &where);
    EntryId takeOfJob(const JobKey &job, const OperatorLine &line, const LogPlace &where);
    [[nodiscard]] Entry *find(EntryId id)
    {
        return const_cast<Entry *>(std::as_const(*this).find(id));
    }
    [[nodiscard]] const Entry *find(EntryId id) const;
    [[nodiscard]] int rowOf(const Entry &entry) const;
    void changed(const Entry &entry);
    [[nodiscard]] static QString outcomeOf(const Entry &entry);

    QString m_who;
    std::deque<Entry> m_entries; ///< by time
    EntryId m_last = 0;
    Tickets m_tickets; ///< of the window's commands
    std::map<JobKey, EntryId> m_jobs;
    std::map<std::pair<HostRun, std::uint64_t>, EntryId> m_numbers; ///< of lines that have rows
    std::map<LineKey, HostRun> m_lines; ///< … and the life of the host that told of them
};

} // namespace qontroller::ui
