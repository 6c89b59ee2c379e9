// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/observe/feed.h"

#include "core/observe/delta.h"

namespace qontroller {

Delta FeedReader::pull()
{
    return m_feed.pull(m_id);
}

} // namespace qontroller
