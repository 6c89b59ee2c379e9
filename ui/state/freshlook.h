// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/engine/observe/events/keys.h"
#include "ui/state/deltapump.h"

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace qontroller::ui {

class LiveState;

/// Brings the state up to date before something is decided that must not override another operator.
///
/// The picture is a little old: another may have acted since the hosts made it. So the hosts are
/// asked at once, and what they had begun to tell before that does not count. A picture of a
/// controller is complete when no row of it is to come, and the second complete one was asked for
/// after the first. Waits for no host; GUI thread only.
class FreshLook final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Patience{3000};

    /// Both outlive it. Make it after \a state hears of \a pump.
    FreshLook(DeltaPump &pump, LiveState &state);

    /// \a silent: controllers of which no host has told in time how they are; empty: the state is
    /// as of a moment after ask().
    using Told = std::function<void(const std::set<ControllerId> &silent)>;
    /// Calls \a told once; at once if nothing is to be told. What is gone, or of a host that is not
    /// connected, is not asked for.
    void ask(const std::set<ControllerId> &controllers, Told told);

private:
    struct Question
    {
        int number;
        std::map<ControllerId, int> missing; ///< complete pictures
        Told told;
    };

    void take(const Delta &delta);
    void giveUp(int number);
    [[nodiscard]] bool canTell(ControllerId id) const;

    DeltaPump &m_pump;
    LiveState &m_state;
    std::vector<Question> m_questions;
    int m_last = 0; ///< number of a question
};

} // namespace qontroller::ui
