// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/quitdesk.h"

#include "ui/applicationport.h"
#include "ui/dialogs/quitdialog.h"
#include "ui/state/itemstore.h"
#include "ui/state/jobsfeed.h"
#include "ui/state/livestate.h"
#include "ui/window/boardrefresh.h"
#include "ui/window/sessiondesk.h"
#include "ui/words/format.h"

namespace qontroller::ui {

namespace {

std::uint64_t countOf(const ControllerView &view, ItemState state)
{
    return view.gauges.states[static_cast<std::size_t>(state)];
}

} // namespace

QuitDesk::QuitDesk(QWidget &window, WindowOptions::Mode mode, const ApplicationPort &application,
                   const LiveState &state, const JobsFeed &jobs, const BoardRefresh &board,
                   SessionDesk &sessions)
    : m_window(window)
    , m_mode(mode)
    , m_application(application)
    , m_state(state)
    , m_jobs(jobs)
    , m_board(board)
    , m_sessions(sessions)
{}

QuitFacts QuitDesk::facts() const
{
    QuitFacts facts;
    if (m_mode == WindowOptions::Mode::Attached)
        return facts; // all goes on without this window
    const JournalStatus journal = journalOfHost();
    for (const auto &[id, view] : m_state.latestControllers()) {
        facts.running += view.gauges.running;
        facts.waiting += view.gauges.depth;
    }
    if (journal.file.empty())
        addForgotten(facts, journal);
    facts.whyNotWritten = toLine(journal.whyNotWritten);
    facts.outOfService = m_board.outOfService();
    facts.unsaved = m_sessions.hasUnsavedChanges();
    facts.hasFile = !m_application.sessionFile().isEmpty();
    return facts;
}

// What a journal would keep.
void QuitDesk::addForgotten(QuitFacts &facts, const JournalStatus &journal) const
{
    for (const HostJob &each : m_jobs.running())
        facts.ofJobs += each.job.eligible - each.job.given;
    for (const auto &[id, view] : m_state.latestControllers())
        facts.forgotten += view.paused + countOf(view, ItemState::Paused)
                           + countOf(view, ItemState::Held);
    const ItemStore &items = m_state.items();
    items.readChunk(0, items.slotCount(), [&facts](Slot, const Item &item) {
        facts.forgotten += !item.gone && item.row.existence == Existence::Kept;
    });
    for (const JournalStatus::Controller &each : journal.controllers) {
        if (const auto &workers = each.changes.workers;
            workers && workers->until > SteadyClock::instance().wallNow())
            facts.temporary += tr("%1 (%2, then %3)")
                                   .arg(toLine(each.name))
                                   .arg(workers->workers)
                                   .arg(workers->before);
    }
}

JournalStatus QuitDesk::journalOfHost() const
{
    for (const HostLinkPtr &link : m_application.hosts().links()) {
        if (auto journal = link->journal())
            return *std::move(journal);
    }
    return {};
}

bool QuitDesk::mayQuit()
{
    const QuitFacts facts = this->facts();
    if (m_isAgreed || !facts.any())
        return true;
    if (!m_window.findChild<QuitDialog *>())
        ask(facts);
    return false;
}

void QuitDesk::ask(const QuitFacts &facts)
{
    auto *dialog = new QuitDialog(facts, &m_window);
    connect(dialog, &QuitDialog::saveRequested, this,
            [this] { m_sessions.save([this] { quit(); }); });
    connect(dialog, &QuitDialog::quitRequested, this, &QuitDesk::quit);
    dialog->open();
}

void QuitDesk::quit()
{
    m_isAgreed = true;
    m_window.close();
}

} // namespace qontroller::ui
