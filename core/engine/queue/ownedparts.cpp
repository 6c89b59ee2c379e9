// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/ownedparts.h"

#include "core/base/text/texthash.h"

namespace qontroller {

std::uint32_t partOf(std::string_view id, std::uint32_t parts)
{
    const std::uint64_t upper = hashOf(id) >> 32;
    return static_cast<std::uint32_t>((upper * parts) >> 32);
}

void OwnedParts::cut(std::uint32_t parts)
{
    m_owned.assign(parts, false);
    m_count = 0;
    m_isCut = true;
}

void OwnedParts::setOwned(std::uint32_t part, bool owned)
{
    if (part >= m_owned.size() || m_owned[part] == owned)
        return;
    m_owned[part] = owned;
    owned ? ++m_count : --m_count;
}

bool OwnedParts::ownsPartOf(std::string_view id) const
{
    return !m_owned.empty() && m_owned[partOf(id, static_cast<std::uint32_t>(m_owned.size()))];
}

} // namespace qontroller
