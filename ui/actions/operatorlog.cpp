// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/operatorlog.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

namespace qontroller::ui {

OperatorLog::OperatorLog(QString file, QObject *parent)
    : LogModel({tr("Time"), tr("Who"), tr("What"), tr("Where"), tr("Result")}, parent)
    , m_file(std::move(file))
    , m_who(qEnvironmentVariable("USER"))
{
    if (m_who.isEmpty())
        m_who = tr("operator");
}

void OperatorLog::add(const QString &where, const Command &command, Ticket ticket)
{
    if (m_entries.size() >= Limit) {
        beginRemoveRows({}, 0, 0);
        m_entries.removeFirst();
        endRemoveRows();
    }
    const Entry entry{QDateTime::currentDateTime(),
                      m_who,
                      QString::fromStdString(describe(command.action)),
                      where,
                      ticket,
                      {}};
    beginInsertRows({}, rowCount(), rowCount());
    m_entries += entry;
    endInsertRows();
    write(entry);
}

void OperatorLog::setOutcome(Ticket ticket, const QString &outcome)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        Entry &entry = m_entries[row];
        if (entry.ticket != ticket)
            continue;
        if (entry.outcome != outcome) {
            entry.outcome = outcome;
            emit dataChanged(index(row, Outcome), index(row, Outcome));
            write(entry);
        }
        return;
    }
}

void OperatorLog::write(const Entry &entry)
{
    if (m_file.isEmpty())
        return;
    QFile file(m_file);
    QJsonObject line{{QStringLiteral("time"), entry.time.toOffsetFromUtc(entry.time.offsetFromUtc())
                                                  .toString(Qt::ISODateWithMs)},
                     {QStringLiteral("who"), entry.who},
                     {QStringLiteral("what"), entry.what},
                     {QStringLiteral("where"), entry.where},
                     {QStringLiteral("ticket"), qint64(entry.ticket)}};
    if (!entry.outcome.isEmpty())
        line.insert(QStringLiteral("outcome"), entry.outcome);
    const QByteArray bytes = QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    const bool written = file.open(QIODevice::WriteOnly | QIODevice::Append)
                         && file.write(bytes) == bytes.size();
    if (!written && !m_failed)
        emit failed(
            tr("The operator log %1 cannot be written: %2").arg(m_file, file.errorString()));
    m_failed = !written;
}

int OperatorLog::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

QVariant OperatorLog::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole)
        return {};
    const Entry &entry = m_entries[index.row()];
    switch (index.column()) {
    case Time: return entry.time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case Who: return entry.who;
    case What: return entry.what;
    case Where: return entry.where;
    case Outcome: return entry.outcome.isEmpty() ? tr("sent") : entry.outcome;
    default: return {};
    }
}

} // namespace qontroller::ui
