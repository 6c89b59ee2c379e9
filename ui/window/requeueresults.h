// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/itemref.h"
#include "ui/state/shownneed.h"

#include <functional>
#include <map>

namespace qontroller::ui {

class DetailsPane;
class OperatorLogModel;
class Overview;

/// Says what has come of a requeue where it was asked for: in the row of a need, or in Details of
/// an object. The operator log knows it; this knows only which of its entries is whose.
class RequeueResults final : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    RequeueResults(const OperatorLogModel &log, Overview &overview, DetailsPane &details);

    /// Told of the entry of what was asked for of \a need, and now.
    [[nodiscard]] std::function<void(int entry)> of(const NeedKey &need);
    /// … of \a item.
    [[nodiscard]] std::function<void(int entry)> of(const ItemRef &item);

private:
    using Place = std::function<void(const QString &result)>;
    [[nodiscard]] std::function<void(int entry)> follow(Place place);
    void show(int entry);

    static constexpr std::size_t Most = 100; ///< that are followed: the last

    const OperatorLogModel &m_log;
    Overview &m_overview;
    DetailsPane &m_details;
    std::map<int, Place> m_places; ///< by entry
};

} // namespace qontroller::ui
