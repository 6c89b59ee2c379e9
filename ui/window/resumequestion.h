// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QStringList>

#include "ui/actions/undo.h"

#include <functional>
#include <set>
#include <utility>
#include <vector>

class QWidget;

namespace qontroller::ui {

class ConfirmDialog;
class FreshLook;
class LiveState;
class Noticeboard;

/// Asks before pauses end that another operator may have wanted. Once it is answered the hosts are
/// asked how it is by then; what has changed since the question was asked is asked about anew.
class ResumeQuestion final : public QObject
{
    Q_OBJECT

public:
    ResumeQuestion(QWidget &window, const LiveState &state, FreshLook &look, Noticeboard &notices);

    /// What is paused, and how, of all that is meant.
    using Holds = std::vector<std::pair<ControllerId, Hold>>;
    struct About
    {
        std::function<QString()> question; ///< as it is when this is called
        QString consequence;
        QString verb;                       ///< on the button
        std::set<ControllerId> controllers; ///< whose hosts are asked
        std::function<QStringList()> lines; ///< who paused what and why, for a person
        std::function<Holds()> holds;       ///< likewise
        std::function<void()> resume;
        std::function<void(ConfirmDialog *)> opened = {}; ///< may tell it more
    };
    void ask(const About &about) { ask(about, about.consequence); }

private:
    void ask(const About &about, const QString &consequence);
    void resume(const About &about, const Holds &shown);

    QWidget &m_window;
    const LiveState &m_state;
    FreshLook &m_look;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
