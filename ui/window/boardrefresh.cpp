// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/boardrefresh.h"

#include "ui/state/livestate.h"
#include "ui/views/board.h"
#include "ui/views/tabs.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/lifecyclewords.h"

#include <map>

namespace qontroller::ui {

namespace {

/// Each member once, with its operation that is nearest to needing a person.
QStringList outOfServiceIn(const OperationViews &operations)
{
    std::map<consist::EmployeeKey, const consist::OperationView *> members;
    for (const consist::OperationView &view : operations) {
        if (view.operation.phase == consist::Phase::PreCheck)
            continue;
        const consist::OperationView *&shown = members[view.employee];
        if (!shown || rankOf(view) < rankOf(*shown))
            shown = &view;
    }
    QStringList names;
    for (const auto &[member, view] : members)
        names += QStringLiteral("%1 (%2)").arg(nameOf(member), stateText(*view));
    return names;
}

} // namespace

BoardRefresh::BoardRefresh(const HostLinks &hosts, const LiveState &state,
                           LifecycleFeeds &lifecycles, Tabs &tabs)
    : m_hosts(hosts)
    , m_state(state)
    , m_lifecycles(lifecycles)
    , m_tabs(tabs)
{
    connect(&lifecycles, &LifecycleFeeds::thereChanged, this, &BoardRefresh::showBoard);
    connect(&lifecycles, &LifecycleFeeds::pulled, this,
            [this](HostId host, const LifecyclePicturePtr &picture) {
                showPicture(host, *picture);
            });
    connect(&tabs.board(), &Board::opened, &lifecycles, &LifecycleFeeds::pull);
    connect(&tabs, &QTabWidget::currentChanged, &lifecycles, &LifecycleFeeds::pull);
}

void BoardRefresh::followHosts()
{
    m_lifecycles.follow(m_hosts);
}

void BoardRefresh::showStale()
{
    QStringList why;
    for (const LifecycleFeeds::Delay &delay : m_lifecycles.delays()) {
        if (const QString line = whyStale(delay); !line.isEmpty())
            why += line;
    }
    m_tabs.board().showStale(why);
    m_tabs.board().setHosts(m_state.hosts().labels());
}

QString BoardRefresh::whyStale(const LifecycleFeeds::Delay &delay) const
{
    const HostStatus *host = m_state.hosts().find(delay.host);
    const bool isLost = host && isStale(*host, m_state.hosts().now());
    if (isLost && !delay.hasMembers)
        return {};
    if (isLost || !delay.problem.isEmpty())
        return tr("Stale · %1. What is shown may be old.")
            .arg(isLost ? toLine(host->name) + QStringLiteral(": ")
                              + stateText(*host, m_state.hosts().now())
                        : delay.problem);
    const QString age = formatAge(delay.owed);
    return tr("Stale · %1: what keeps the operations has not answered. What is shown may be old.")
        .arg(host ? toLine(host->name) + QStringLiteral(" · ") + age : age);
}

void BoardRefresh::showBoard(bool shown)
{
    m_tabs.setTabVisible(int(Tabs::Tab::Operations), shown);
    if (!shown)
        m_outOfService.clear();
    emit boardShown(shown);
}

void BoardRefresh::showPicture(HostId host, const LifecyclePicture &picture)
{
    const OperationViews operations = m_lifecycles.operations();
    m_outOfService = outOfServiceIn(operations);
    if (m_state.isFrozen())
        return;
    m_tabs.board().show(operations, host, picture);
    m_tabs.showTitles();
    emit pictureShown(operations);
}

} // namespace qontroller::ui
