// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

class Actions;
class Tabs;

/// Selects rows of the tab in front, and copies those that are selected.
class CopyDesk final : public QObject
{
    Q_OBJECT

public:
    CopyDesk(const Actions &actions, Tabs &tabs);

private:
    void copyText();
    void copyJson();
    void selectAll();

    Tabs &m_tabs;
};

} // namespace qontroller::ui
