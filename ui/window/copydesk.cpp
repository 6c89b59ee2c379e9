// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/copydesk.h"

#include "ui/actions/actions.h"
#include "ui/actions/diagnostics.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/actions/shownlog.h"
#include "ui/applicationport.h"
#include "ui/models/eventsmodel.h"
#include "ui/overview/overview.h"
#include "ui/state/itemstore.h"
#include "ui/views/board.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/filedialogs.h"
#include "ui/window/focusedlist.h"
#include "ui/window/logs.h"
#include "ui/window/noticeboard.h"
#include "ui/window/tablefile.h"
#include "ui/words/names.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSaveFile>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>

namespace qontroller::ui {

namespace {

QJsonObject jsonOf(const ItemsModel &model, int row)
{
    const ItemRow &item = model.store().at(model.handleAt(row)).row;
    return {{QStringLiteral("id"), QString::fromStdString(item.id)},
            {QStringLiteral("controller"),
             model.index(row, int(ItemColumn::Controller)).data().toString()},
            {QStringLiteral("state"), keyOf(item.state)},
            {QStringLiteral("text"), QString::fromStdString(item.text)},
            {QStringLiteral("errors"), qint64(item.errors)}};
}

} // namespace

CopyDesk::CopyDesk(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
                   const FocusedList &focused, const OperatorLogModel &log, const Logs &logs,
                   Noticeboard &notices)
    : m_window(window)
    , m_state(state)
    , m_tabs(tabs)
    , m_focused(focused)
    , m_log(log)
    , m_logs(logs)
    , m_notices(notices)
{
    connect(actions.copy, &QAction::triggered, this, &CopyDesk::copyText);
    connect(actions.copyJson, &QAction::triggered, this, &CopyDesk::copyJson);
    connect(actions.selectAll, &QAction::triggered, this, &CopyDesk::selectAll);
    connect(actions.exportItems, &QAction::triggered, this, &CopyDesk::exportItems);
    connect(actions.exportEvents, &QAction::triggered, this, &CopyDesk::exportEvents);
    connect(actions.exportLog, &QAction::triggered, this, &CopyDesk::exportLog);
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

void CopyDesk::exportAs(const char *dialogName, const QString &title,
                        const std::function<void(const QString &file)> &write)
{
    auto *dialog = newFileDialog(m_window, dialogName, title, tr("Tables (*.tsv *.csv *.json)"),
                                 QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("tsv"));
    connect(dialog, &QFileDialog::fileSelected, this, write);
    dialog->open();
}

void CopyDesk::exportItems()
{
    exportAs("exportDialog", tr("Export Objects"), [this](const QString &name) {
        const ItemsModel &items = m_tabs.items();
        write(name, asFile(name, items, [&items](int row) { return jsonOf(items, row); }),
              tr("%n object(s) written to %1.", nullptr, items.rowCount()).arg(name));
    });
}

void CopyDesk::exportEvents()
{
    exportAs("exportEventsDialog", tr("Export Events"), [this](const QString &name) {
        const EventsModel &events = m_logs.events();
        write(name, asFile(name, events, [&events](int row) { return events.jsonOf(row); }),
              tr("%n event(s) written to %1.", nullptr, events.rowCount()).arg(name));
    });
}

void CopyDesk::exportLog()
{
    exportAs("exportLogDialog", tr("Export Operator Log"), [this](const QString &name) {
        const ShownLog &lines = m_logs.shownLog();
        write(name, asFile(name, lines, [&lines](int row) { return lines.jsonOf(row); }),
              tr("%n line(s) written to %1.", nullptr, lines.rowCount()).arg(name));
    });
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
