// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/resumequestion.h"

#include "ui/applicationport.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/state/freshlook.h"
#include "ui/window/controllernames.h"
#include "ui/window/noticeboard.h"

namespace qontroller::ui {

ResumeQuestion::ResumeQuestion(QWidget &window, const LiveState &state, FreshLook &look,
                               Noticeboard &notices)
    : m_window(window)
    , m_state(state)
    , m_look(look)
    , m_notices(notices)
{}

void ResumeQuestion::ask(const About &about, const QString &consequence)
{
    const Holds shown = about.holds();
    auto *dialog = new ConfirmDialog(about.question(), consequence, about.lines(), about.verb,
                                     &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, about, shown] { resume(about, shown); });
    dialog->open();
    if (about.opened)
        about.opened(dialog);
}

void ResumeQuestion::resume(const About &about, const Holds &shown)
{
    m_look.ask(about.controllers, [this, about, shown](const auto &silent) {
        if (!silent.empty())
            m_notices.report(Result::failed(
                tr("Nothing was resumed: %1 did not answer in time, so what others have done since "
                   "is not known.")
                    .arg(controllerPlaces({silent.begin(), silent.end()}, m_state))));
        else if (about.holds() == shown)
            about.resume();
        else
            ask(about, tr("This has changed since you were asked.") + QLatin1Char(' ')
                           + about.consequence);
    });
}

} // namespace qontroller::ui
