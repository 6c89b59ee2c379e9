// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/shownneed.h"
#include "ui/tiles/tilebar.h"

namespace qontroller::ui {

class Actions;
class FilterBox;
class Noticeboard;
struct LoggedEvent;
class Tabs;

/// Leads the operator to rows: to an id, to a tab, to the items behind a facet, a tile or a
/// cause of failures. What leads to a choice of items writes it into the filter box.
class Navigator final : public QObject
{
    Q_OBJECT

public:
    Navigator(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
              FilterBox &filterBox, Noticeboard &notices);

    /// \a value is the only one of \a field in the filter from now on; empty: none.
    void showFacet(const QString &field, const QString &value);
    /// What is behind the number of \a host; 0: of all hosts.
    void showTile(TileBar::Kind kind, HostId host);
    /// The object of \a event, or else its controller.
    void showEvent(const LoggedEvent &event);
    /// What \a need is about and nothing else, whatever the filter was before.
    void showNeed(const Need &need);

private:
    void connectActions(const Actions &actions);
    void connectFilter();
    void showTab(int tab);
    void showFilterBox();
    void showFailure(HostId host, const QString &signature);
    /// All items of \a controller that the rest of the filter takes.
    void showItemsOf(ControllerId controller);
    /// \a operation on the board, also if the filter asks for other hosts.
    void showOperation(const OperationRef &operation);
    /// Its row among the controllers.
    void showController(ControllerId controller);
    /// Those of \a controller that \a term takes.
    void showPartOf(ControllerId controller, const QString &term);
    [[nodiscard]] QString termOf(const HostStatus *host) const;
    /// A term that takes the host, or the controllers, of this name alone.
    [[nodiscard]] QString hostTerm(const QString &name) const;
    [[nodiscard]] QString controllerTerm(const QString &name) const;
    void showItems(const QString &filter);
    void showControllersByP95();
    void askGoTo();
    void goTo(const QString &id);
    /// Selects \a item, also if the filter hides it.
    void select(const ItemRef &item);

    QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    FilterBox &m_filterBox;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
