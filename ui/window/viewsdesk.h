// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/savedviews.h"

class QWidget;

namespace qontroller::ui {

class Actions;
class FacetsPane;
class FilterBox;
class Noticeboard;

/// Keeps filters under names, as saved views among the facets, and deletes them.
class ViewsDesk final : public QObject
{
    Q_OBJECT

public:
    ViewsDesk(QWidget &window, const Actions &actions, WindowSettings &settings,
              const FilterBox &filterBox, FacetsPane &facets, Noticeboard &notices);

    [[nodiscard]] bool hasViews() const { return !m_views.all().isEmpty(); }

signals:
    void viewsChanged();

private:
    void askSave();
    void save(const SavedView &view);
    void askDelete();
    void remove(const QString &name);
    void show();

    QWidget &m_window;
    SavedViews m_views;
    const FilterBox &m_filterBox;
    FacetsPane &m_facets;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
