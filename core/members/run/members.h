// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/members/consist/consistoptions.h"
#include "core/members/consist/employeekey.h"
#include "core/members/consist/employername.h"
#include "core/members/run/nudges.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace qontroller::consist {

/// The consist controllers that run, by name. Thread-safe.
class Members
{
public:
    using Options = std::map<std::string, std::shared_ptr<const ConsistOptions>>;

    /// False: one of this name has joined already.
    [[nodiscard]] bool join(const std::string &controller,
                            std::shared_ptr<const ConsistOptions> options,
                            std::shared_ptr<Nudges> nudges);
    void leave(const std::string &controller);

    /// Of those of \a controllers that run.
    [[nodiscard]] Options optionsOf(const std::set<std::string> &controllers) const;
    /// Of those that have a say about \a employee: \a controllers, those of its employers. It may
    /// have none, in no service yet or any more: then all whose employees are of its kind.
    [[nodiscard]] Options concernedBy(const EmployeeKey &employee,
                                      const std::set<std::string> &controllers) const;
    /// Those whose sources may tell of \a employee: their employees are of its kind, or they are
    /// among \a controllers.
    [[nodiscard]] std::set<std::string> tellersOf(const EmployeeKey &employee,
                                                  const Options &controllers) const;
    /// No other one has employees of its kind.
    [[nodiscard]] bool isAlone(const std::string &controller) const;
    /// Null if it does not run.
    [[nodiscard]] std::shared_ptr<const ConsistOptions> optionsOf(
        const std::string &controller) const;
    /// \a employers have to be looked at.
    void nudge(const std::set<EmployerName> &employers);

private:
    struct Member
    {
        std::shared_ptr<const ConsistOptions> options;
        std::shared_ptr<Nudges> nudges;
    };

    mutable Mutex m_mutex;
    std::map<std::string, Member> m_members QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
