// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/listbatch.h"

#include "core/engine/controller/sourcetargets.h"

#include <stdexcept>

namespace qontroller {

void ListBatch::append(std::string_view id, Version version, Kind kind)
{
    if (!m_refused.passes(id))
        return;
    if (std::string why = whyFull(); !why.empty())
        throw std::length_error(why);
    ++m_allIds;
    m_objects += kind == Kind::Object ? 1 : 0;
    m_allBytes += id.size();
    m_entries.push_back({m_bytes.size(), id.size(), version, kind});
    m_bytes.append(id);
    if (m_entries.size() == MostEntries)
        flush();
}

std::string ListBatch::whyFull() const
{
    const auto more = [](const std::string &what) {
        return "the list was ended, for it has more than " + what
               + ": see to it that it has an end, or give several controllers a part of it each";
    };
    if (m_allIds >= m_limits.ids)
        return more(std::to_string(m_limits.ids) + " ids");
    if (m_allBytes >= m_limits.bytes)
        return more(std::to_string(m_limits.bytes >> 20U) + " MiB of ids");
    const bool isPassedOn = m_entries.empty();
    if (isPassedOn && m_target.known() >= 2 * m_limits.ids)
        return "the list was ended, for it names others than those before it, and "
               + std::to_string(2 * m_limits.ids) + " objects are known already";
    return {};
}

void ListBatch::flush()
{
    if (!m_entries.empty())
        m_target.listed(*this);
    m_entries.clear();
    m_bytes.clear();
}

} // namespace qontroller
