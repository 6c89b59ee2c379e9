// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tablefile.h"

#include "ui/models/logmodel.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>

namespace qontroller::ui {

namespace {

/// What separates cells, and how a cell is written that would be taken for several.
enum class Separated {
    ByTabs,
    ByCommas
};

QString written(const QString &cell, Separated how)
{
    static const QRegularExpression special(QStringLiteral("[\",\r\n]"));
    if (how == Separated::ByTabs || !cell.contains(special))
        return cell;
    return QLatin1Char('"') + QString(cell).replace(QLatin1Char('"'), QLatin1String("\"\""))
           + QLatin1Char('"');
}

QString textOf(const QModelIndex &cell)
{
    const QVariant whole = cell.data(LogModel::WholeRole);
    return whole.isValid() ? whole.toString() : cell.data().toString();
}

QByteArray asTable(const QAbstractItemModel &model, Separated how)
{
    const QString separator = how == Separated::ByTabs ? QStringLiteral("\t") : QStringLiteral(",");
    QByteArray bytes;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells += written(row < 0 ? model.headerData(column, Qt::Horizontal).toString()
                                     : textOf(model.index(row, column)),
                             how);
        bytes += cells.join(separator).toUtf8() + (how == Separated::ByTabs ? "\n" : "\r\n");
    }
    return bytes;
}

} // namespace

QByteArray asFile(const QString &name, const QAbstractItemModel &model,
                  const std::function<QJsonObject(int row)> &jsonOf)
{
    if (!name.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return asTable(model, name.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)
                                  ? Separated::ByCommas
                                  : Separated::ByTabs);
    QJsonArray rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows += jsonOf(row);
    return QJsonDocument(rows).toJson();
}

} // namespace qontroller::ui
