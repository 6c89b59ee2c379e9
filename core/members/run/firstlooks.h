// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/objectid.h"
#include "core/members/consist/employeekey.h"
#include "core/members/consist/employername.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace qontroller::consist {

/// Which employers had a pass since the start. Before each employer that an employee may belong to
/// had one, it is unknown who sends the employee traffic: the store may be new. Thread-safe.
class FirstLooks
{
public:
    /// What is waited for.
    struct Missing
    {
        std::vector<EmployerName> employers;  ///< that the employee may belong to; had no pass
        std::vector<std::string> controllers; ///< have not said yet whose the employee is
    };

    /// A list of \a controller's employers was complete, and showed these.
    void noteListed(const std::string &controller, std::set<ObjectId> employers);
    /// An event told of \a employer.
    void noteThere(const EmployerName &employer);
    /// \a employer had a pass in which nothing went wrong. False: not the first.
    bool noteLookedAt(const EmployerName &employer);
    /// A source of \a controller has spoken of \a key; \a owners are all that it may belong to.
    void noteSpokenOf(const std::string &controller, const EmployeeKey &key,
                      const std::set<ObjectId> &owners);

    /// For \a key, which sources of the controllers \a showing show, and which the store knows to
    /// be of \a known, at one moment: an employer that is told of meanwhile is missing, or its
    /// controller is. An employer that a complete list does not show is none.
    [[nodiscard]] Missing missingFor(const EmployeeKey &key, std::vector<std::string> showing = {},
                                     const std::set<EmployerName> &known = {}) const;
    /// \a controller has left.
    void forget(const std::string &controller);

private:
    struct Known
    {
        /// It may be an employer, and had no pass.
        [[nodiscard]] bool lacks(const ObjectId &employer) const
        {
            return (!hasListed || employers.contains(employer)) && !lookedAt.contains(employer);
        }

        bool hasListed = false; ///< its employers, completely
        std::set<ObjectId> employers;
        std::set<ObjectId> lookedAt;
        std::map<EmployeeKey, std::vector<ObjectId>> owners; ///< that had no pass by then
    };

    mutable Mutex m_mutex;
    std::map<std::string, Known> m_known QONTROLLER_GUARDED_BY(m_mutex); // by controller
};

} // namespace qontroller::consist
