// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

struct LoggedEvent;
class LiveState;
class Noticeboard;
class OperatorLog;

/// Writes down in the operator log what the engine tells of commands and pauses, and says what
/// an operator must not miss of it.
class LogKeeper final : public QObject
{
    Q_OBJECT

public:
    LogKeeper(const LiveState &state, OperatorLog &log, Noticeboard &notices);

private:
    void take(const LoggedEvent &event);

    OperatorLog &m_log;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
