// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/said.h"

#include <string_view>

namespace qontroller {

/// Keeps unusable ids of many out, and remembers how many there were and the first of them.
class RefusedIds
{
public:
    /// Whether \a id may pass.
    [[nodiscard]] bool passes(std::string_view id)
    {
        if (isValidId(id))
            return true;
        if (m_said.number == 0)
            m_said = Said::idsRefused(0, id);
        ++m_said.number;
        return false;
    }
    /// Its number may be 0.
    [[nodiscard]] const Said &said() const { return m_said; }
    [[nodiscard]] std::uint64_t number() const { return m_said.number; }

private:
    Said m_said{Said::Kind::IdsRefused};
};

} // namespace qontroller
