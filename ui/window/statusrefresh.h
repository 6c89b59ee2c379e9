// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

class BulkRequeue;
class DeltaPump;
class LiveState;
class StatusLine;
class Tabs;

/// Brings the numbers in the status line up to date; Liveness does so with its first word.
class StatusRefresh final : public QObject
{
    Q_OBJECT

public:
    StatusRefresh(const LiveState &state, const DeltaPump &pump, BulkRequeue &bulk, Tabs &tabs,
                  StatusLine &status);

    void showCounts();
    void showAll();

private:
    const LiveState &m_state;
    const DeltaPump &m_pump;
    Tabs &m_tabs;
    StatusLine &m_status;
};

} // namespace qontroller::ui
