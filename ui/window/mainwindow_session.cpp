// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow_p.h"

#include "ui/actions/diagnostics.h"
#include "ui/dialogs/actionpalette.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/quitdialog.h"
#include "ui/words/format.h"

#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSaveFile>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>

#include <functional>

namespace qontroller::ui {

namespace {

QFileDialog *fileDialog(QWidget *parent, const char *name, const QString &title,
                        const QString &filter, QFileDialog::AcceptMode mode)
{
    auto *dialog = new QFileDialog(parent, title);
    dialog->setObjectName(QLatin1String(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({filter, MainWindow::tr("All files (*)")});
    dialog->setAcceptMode(mode);
    dialog->setFileMode(mode == QFileDialog::AcceptSave ? QFileDialog::AnyFile
                                                        : QFileDialog::ExistingFile);
    return dialog;
}

QByteArray asTsv(const ItemsModel &model)
{
    QByteArray bytes;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < ItemColumnCount; ++column)
            cells += row < 0 ? model.headerData(column, Qt::Horizontal).toString()
                             : model.index(row, column).data().toString();
        bytes += cells.join(QLatin1Char('\t')).toUtf8() + '\n';
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

void collect(const QMenu *menu, const QString &path, QList<ActionPalette::Entry> &entries)
{
    for (QAction *action : menu->actions()) {
        if (action->isSeparator())
            continue;
        const QString name = path + QStringLiteral(" ▸ ") + action->text().remove(QLatin1Char('&'));
        if (action->menu())
            collect(action->menu(), name, entries);
        else
            entries += {name, action};
    }
}

} // namespace

// Asked by a person, so a person answers; a signal or a picture ends the program otherwise.
bool MainWindow::Private::mayQuit()
{
    QuitFacts facts;
    for (const auto &[id, view] : state.controllers()) {
        facts.running += view.gauges.running;
        facts.waiting += view.gauges.depth;
    }
    facts.toRequeue = commander.bulk().total() - commander.bulk().sent();
    facts.outOfService = outOfService;
    facts.unsaved = options.mode != WindowOptions::Mode::Demo && application.hasUnsavedChanges();
    if (quitting || !facts.any())
        return true;
    if (q.findChild<QuitDialog *>())
        return false;
    auto *dialog = new QuitDialog(facts, &q);
    const auto quit = [this] {
        quitting = true;
        q.close();
    };
    QObject::connect(dialog, &QuitDialog::saveRequested, &q, [this, quit] { saveSession(quit); });
    QObject::connect(dialog, &QuitDialog::quitRequested, &q, quit);
    dialog->open();
    return false;
}

void MainWindow::Private::openSession()
{
    auto *dialog = fileDialog(&q, "openSessionDialog", tr("Open Session"), tr("Sessions (*.json)"),
                              QFileDialog::AcceptOpen);
    QObject::connect(dialog, &QFileDialog::fileSelected, &q, [this](const QString &file) {
        sayWithPlugins(application.openSession(file));
        showTitle();
    });
    dialog->open();
}

void MainWindow::Private::saveSession(const std::function<void()> &then)
{
    if (application.sessionFile().isEmpty())
        return saveSessionAs(then);
    saveSessionTo(application.sessionFile(), then);
}

void MainWindow::Private::saveSessionAs(const std::function<void()> &then)
{
    auto *dialog = fileDialog(&q, "saveSessionDialog", tr("Save Session"), tr("Sessions (*.json)"),
                              QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    if (!application.sessionFile().isEmpty())
        dialog->selectFile(application.sessionFile());
    QObject::connect(dialog, &QFileDialog::fileSelected, &q,
                     [this, then](const QString &file) { saveSessionTo(file, then); });
    dialog->open();
}

void MainWindow::Private::saveSessionTo(const QString &file, const std::function<void()> &then)
{
    const Result saved = application.saveSession(file);
    say(saved);
    showTitle();
    if (saved.isDone() && then)
        then();
}

void MainWindow::Private::exportItems()
{
    auto *dialog = fileDialog(&q, "exportDialog", tr("Export Items"), tr("Tables (*.tsv *.json)"),
                              QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("tsv"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &q, [this](const QString &name) {
        const ItemsModel &items = tabs->items();
        write(name, name.endsWith(QLatin1String(".json")) ? asJson(items) : asTsv(items),
              tr("%n item(s) written to %1.", nullptr, items.rowCount()).arg(name));
    });
    dialog->open();
}

void MainWindow::Private::saveDiagnostics()
{
    auto *dialog = fileDialog(&q, "diagnosticsDialog", tr("Save Diagnostics"), tr("JSON (*.json)"),
                              QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("qontroller-diagnostics.json"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &q, [this](const QString &name) {
        write(name, QJsonDocument(diagnostics(state, log)).toJson(),
              tr("Diagnostics written to %1. Ids and error texts stand in it.").arg(name));
    });
    dialog->open();
}

void MainWindow::Private::write(const QString &name, const QByteArray &bytes, const QString &done)
{
    QSaveFile file(name);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        say(Result::done(done));
    else
        say(Result::failed(tr("%1 cannot be written: %2").arg(name, file.errorString())));
}

void MainWindow::Private::showPalette(const QString &title)
{
    QList<ActionPalette::Entry> entries;
    for (const QAction *action : q.menuBar()->actions())
        collect(action->menu(), action->text().remove(QLatin1Char('&')), entries);
    auto *dialog = new ActionPalette(entries, &q);
    dialog->setWindowTitle(title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::Private::showHelp()
{
    auto *dialog = q.findChild<HelpDialog *>();
    if (!dialog) {
        dialog = new HelpDialog(&q);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::Private::about()
{
    auto *box = new QMessageBox(&q);
    box->setObjectName(QStringLiteral("aboutBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIconPixmap(q.windowIcon().pixmap(64, 64));
    box->setWindowTitle(tr("About Qontroller"));
    box->setText(tr("<b>Qontroller %1</b><p>Reconciliation controllers without Kubernetes, with a "
                    "window to see and steer "
                    "them.</p><p>GNU General Public License, version 3 or later.</p>")
                     .arg(QCoreApplication::applicationVersion()));
    box->open();
}

} // namespace qontroller::ui
