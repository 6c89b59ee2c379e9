// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>

#include <functional>

class QAbstractItemModel;

namespace qontroller::ui {

/// \a model as a file that is called \a name, which says by its ending what it is: `.json`, with
/// \a jsonOf each row, `.csv` as RFC 4180 has it, or else cells with tabs between them. All columns
/// are in a table, with LogModel::WholeRole of a cell if it has that.
[[nodiscard]] QByteArray asFile(const QString &name, const QAbstractItemModel &model,
                                const std::function<QJsonObject(int row)> &jsonOf);

} // namespace qontroller::ui
