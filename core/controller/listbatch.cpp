// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/listbatch.h"

#include "core/controller/sourcetargets.h"

namespace qontroller {

void ListBatch::append(std::string_view id, Version version, Kind kind)
{
    if (!m_refused.passes(id))
        return;
    m_entries.push_back({m_bytes.size(), id.size(), version, kind});
    m_bytes.append(id);
    if (m_entries.size() == MostEntries)
        flush();
}

void ListBatch::flush()
{
    if (!m_entries.empty())
        m_target.listed(*this);
    m_entries.clear();
    m_bytes.clear();
}

} // namespace qontroller
