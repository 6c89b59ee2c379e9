// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/dirtyitems.h"
#include "ui/state/controllerbook.h"

#include "core/engine/filter/filter.h"

namespace qontroller::ui {

/// Which items of a store a filter finds, kept: only what has changed is looked at again.
///
/// For any thread, one at a time. The store outlives it.
class ItemMatches final
{
public:
    using Slots = DirtyItems::Slots;

    explicit ItemMatches(const ItemStore &store);

    /// What is looked for from the next update() on.
    void ask(const Filter &filter, const ControllerBook &controllers);

    /// Those that have changed since the last note.
    void note(const DirtyItems &changes) { m_dirty.note(changes); }

    /// False: it was asked to stop, and is to be asked again.
    [[nodiscard]] bool update(TimePoint now, const std::stop_token &stop);

    /// Those of \a order that the filter finds.
    [[nodiscard]] Slots among(const Slots &order) const;

private:
    const ItemStore &m_store;
    Filter m_filter;
    ControllerBook m_controllers;
    DirtyItems m_dirty;
    std::vector<bool> m_isFound; ///< by slot
};

} // namespace qontroller::ui
