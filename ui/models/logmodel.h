// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QAbstractTableModel>

namespace qontroller::ui {

/// What the tables have in common that grow at their end: columns of text with a
/// title each.
class LogModel : public QAbstractTableModel
{
public:
    LogModel(QStringList titles, QObject *parent);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const final;

private:
    QStringList m_titles;
};

} // namespace qontroller::ui
