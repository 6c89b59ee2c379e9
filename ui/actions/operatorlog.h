// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>

#include "core/control/command.h"
#include "ui/models/logmodel.h"

namespace qontroller::ui {

/// Who did what, when, to how many, with what result. Kept in memory for the
/// table, and for good in a file with one JSON object a line.
class OperatorLog final : public LogModel
{
    Q_OBJECT

public:
    enum Column {
        Time,
        Who,
        What,
        Where,
        Outcome
    };
    static constexpr int Limit = 1000;

    /// \a file: empty for none.
    explicit OperatorLog(QString file, QObject *parent = nullptr);

    void add(const QString &where, const Command &command, Ticket ticket);
    /// What the engine said about \a ticket. Unknown tickets are somebody else's.
    void setOutcome(Ticket ticket, const QString &outcome);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;

signals:
    /// The file cannot be written; said once.
    void failed(const QString &sentence);

private:
    struct Entry
    {
        QDateTime time;
        QString who;
        QString what;
        QString where;
        Ticket ticket = 0;
        QString outcome;
    };
    void write(const Entry &entry);

    QString m_file;
    QString m_who;
    QList<Entry> m_entries; ///< newest last
    bool m_failed = false;
};

} // namespace qontroller::ui
