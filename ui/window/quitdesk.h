// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/window/windowoptions.h"

class QWidget;

namespace qontroller {
struct JournalStatus;
}

namespace qontroller::ui {

class ApplicationPort;
class BoardRefresh;
class JobsFeed;
class LiveState;
class SessionDesk;
struct QuitFacts;

/// Asks the operator before the window closes while something is under way or not saved. A
/// signal or a picture ends the program without it.
class QuitDesk final : public QObject
{
    Q_OBJECT

public:
    QuitDesk(QWidget &window, WindowOptions::Mode mode, const ApplicationPort &application,
             const LiveState &state, const JobsFeed &jobs, const BoardRefresh &board,
             SessionDesk &sessions);

    /// True: the window may close. Else a dialog asks, and closes the window if it is to.
    [[nodiscard]] bool mayQuit();

private:
    [[nodiscard]] QuitFacts facts() const;
    void addForgotten(QuitFacts &facts, const JournalStatus &journal) const;
    [[nodiscard]] std::uint64_t acknowledgedAtHost() const;
    /// Its file is empty: none is kept.
    [[nodiscard]] JournalStatus journalOfHost() const;
    void ask(const QuitFacts &facts);
    void quit();

    QWidget &m_window;
    const WindowOptions::Mode m_mode;
    const ApplicationPort &m_application;
    const LiveState &m_state;
    const JobsFeed &m_jobs;
    const BoardRefresh &m_board;
    SessionDesk &m_sessions;
    bool m_isAgreed = false; ///< the operator has agreed to it
};

} // namespace qontroller::ui
