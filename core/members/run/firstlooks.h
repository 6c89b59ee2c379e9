// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/objectid.h"
#include "core/members/consist/employeekey.h"
#include "core/members/consist/employername.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::consist {

/// Which employers had a pass since the start. Before each employer that an employee may belong to
/// had one, it is unknown who sends the employee traffic: the store may be new. Thread-safe.
class FirstLooks
{
public:
    /// A source of \a controller has spoken of \a key; \a owners are all that it may belong to.
    void noteSpokenOf(const std::string &controller, const EmployeeKey &key,
                      const std::set<ObjectId> &owners);
    /// \a employer had a pass in which nothing went wrong. False: not the first.
    bool noteLookedAt(const EmployerName &employer);
    [[nodiscard]] bool isSpokenOf(const std::string &controller, const EmployeeKey &key) const;
    /// The employers that \a key may belong to and that had none.
    [[nodiscard]] std::vector<EmployerName> missingFor(const EmployeeKey &key) const;
    /// … those of \a controller.
    [[nodiscard]] bool isAnyMissing(const std::string &controller,
                                    const std::set<ObjectId> &owners) const;
    /// \a controller has left.
    void forget(const std::string &controller);

private:
    /// Nobody waits any more for employers that \a isOver.
    template<class IsOver>
    void endWaits(IsOver isOver) QONTROLLER_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    std::set<EmployerName> m_lookedAt QONTROLLER_GUARDED_BY(m_mutex);
    std::map<std::string, std::set<EmployeeKey>> m_spokenOf QONTROLLER_GUARDED_BY(m_mutex);
    /// Only employees of employers that had none.
    std::map<EmployeeKey, std::set<EmployerName>> m_waiting QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
