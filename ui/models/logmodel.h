// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QAbstractTableModel>

namespace qontroller::ui {

/// What the tables have in common that grow at their end: columns of text with a
/// title each.
class LogModel : public QAbstractTableModel
{
public:
    /// The whole text of a cell that shows less; nothing: what it shows is all. No model has as
    /// many roles of its own.
    static constexpr int WholeRole = Qt::UserRole + 100;

    LogModel(QStringList titles, QObject *parent);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const final;

private:
    QStringList m_titles;
};

} // namespace qontroller::ui
