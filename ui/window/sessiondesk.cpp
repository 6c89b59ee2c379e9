// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/sessiondesk.h"

#include "ui/actions/actions.h"
#include "ui/dialogs/applysessiondialog.h"
#include "ui/window/filedialogs.h"
#include "ui/window/noticeboard.h"
#include "ui/window/plugindesk.h"
#include "ui/words/sessionwords.h"

#include <QtCore/QPointer>
#include <QtGui/QAction>

namespace qontroller::ui {

SessionDesk::SessionDesk(QWidget &window, WindowOptions::Mode mode, const Actions &actions,
                         ApplicationPort &application, PluginDesk &plugins, Noticeboard &notices)
    : m_window(window)
    , m_mode(mode)
    , m_application(application)
    , m_plugins(plugins)
    , m_notices(notices)
{
    connect(actions.openSession, &QAction::triggered, this, [this] { open(); });
    connect(actions.applySession, &QAction::triggered, this, [this] { chooseToApply(); });
    connect(actions.saveSession, &QAction::triggered, this, [this] { save(); });
    connect(actions.saveSessionAs, &QAction::triggered, this, [this] { saveAs(); });
}

bool SessionDesk::hasUnsavedChanges() const
{
    return m_mode == WindowOptions::Mode::Normal && m_application.hasUnsavedChanges();
}

void SessionDesk::open()
{
    auto *dialog = newFileDialog(m_window, "openSessionDialog", tr("Open Session"),
                                 tr("Sessions (*.json)"), QFileDialog::AcceptOpen);
    connect(dialog, &QFileDialog::fileSelected, this, &SessionDesk::openFile);
    dialog->open();
}

void SessionDesk::openFile(const QString &file)
{
    m_plugins.report(m_application.openSession(file));
    emit fileChanged();
}

void SessionDesk::chooseToApply()
{
    auto *dialog = newFileDialog(m_window, "applyFileDialog", tr("Apply Session"),
                                 tr("Sessions (*.json)"), QFileDialog::AcceptOpen);
    if (!m_application.sessionFile().isEmpty())
        dialog->selectFile(m_application.sessionFile());
    connect(dialog, &QFileDialog::fileSelected, this, &SessionDesk::apply);
    dialog->open();
}

void SessionDesk::apply(const QString &file)
{
    auto *dialog = new ApplySessionDialog(file, m_application.hosts().elsewhere(), &m_window);
    run(*dialog, [this, file](HostId host, ApplyMode mode, const ApplicationPort::ApplyTold &told) {
        m_application.applySession(host, file, mode, told);
    });
}

void SessionDesk::run(ApplySessionDialog &dialog, const Give &give)
{
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    connect(&dialog, &ApplySessionDialog::requested, this,
            [this, give, shown = &dialog](int request, HostId host, ApplyMode mode) {
                give(host, mode, teller(*shown, request, mode));
            });
    connect(&dialog, &ApplySessionDialog::abandoned, this, [this] {
        m_notices.report(Result::failed(
            tr("Nothing was applied: the dialog was closed while it was checked once more.")));
    });
    dialog.open();
    dialog.plan();
}

ApplicationPort::ApplyTold SessionDesk::teller(ApplySessionDialog &dialog, int request,
                                               ApplyMode mode)
{
    return [this, desk = QPointer(this), shown = QPointer(&dialog), request,
            mode](const ApplyStatus &status) {
        if (!desk)
            return;
        if (shown && !shown->isHidden())
            shown->showStatus(request, status);
        else if (status.hasEnded && mode == ApplyMode::Apply)
            sayApplied(status, mode);
        if (status.hasEnded && mode == ApplyMode::Apply)
            emit fileChanged();
    };
}

void SessionDesk::save(const std::function<void()> &then)
{
    if (m_application.sessionFile().isEmpty())
        return saveAs(then);
    saveTo(m_application.sessionFile(), then);
}

void SessionDesk::saveOf(HostId host)
{
    if (m_mode != WindowOptions::Mode::Attached)
        return save();
    m_application.applySession(host, {}, ApplyMode::Save,
                               [desk = QPointer(this)](const ApplyStatus &status) {
                                   if (desk && status.hasEnded)
                                       desk->sayApplied(status, ApplyMode::Save);
                               });
}

void SessionDesk::sayApplied(const ApplyStatus &status, ApplyMode mode)
{
    m_notices.report(
        {status.hasFailed() ? Result::Kind::Failed : Result::Kind::Done, summaryOf(status, mode)});
}

void SessionDesk::saveAs(const std::function<void()> &then)
{
    auto *dialog = newFileDialog(m_window, "saveSessionDialog", tr("Save Session"),
                                 tr("Sessions (*.json)"), QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    if (!m_application.sessionFile().isEmpty())
        dialog->selectFile(m_application.sessionFile());
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, then](const QString &file) { saveTo(file, then); });
    dialog->open();
}

void SessionDesk::saveTo(const QString &file, const std::function<void()> &then)
{
    const Result saved = m_application.saveSession(file);
    m_notices.report(saved);
    emit fileChanged();
    if (saved.isDone() && then)
        then();
}

} // namespace qontroller::ui
