// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/boardrefresh.h"

#include "ui/applicationport.h"
#include "ui/state/livestate.h"
#include "ui/views/board.h"
#include "ui/views/tabs.h"
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

BoardRefresh::BoardRefresh(const ApplicationPort &application, const LiveState &state,
                           LifecycleFeed &lifecycles, Tabs &tabs)
    : m_application(application)
    , m_state(state)
    , m_lifecycles(lifecycles)
    , m_tabs(tabs)
{
    connect(&lifecycles, &LifecycleFeed::portChanged, this,
            [this] { showBoard(m_lifecycles.hasPort()); });
    connect(&lifecycles, &LifecycleFeed::pulled, this,
            [this](const LifecyclePicturePtr &picture) { showPicture(*picture); });
    connect(&tabs.board(), &Board::opened, &lifecycles, &LifecycleFeed::pull);
    connect(&tabs, &QTabWidget::currentChanged, &lifecycles, &LifecycleFeed::pull);
}

void BoardRefresh::followPort()
{
    m_lifecycles.setPort(m_application.lifecycles());
}

void BoardRefresh::showOwed()
{
    m_tabs.board().showOwed(m_lifecycles.isStale() ? std::optional(m_lifecycles.owed())
                                                   : std::nullopt);
}

void BoardRefresh::showBoard(bool shown)
{
    m_tabs.setBoardShown(shown);
    if (!shown)
        m_outOfService.clear();
    emit boardShown(shown);
}

void BoardRefresh::showPicture(const LifecyclePicture &picture)
{
    m_outOfService = outOfServiceIn(picture.operations);
    if (m_state.isFrozen())
        return;
    m_tabs.board().show(picture);
    m_tabs.showTitles();
    emit pictureShown(picture.operations);
}

} // namespace qontroller::ui
