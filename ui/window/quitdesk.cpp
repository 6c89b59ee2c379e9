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

/// What operators have decided.
struct Pauses
{
    std::uint64_t controllers = 0;
    std::uint64_t objects = 0;
    std::uint64_t held = 0;
    std::uint64_t kept = 0;
};

Pauses pausesIn(const LiveState &state)
{
    Pauses pauses;
    for (const auto &[id, view] : state.latestControllers()) {
        pauses.controllers += view.paused;
        pauses.objects += countOf(view, ItemState::Paused);
        pauses.held += countOf(view, ItemState::Held);
    }
    const ItemStore &items = state.items();
    items.readChunk(0, items.slotCount(), [&pauses](Slot, const Item &item) {
        pauses.kept += item.row.existence == Existence::Kept;
    });
    return pauses;
}

/// Of one controller: `photos: workers 9`, `photos: 8 workers for a time`.
QStringList changesOf(const JournalStatus::Controller &controller)
{
    const auto &[options, workers] = controller.changes;
    const QString name = toLine(controller.name);
    QStringList changes;
    for (const ChangedOption &each : options)
        changes += QStringLiteral("%1: %2 %3").arg(name, toLine(each.name), toLine(each.value));
    if (workers && workers->until > SteadyClock::instance().wallNow())
        changes += QuitDesk::tr("%1: %2 workers for a time").arg(name).arg(workers->workers);
    return changes;
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
    facts.mayBeSaved = m_mode == WindowOptions::Mode::Normal && !facts.forgotten.isEmpty()
                       && m_application.sessionFile().isEmpty();
    return facts;
}

// What a journal would keep.
void QuitDesk::addForgotten(QuitFacts &facts, const JournalStatus &journal) const
{
    for (const HostJob &each : m_jobs.running())
        facts.ofJobs += each.job.eligible - each.job.given;
    const auto add = [&facts](const QString &what, std::uint64_t count) {
        if (count > 0)
            facts.forgotten += what;
    };
    const Pauses pauses = pausesIn(m_state);
    add(tr("%n paused controller(s)", nullptr, int(pauses.controllers)), pauses.controllers);
    add(tr("%n paused object(s)", nullptr, int(pauses.objects)), pauses.objects);
    add(tr("%n object(s) held", nullptr, int(pauses.held)), pauses.held);
    add(tr("%n object(s) kept, which may be removed then", nullptr, int(pauses.kept)), pauses.kept);
    for (const JournalStatus::Controller &each : journal.controllers)
        facts.forgotten += changesOf(each);
    const std::uint64_t acknowledged = acknowledgedAtHost();
    add(tr("%n acknowledgement(s)", nullptr, int(acknowledged)), acknowledged);
}

std::uint64_t QuitDesk::acknowledgedAtHost() const
{
    for (const HostLinkPtr &link : m_application.hosts().links()) {
        if (const auto alarms = link->alarms().alarms())
            return alarms->acknowledged.size();
    }
    return 0;
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
