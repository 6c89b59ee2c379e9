// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>

#include "core/engine/control/command.h"
#include "core/engine/observe/events/eventrecord.h"
#include "ui/models/logmodel.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace qontroller::ui {

/// What operators did, when, to which items and with what result; and which pauses ended by
/// themselves. Kept in memory for the table, which begins with the last entries of the file. Kept
/// for good in that file, which has one JSON object a line: one when a command is sent, one when
/// its result is known.
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
    static constexpr int Limit = 1000;
    static constexpr int MostEarlier = 200; ///< entries that are read from the file

    /// Numbers the entries from 1; those of earlier runs have none.
    using EntryId = int;

    /// \a file: empty for none.
    explicit OperatorLogModel(QString file, QObject *parent = nullptr);
    /// Writes what is known by now of results that are not complete.
    ~OperatorLogModel() override;

    /// The operator.
    [[nodiscard]] const QString &who() const { return m_who; }

    /// \a undone is the entry that this one takes back; 0: none.
    EntryId add(const QString &where, const Action &action, EntryId undone = 0);
    /// The same for what jobs of hosts do.
    EntryId addJob(const QString &where, const Action &action);
    /// What has come of the jobs of entry \a id, which an addJob() made.
    enum class Jobs {
        GoOn,
        HaveEnded
    };
    void setOutcome(EntryId id, const QString &outcome, Jobs jobs);
    /// \a what was asked of \a members, of employers \a where; \a english is for the file.
    EntryId addOperation(const QString &where, const QString &what, const std::string &english,
                         Ids members);
    /// What came of one of the members of entry \a id, which an addOperation() made.
    void addResult(EntryId id, const QString &result);
    /// Controller \a name was started with \a plugin.
    void addStart(const QString &name, const QString &plugin);
    /// \a what was done; \a english is for the file.
    void addDone(const QString &where, const QString &what, const std::string &english);
    /// \a end, which is one of a pause, came by itself.
    /// \a at: when it ended; a connection may have been cut since.
    void addPauseEnd(const QString &where, const EventRecord &end, const QDateTime &at);
    /// Results of \a of that name \a ticket belong to entry \a id.
    void addTicket(EntryId id, Ticket ticket, HostRun of = {});
    /// NotConfirmed: it may have been carried out all the same.
    enum class Refusal {
        NotSent,
        NotConfirmed
    };
    /// Entry \a id has no effect that is known, and why.
    void addRefusal(EntryId id, const QString &why, Refusal refusal = Refusal::NotSent);
    void markTakenBack(EntryId id);
    /// What the engine of \a from said, if it was about one of our tickets.
    void take(const EventRecord &event, HostRun from = {});

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;

signals:
    /// The file cannot be written; said once.
    void failed(const QString &sentence);
    /// What the engine remarks on a command: that not all of it was done, and why.
    void remarked(const QString &remark);

private:
    struct Entry
    {
        QDateTime time;
        QString who;
        QString where;
        QString what;
        std::string english; ///< what, for the file
        Ids ids;
        EntryId undone = 0; ///< what it takes back
        bool isTakenBack = false;
        bool isTaken = false; ///< by the engine
        QStringList notes;    ///< that the engine made on it
        std::size_t runs = 0; ///< results that are to come, in all
        std::size_t ended = 0;
        std::optional<Jobs> jobs; ///< nothing: it is no matter of jobs
        QString outcome;          ///< of the jobs
        std::optional<Refusal> refusal;
        std::map<QString, std::size_t> results;
        bool isWritten = false; ///< its result is in the file
        QString earlier = {};   ///< of an earlier run: its result as the file has it
    };

    [[nodiscard]] Entry entryOf(const QString &where, const Action &action) const;
    void readEarlier();
    EntryId append(Entry entry);
    void writeStart(EntryId id, const Entry &entry);
    [[nodiscard]] Entry *find(EntryId id);
    void changed(EntryId id);
    [[nodiscard]] static bool isComplete(const Entry &entry);
    [[nodiscard]] static QString outcomeOf(const Entry &entry);
    void write(const QJsonObject &line);
    void writeOutcome(EntryId id, Entry &entry);

    QString m_file;
    QString m_who;
    QList<Entry> m_entries; ///< newest last
    EntryId m_first = 1;    ///< number of m_entries.first()
    std::map<std::pair<HostRun, Ticket>, EntryId> m_tickets;
    bool m_failed = false;
};

} // namespace qontroller::ui
