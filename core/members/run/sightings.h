// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/members/consist/employeekey.h"
#include "core/members/consist/pass.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::consist {

/// Which sources show which employees now. Sources of several controllers may show the same
/// employee: it is gone when none does. Thread-safe.
class Sightings
{
public:
    /// A controller, and the site of one of its sources.
    using Source = std::pair<std::string, std::string>;

    void see(const Source &source, const EmployeeKey &key);
    /// \a source does not show it any more. Whether another one does.
    [[nodiscard]] bool lose(const Source &source, const EmployeeKey &key);
    /// A list of \a source lacks it, with so many others that this is not believed, until the
    /// source shows it or says that it is gone.
    void doubt(const Source &source, const EmployeeKey &key);
    /// What \a source has shown and \a listed lacks.
    [[nodiscard]] std::set<EmployeeKey> missingIn(const std::set<EmployeeKey> &listed,
                                                  const Source &source) const;

    enum class Word {
        None,
        Shows,
        Lacks
    }; ///< none: no complete list, and none has shown it
    /// What the sources of \a controller say of \a key, at one moment.
    [[nodiscard]] Word wordOf(const std::string &controller, const EmployeeKey &key) const;
    /// Shown if some source shows \a key; Unheard if none does and one of \a sources, which may
    /// show it, has not had a complete list. At one moment.
    [[nodiscard]] MemberWatch::Sighting of(const EmployeeKey &key,
                                           const std::vector<Source> &sources = {}) const;
    [[nodiscard]] bool isShown(const EmployeeKey &key) const
    {
        return of(key) == MemberWatch::Sighting::Shown;
    }

    /// \a source has had a complete list.
    void noteListed(const Source &source);
    /// A source of \a controller has had one since the start.
    [[nodiscard]] bool hasListed(const std::string &controller) const;
    /// \a controller has left.
    void forget(const std::string &controller);

private:
    using BySource = std::map<Source, std::set<EmployeeKey>>;

    [[nodiscard]] bool hasListedLocked(const std::string &controller) const
        QONTROLLER_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    BySource m_seen QONTROLLER_GUARDED_BY(m_mutex);
    BySource m_doubted QONTROLLER_GUARDED_BY(m_mutex);
    std::set<Source> m_listed QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
