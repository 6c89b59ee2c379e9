// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/copydesk.h"

#include "ui/actions/actions.h"
#include "ui/actions/diagnostics.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/applicationport.h"
#include "ui/overview/overview.h"
#include "ui/state/itemstore.h"
#include "ui/views/board.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/filedialogs.h"
#include "ui/window/focusedlist.h"
#include "ui/window/noticeboard.h"
#include "ui/words/names.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QRegularExpression>
#include <QtCore/QSaveFile>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>

namespace qontroller::ui {

namespace {

/// What separates cells, and how a cell is written that would be taken for several.
enum class Separated {
    ByTabs,
    ByCommas ///< as RFC 4180 has it
};

QString written(const QString &cell, Separated how)
{
    static const QRegularExpression special(QStringLiteral("[\",\r\n]"));
    if (how == Separated::ByTabs || !cell.contains(special))
        return cell;
    return QLatin1Char('"') + QString(cell).replace(QLatin1Char('"'), QLatin1String("\"\""))
           + QLatin1Char('"');
}

QByteArray asTable(const ItemsModel &model, Separated how)
{
    const QString separator = how == Separated::ByTabs ? QStringLiteral("\t") : QStringLiteral(",");
    QByteArray bytes;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < ItemColumnCount; ++column)
            cells += written(row < 0 ? model.headerData(column, Qt::Horizontal).toString()
                                     : model.index(row, column).data().toString(),
                             how);
        bytes += cells.join(separator).toUtf8() + (how == Separated::ByTabs ? "\n" : "\r\n");
    }
    return bytes;
}

QByteArray asJson(const ItemsModel &model)
{
    QJsonArray items;
    for (int row = 0; row < model.rowCount(); ++row) {
        const ItemRow &item = model.store().at(model.handleAt(row)).row;
        items += QJsonObject{{QStringLiteral("id"), QString::fromStdString(item.id)},
                             {QStringLiteral("controller"),
                              model.index(row, int(ItemColumn::Controller)).data().toString()},
                             {QStringLiteral("state"), keyOf(item.state)},
                             {QStringLiteral("text"), QString::fromStdString(item.text)},
                             {QStringLiteral("errors"), qint64(item.errors)}};
    }
    return QJsonDocument(items).toJson();
}

/// By its ending: a file says what it is.
QByteArray asFileOf(const QString &name, const ItemsModel &model)
{
    if (name.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return asJson(model);
    return asTable(model, name.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)
                              ? Separated::ByCommas
                              : Separated::ByTabs);
}

} // namespace

CopyDesk::CopyDesk(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
                   const FocusedList &focused, const OperatorLogModel &log, Noticeboard &notices)
    : m_window(window)
    , m_state(state)
    , m_tabs(tabs)
    , m_focused(focused)
    , m_log(log)
    , m_notices(notices)
{
    connect(actions.copy, &QAction::triggered, this, &CopyDesk::copyText);
    connect(actions.copyJson, &QAction::triggered, this, &CopyDesk::copyJson);
    connect(actions.selectAll, &QAction::triggered, this, &CopyDesk::selectAll);
    connect(actions.exportItems, &QAction::triggered, this, &CopyDesk::exportItems);
    connect(actions.saveDiagnostics, &QAction::triggered, this, &CopyDesk::saveDiagnostics);
}

void CopyDesk::copyText()
{
    const bool isOnBoard = m_tabs.currentTab() == Tabs::Tab::Operations;
    const Table *table = m_tabs.currentTable();
    QGuiApplication::clipboard()->setText(m_focused.list() ? m_focused.selectedAsText()
                                          : isOnBoard      ? m_tabs.board().selectedAsText()
                                          : table          ? table->selectedAsText()
                                                           : m_tabs.overview().details());
}

void CopyDesk::copyJson()
{
    const auto *table = m_focused.list() ? qobject_cast<const Table *>(m_focused.list())
                                         : m_tabs.currentTable();
    if (table)
        QGuiApplication::clipboard()->setText(table->selectedAsJson());
}

void CopyDesk::selectAll()
{
    EmployersTree &employers = m_tabs.board().employers();
    if (QAbstractItemView *list = m_focused.list())
        list->selectAll();
    else if (employers.hasFocus())
        employers.selectAll();
    else if (Table *table = m_tabs.currentTable())
        table->selectAll();
}

void CopyDesk::exportItems()
{
    auto *dialog = newFileDialog(m_window, "exportDialog", tr("Export Objects"),
                                 tr("Tables (*.tsv *.csv *.json)"), QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("tsv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &name) {
        write(name, asFileOf(name, m_tabs.items()),
              tr("%n object(s) written to %1.", nullptr, m_tabs.items().rowCount()).arg(name));
    });
    dialog->open();
}

void CopyDesk::saveDiagnostics()
{
    auto *dialog = newFileDialog(m_window, "diagnosticsDialog", tr("Save Diagnostics"),
                                 tr("JSON (*.json)"), QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("qontroller-diagnostics.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &name) {
        write(name, QJsonDocument(diagnostics(m_state, m_log)).toJson(),
              tr("Diagnostics written to %1. Ids and error texts stand in it.").arg(name));
    });
    dialog->open();
}

void CopyDesk::write(const QString &name, const QByteArray &bytes, const QString &done)
{
    QSaveFile file(name);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()
        && file.flush() // commit() does not look at what a full disk leaves in its buffer
        && file.commit())
        m_notices.report(Result::done(done));
    else
        m_notices.report(
            Result::failed(tr("%1 cannot be written: %2").arg(name, file.errorString())));
}

} // namespace qontroller::ui
