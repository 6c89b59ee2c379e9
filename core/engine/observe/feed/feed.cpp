// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/feed/feed.h"

#include "core/engine/observe/feed/delta.h"

namespace qontroller {

Delta FeedReader::pull()
{
    return m_feed.pull(m_id);
}

} // namespace qontroller
