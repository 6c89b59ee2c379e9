// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/objectid.h"
#include "core/base/mutex.h"
#include "core/base/wakefd.h"

#include <vector>

namespace qontroller::foldermirror {

/// Ids that a handler came across and that need a look, on their way to the watch,
/// which reports them as changed. Thread-safe.
///
/// While no watch listens they are dropped: the next list finds them.
/// Also how a list tells the watch that the root or what is mounted below may be another now.
class Announcements final
{
public:
    void add(ObjectId id) QONTROLLER_EXCLUDES(m_mutex);

    /// Whether what is added is heard soon.
    [[nodiscard]] bool isHeard() const QONTROLLER_EXCLUDES(m_mutex);

    /// Makes the watch look whether it still watches the right folder.
    void suspectRoot() QONTROLLER_EXCLUDES(m_mutex);
    /// Makes the watch begin anew: below mounts that came or went it watches others.
    void suspectMounts() QONTROLLER_EXCLUDES(m_mutex);

    void startListening() QONTROLLER_EXCLUDES(m_mutex);
    void stopListening() QONTROLLER_EXCLUDES(m_mutex);

    struct News
    {
        std::vector<ObjectId> ids;
        bool rootIsSuspect = false;
        bool mountsAreSuspect = false;
    };
    [[nodiscard]] News take() QONTROLLER_EXCLUDES(m_mutex);
    /// Readable while there is something to take; for poll().
    [[nodiscard]] int fd() const { return m_event.get(); }

private:
    WakeFd m_event;
    mutable Mutex m_mutex;
    bool m_listening QONTROLLER_GUARDED_BY(m_mutex) = false;
    News m_news QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
