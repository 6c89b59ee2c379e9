// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/control/journalport.h"
#include "core/engine/journal/journalfile.h"
#include "core/engine/observe/items/lastknown.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace qontroller {

/// What the file of a journal is still to be told of controllers that are gone: what those knew
/// that ended while nothing could be written, and which of them are to be forgotten. Thread-safe.
class EndedControllers
{
public:
    struct End
    {
        JournaledController controller;
        std::optional<ControllerChanges> changes; ///< nothing: what the file has stays
        std::shared_ptr<LastKnown> known;
    };
    void add(End end);
    /// The one that was called \a name, and had \a plugin.
    [[nodiscard]] std::optional<End> find(const std::string &name, const std::string &plugin) const;
    /// One that is called \a name runs, and knows all of it.
    void forget(const std::string &name);

    /// All but those that are \a named are to be forgotten, instead of what was said so before.
    void keepOnly(std::set<std::string> named);
    /// … and are.
    void noteKeptOnly();

    /// The file has been told of all.
    [[nodiscard]] bool isEmpty() const;
    /// Brings the file up to date, but for controllers that are \a running.
    void write(Rows &rows, const std::set<std::string> &running);
    /// What the last write() wrote is on disk.
    void noteWritten();

private:
    mutable Mutex m_mutex;
    std::map<std::string, End> m_ends QONTROLLER_GUARDED_BY(m_mutex); ///< by name
    std::optional<std::set<std::string>> m_named QONTROLLER_GUARDED_BY(m_mutex);
    // As they are being written.
    std::map<std::string, End> m_writtenEnds QONTROLLER_GUARDED_BY(m_mutex);
    std::optional<std::set<std::string>> m_writtenNamed QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
