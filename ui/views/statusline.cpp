// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statusline.h"

#include "ui/state/itemstore.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/symbollabel.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/jobwords.h"
#include "ui/words/pausewords.h"

#include <QtCore/QLocale>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>

namespace qontroller::ui {

namespace {

constexpr const char *CaptionProperty = "caption";

QString lineOf(const StatusLine::Job &each)
{
    const JobStatus &job = each.job.job;
    QStringList whose{toLine(job.who)};
    if (!job.controller.empty())
        whose += toLine(job.controller);
    if (!each.hostName.isEmpty())
        whose += each.hostName;
    return StatusLine::tr("job %1 (%2): %3")
        .arg(QString::number(job.id), whose.join(QStringLiteral(", ")), progressText(job));
}

/// What all these pauses have in common, and when the first of them ends if they differ.
QString pausesText(const std::vector<const ControllerView *> &paused, TimePoint now)
{
    QStringList whole;
    QStringList reasons;
    TimePoint next{};
    for (const ControllerView *view : paused) {
        whole += pauseText(view->pauseReason, view->pausedUntil, now);
        reasons += toLine(view->pauseReason);
        if (view->pausedUntil != TimePoint{} && (next == TimePoint{} || view->pausedUntil < next))
            next = view->pausedUntil;
    }
    whole.removeDuplicates();
    reasons.removeDuplicates();
    if (whole.size() == 1)
        return whole.first();
    QStringList parts;
    if (reasons.size() == 1 && !reasons.first().isEmpty())
        parts += reasons.first();
    if (next != TimePoint{})
        parts += StatusLine::tr("the next ends in %1").arg(formatCountdown(next - now));
    return parts.join(QStringLiteral(", "));
}

} // namespace

StatusLine::StatusLine(QWidget *parent)
    : QStatusBar(parent)
{
    setObjectName(QStringLiteral("statusLine"));
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 8, 0);
    m_icon = addIcon("statusIcon");
    m_liveness = add("statusLiveness", tr("Liveness"));
    m_readOnly = new ElidedLabel(this);
    name(*m_readOnly, "statusReadOnly", tr("Read only"));
    addWidget(m_readOnly);
    setTextColor(*m_readOnly, Severity::Degraded);
    m_readOnly->hide();
    m_hosts = new ElidedLabel(this);
    name(*m_hosts, "statusHosts", tr("Hosts"));
    addWidget(m_hosts);
    setTextColor(*m_hosts, Severity::Bad);
    m_hosts->hide();
    m_counts = add("statusCounts", tr("Objects shown"));
    m_pausedIcon = addIcon("statusPausedIcon");
    m_pausedIcon->setState(ItemState::Paused);
    m_paused = new ElidedLabel(this); // reasons are as long as operators make them
    name(*m_paused, "statusPaused", tr("Paused"));
    addWidget(m_paused);
    setTextColor(*m_paused, Severity::Degraded);
    addJobs();
    m_rates = label("statusRates", tr("Events"));
    m_interval = label("statusInterval", tr("Refresh rate"));
    addPermanentWidget(m_rates);
    addPermanentWidget(m_interval);
}

void StatusLine::addJobs()
{
    m_jobsText = add("statusJobs", tr("Jobs"));
    m_jobsText->hide();
    m_stop = new QToolButton(this);
    m_stop->setObjectName(QStringLiteral("jobStop"));
    m_stop->setText(tr("Stop"));
    m_stop->hide();
    addWidget(m_stop);
    m_stopMenu = new QMenu(m_stop);
    m_stopMenu->setToolTipsVisible(true);
    connect(m_stopMenu, &QMenu::aboutToShow, this, &StatusLine::fillStopMenu);
    connect(m_stop, &QToolButton::clicked, this, [this] {
        if (m_jobs.size() == 1)
            emit stopRequested(m_jobs.front().job.key);
        else
            m_stop->showMenu();
    });
}

QLabel *StatusLine::label(const char *name, const QString &caption)
{
    auto *label = new QLabel(this);
    StatusLine::name(*label, name, caption);
    return label;
}

void StatusLine::name(QLabel &label, const char *name, const QString &caption)
{
    label.setObjectName(QLatin1String(name));
    label.setProperty(CaptionProperty, caption);
}

QLabel *StatusLine::add(const char *name, const QString &caption)
{
    QLabel *added = label(name, caption);
    addWidget(added);
    return added;
}

SymbolLabel *StatusLine::addIcon(const char *name)
{
    auto *icon = new SymbolLabel(this);
    icon->setObjectName(QLatin1String(name));
    addWidget(icon);
    return icon;
}

void StatusLine::set(QLabel *label, const QString &text)
{
    if (label->text() == text)
        return;
    label->setText(text);
    label->setAccessibleName(label->property(CaptionProperty).toString() + QStringLiteral(": ")
                             + text.trimmed());
}

void StatusLine::showLiveness(Liveness liveness, Duration age, std::size_t changesHeldBack)
{
    Severity severity = Severity::Normal;
    switch (liveness) {
    case Liveness::Live:
        m_icon->setSymbol(QStringLiteral("live"), Severity::Quiet);
        set(m_liveness,
            tr("Live · %1 s")
                .arg(QLocale().toString(std::chrono::duration<double>(age).count(), 'f', 1)));
        break;
    case Liveness::Stale:
        severity = Severity::Bad;
        m_icon->setSymbol(QStringLiteral("stale"), severity);
        set(m_liveness, tr("Stale · %1").arg(formatAge(age)));
        break;
    case Liveness::Frozen:
        severity = Severity::Degraded;
        m_icon->setSymbol(QStringLiteral("frozen"), severity);
        set(m_liveness, changesHeldBack == 0
                            ? tr("Frozen")
                            : tr("Frozen · +%1 change(s)", nullptr, int(changesHeldBack))
                                  .arg(formatCount(changesHeldBack)));
        break;
    }
    setTextColor(*m_liveness, severity);
}

// A reader must not look for buttons that are off.
void StatusLine::showReadOnly(const HostBook &hosts)
{
    QStringList viewed;
    for (const HostStatus &host : hosts) {
        if (isViewedOnly(host))
            viewed += toLine(host.name);
    }
    m_readOnly->setVisible(m_isReadOnly || !viewed.isEmpty());
    set(m_readOnly, m_isReadOnly       ? tr("Read only: nothing can be steered here")
                    : viewed.isEmpty() ? QString()
                                       : tr("You may only look at %1").arg(someOf(viewed, 3)));
}

// As they are now, also while the rest is frozen: a loss is seen at once.
void StatusLine::showHosts(const LiveState &state)
{
    const HostBook &hosts = state.hosts();
    const auto lost = hosts.lost();
    QStringList lines;
    for (const HostStatus *host : lost)
        lines += hostLine(*host, hosts.now());
    showReadOnly(hosts);
    m_hosts->setVisible(!lost.empty());
    m_hosts->setToolTip(lines.join(QLatin1Char('\n')));
    if (lost.empty())
        return set(m_hosts, {});
    const HostStatus &first = *lost.front();
    set(m_hosts,
        lost.size() == 1
            ? toLine(first.name) + QStringLiteral(": ") + stateText(first, hosts.now())
            : tr("%1 of %n host(s) are not reached", nullptr, int(hosts.size())).arg(lost.size()));
}

void StatusLine::showCounts(std::optional<std::size_t> matching, const LiveState &state,
                            const Selected &selected)
{
    const QString all = formatCount(state.items().liveCount());
    QString text = matching ? tr("%1 of %2").arg(formatCount(*matching), all)
                            : tr("%1 in all").arg(all);
    if (selected.count > 1 || (selected.count > 0 && !selected.isInSight))
        text += (selected.isInSight ? tr(" · %1 selected") : tr(" · %1 selected, out of sight"))
                    .arg(formatCount(selected.count));
    if (const std::uint64_t pending = rowsPending(state)) // events, too
        text += tr(" · %1 changes not shown yet").arg(formatCount(pending));
    set(m_counts, QStringLiteral("  ") + text);
}

void StatusLine::showPaused(const LiveState &state)
{
    std::vector<const ControllerView *> paused;
    QStringList lines;
    for (const auto &[id, view] : state.controllers()) {
        if (view.state != ControllerState::Paused)
            continue;
        paused.push_back(&view);
        const QString why = pauseText(view.pauseReason, view.pausedUntil, state.now());
        const QString title = titleOf(state.book(), id);
        lines += why.isEmpty() ? title : title + QStringLiteral(": ") + why;
    }
    m_paused->setToolTip(lines.join(QLatin1Char('\n')));
    const std::uint64_t items = inState(state, ItemState::Paused);
    const QString why = pausesText(paused, state.now());
    QStringList parts;
    if (!paused.empty())
        parts += tr("%n controller(s) paused", nullptr, int(paused.size()))
                 + (why.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(why));
    if (items > 0)
        parts += tr("%n object(s) paused", nullptr, int(items));
    const bool any = !parts.isEmpty();
    m_pausedIcon->setVisible(any);
    m_paused->setVisible(any);
    if (!any)
        return set(m_paused, {});
    set(m_paused, parts.join(QStringLiteral(" · ")));
}

void StatusLine::showJobs(const std::vector<Job> &jobs)
{
    m_jobs = jobs;
    QStringList lines;
    std::uint64_t ended = 0;
    std::uint64_t eligible = 0;
    for (const Job &each : jobs) {
        lines += lineOf(each);
        ended += endedOf(each.job.job);
        eligible += each.job.job.eligible;
    }
    const bool any = !jobs.empty();
    const bool one = jobs.size() == 1;
    m_jobsText->setVisible(any);
    m_jobsText->setToolTip(lines.join(QLatin1Char('\n')));
    set(m_jobsText, !any  ? QString()
                    : one ? progressText(jobs.front().job.job)
                          : tr("%n job(s): %1 of %2 ended", nullptr, int(jobs.size()))
                                .arg(formatCount(ended), formatCount(eligible)));
    m_stop->setVisible(any);
    m_stop->setMenu(one ? nullptr : m_stopMenu);
    m_stop->setPopupMode(one ? QToolButton::DelayedPopup : QToolButton::MenuButtonPopup);
    m_stop->setEnabled(!one || jobs.front().whyNot.isEmpty());
    m_stop->setToolTip(!one                            ? tr("Which of the jobs is to stop?")
                       : jobs.front().whyNot.isEmpty() ? tr("Stop %1").arg(lines.join(QString()))
                                                       : jobs.front().whyNot);
}

void StatusLine::fillStopMenu()
{
    m_stopMenu->clear();
    for (const Job &each : m_jobs) {
        QAction *stop = m_stopMenu->addAction(tr("Stop %1").arg(lineOf(each)));
        stop->setEnabled(each.whyNot.isEmpty());
        stop->setToolTip(each.whyNot);
        connect(stop, &QAction::triggered, this,
                [this, key = each.job.key] { emit stopRequested(key); });
    }
}

void StatusLine::showRates(const LiveState &state, std::chrono::milliseconds interval)
{
    set(m_rates,
        tr("%1 events/s · %2 dropped")
            .arg(formatNumber(state.log().perSecond()), formatCount(eventsDropped(state))));
    set(m_interval, QStringLiteral("  %1 Hz").arg(formatNumber(1000.0 / double(interval.count()))));
}

} // namespace qontroller::ui
