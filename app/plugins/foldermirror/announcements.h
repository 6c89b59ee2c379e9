// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/wakefd.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/objectid.h"

#include <vector>

namespace qontroller::foldermirror {

/// Ids that a handler came across and that need a look, on their way to the watch,
/// which reports them as changed. Thread-safe.
///
/// While no watch listens they are dropped: the next list finds them.
/// Also how a list tells the watch that the root or what is mounted below may be another now.
///
/// An announcement is a word of the source, which the engine believes of any number of objects. So
/// what was in a folder is announced as deleted only if the watch has seen the folder of the source
/// go: what a list lacks is the engine's to judge.
class Announcements final
{
public:
    /// The source has \a id, of which something else was believed.
    void add(ObjectId id) QONTROLLER_EXCLUDES(m_mutex);
    /// \a id was in a folder of Departures.
    void addDeleted(ObjectId id) QONTROLLER_EXCLUDES(m_mutex);

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
        std::vector<ObjectId> deleted;
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

    void put(std::vector<ObjectId> &ids, ObjectId id) QONTROLLER_REQUIRES(m_mutex);
};

} // namespace qontroller::foldermirror
