// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/itemref.h"
#include "ui/state/shownneed.h"

#include <functional>
#include <map>
#include <set>

namespace qontroller::ui {

class DetailsPane;
class LiveState;
class OperatorLogModel;
class Overview;

/// Says what has come of a requeue where it was asked for: in the row of a need, or in Details of
/// an object. The operator log knows it; this knows only which of its entries is whose.
class RequeueResults final : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    RequeueResults(const OperatorLogModel &log, const LiveState &state, Overview &overview,
                   DetailsPane &details);

    /// Told of the entry of what was asked for of \a need, and now.
    [[nodiscard]] std::function<void(int entry)> of(const Need &need);
    /// … of \a item.
    [[nodiscard]] std::function<void(int entry)> of(const ItemRef &item);

private:
    using Place = std::function<void(const QString &result)>;
    [[nodiscard]] std::function<void(int entry)> follow(ControllerId controller, Place place);
    void show(int entry);
    /// What waits says for what: that may be over.
    void showWaiting();
    /// Of what has not begun to run, of \a controller.
    [[nodiscard]] QString waitingText(ControllerId controller) const;

    static constexpr std::size_t Most = 100; ///< that are followed: the last

    struct Followed
    {
        ControllerId controller;
        Place place;
    };

    const OperatorLogModel &m_log;
    const LiveState &m_state;
    Overview &m_overview;
    DetailsPane &m_details;
    std::map<int, Followed> m_places; ///< by entry
    std::set<int> m_waiting;          ///< of these: none of its runs has ended
};

} // namespace qontroller::ui
