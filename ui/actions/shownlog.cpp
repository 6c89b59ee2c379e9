// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/shownlog.h"

namespace qontroller::ui {

ShownLog::ShownLog(OperatorLogModel &log, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_log(log)
{
    setSourceModel(&log);
}

void ShownLog::setFilter(const Filter &filter)
{
    m_filter = filter;
    invalidateRowsFilter();
}

QJsonObject ShownLog::jsonOf(int row) const
{
    return m_log.jsonOf(mapToSource(index(row, 0)).row());
}

bool ShownLog::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    return !parent.isValid() && m_log.isTaken(row, m_filter);
}

} // namespace qontroller::ui
