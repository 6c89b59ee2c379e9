// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowparts.h"

#include "ui/views/board.h"

#include <QtCore/QDir>
#include <QtWidgets/QMainWindow>

namespace qontroller::ui {

namespace {

DetailsPane::Steering steeringOf(WindowOptions::Access access)
{
    return access == WindowOptions::Access::Full ? DetailsPane::Steering::Allowed
                                                 : DetailsPane::Steering::Forbidden;
}

/// What is to be asked of operations of \a host now: no more than \a window shows.
std::optional<LifecycleFeed::Question> wantedOf(const QWidget &window, Tabs &tabs, HostId host)
{
    if (window.isMinimized())
        return {};
    if (tabs.currentTab() != Tabs::Tab::Operations)
        return LifecycleFeed::Question{};
    return LifecycleFeed::Question{LifecycleFeed::Depth::Employers,
                                   tabs.board().wantedEmployers(host)};
}

} // namespace

WindowParts::WindowParts(QMainWindow &window, const HostLinks &hosts, const WindowOptions &options)
    : settings(options.profileDirectory)
    , commander(hosts, log, state)
    , pump(hosts)
    , jobs(hosts, pump)
    , operatorLogs(hosts)
    , jobCommander(jobs, log, state)
    , actions(new Actions(&window))
    , tabs(new Tabs(state, &window))
    , tiles(new TileBar(&window))
    , filterBox(new FilterBox(&window))
    , messages(new MessageBar(&window))
    , toasts(new Toasts(tabs))
    , facets(new FacetsPane(&window))
    , details(new DetailsPane(hosts, state, steeringOf(options.access), &window))
    , charts(new ChartsPane(*actions->windows, &window))
    , events(new EventsModel(&window))
    , eventsPane(new EventsPane(&window))
    , logTable(new Table(QStringLiteral("operatorTable"), tr("Operator log"), &window))
    , status(new StatusLine(&window))
    , lifecycles([this, &window](HostId host) { return wantedOf(window, *tabs, host); })
    , lifecycleCommander(lifecycles, state)
{
    for (QObject *part : std::initializer_list<QObject *>{&pump, &state, &jobs, &lifecycles})
        part->setParent(&window);
    if (options.mode == WindowOptions::Mode::Attached)
        tabs->showHostColumns();
    state.setHosts(hosts.elsewhere());
    QObject::connect(&pump, &DeltaPump::sampled, &state,
                     [this, &hosts](const std::vector<Sample> &samples) {
                         state.setHosts(hosts.elsewhere());
                         state.record(samples);
                     });
    QObject::connect(&pump, &DeltaPump::pulled, &state, &LiveState::apply);
    QObject::connect(details, &DetailsPane::wanted, &pump, &DeltaPump::look);
    QObject::connect(&pump, &DeltaPump::detailTold, details, &DetailsPane::take);
}

WindowParts::~WindowParts()
{
    stop();
    details->setItem({}, DetailsPane::Row::None);
    delete toasts; // over the tabs
    delete tabs;   // its models read the state, which goes before the window's children
}

void WindowParts::stop()
{
    pump.stop();
    jobs.end();
    lifecycles.stop(); // its questions are about the tabs
}

} // namespace qontroller::ui
