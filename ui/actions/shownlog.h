// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QSortFilterProxyModel>

#include "core/engine/filter/filter.h"
#include "ui/actions/operatorlogmodel.h"

namespace qontroller::ui {

/// The lines of the operator log that a filter takes, as far as they have what its terms are about.
class ShownLog final : public QSortFilterProxyModel
{
public:
    /// \a log outlives this, or is read no more once it has ended.
    ShownLog(OperatorLogModel &log, QObject *parent);

    void setFilter(const Filter &filter);
    /// As OperatorLogModel::jsonOf().
    [[nodiscard]] QJsonObject jsonOf(int row) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    OperatorLogModel &m_log;
    Filter m_filter;
};

} // namespace qontroller::ui
