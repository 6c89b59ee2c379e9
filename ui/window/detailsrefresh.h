// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

class DetailsPane;
class Tabs;

/// Lets Details follow what is selected in the tab in front.
class DetailsRefresh final : public QObject
{
    Q_OBJECT

public:
    DetailsRefresh(Tabs &tabs, DetailsPane &details);

    void show();

private:
    Tabs &m_tabs;
    DetailsPane &m_details;
};

} // namespace qontroller::ui
