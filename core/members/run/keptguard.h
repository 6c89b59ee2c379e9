// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/vanishing.h"
#include "core/members/run/consiststore.h"

#include <utility>

namespace qontroller::consist {

/// A VanishingGuard whose count is on disk before what it admits goes, so that the wave outlasts
/// the program. Not thread-safe.
class KeptGuard final
{
public:
    /// Goes on with what \a store knows of \a name. The store outlives it.
    KeptGuard(ConsistStore &store, WaveName name)
        : m_store(store)
        , m_name(std::move(name))
        , m_guard(m_store.look([this](const Books &books) { return books.wave(m_name); }))
    {}

    /// As VanishingGuard::admits(); not where the count cannot be written.
    [[nodiscard]] bool admits(const Vanishing &members, TimePoint now);
    /// As VanishingGuard::isUnsure().
    [[nodiscard]] bool isUnsure(const Vanishing &members, TimePoint now)
    {
        return m_guard.isUnsure(members, now);
    }
    [[nodiscard]] bool hasRested(TimePoint now) const { return m_guard.hasRested(now); }

private:
    ConsistStore &m_store;
    WaveName m_name;
    VanishingGuard m_guard;
};

} // namespace qontroller::consist
