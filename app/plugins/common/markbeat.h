// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/ownersmark.h"
#include "core/base/files/uniquefd.h"
#include "core/engine/api/listerwatcher.h"

namespace qontroller {

/// Has an owner's mark renewed while a watch goes on, and asks for a list once the target has
/// become another's: that list says whose. For the watch's thread.
class MarkBeat final
{
public:
    /// Both outlive it. Without a descriptor the mark is renewed by lists and attempts alone.
    MarkBeat(OwnersMark &mark, WatchSink &sink);

    /// Readable when look() is to be called, for poll(); -1: never.
    [[nodiscard]] int fd() const { return m_timer.get(); }
    /// Whenever the watch wakes.
    void look();

private:
    OwnersMark &m_mark;
    WatchSink &m_sink;
    UniqueFd m_timer;
    bool m_held = false;
};

} // namespace qontroller
