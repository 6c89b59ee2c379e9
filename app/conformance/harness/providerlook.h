// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/instance.h"
#include "app/conformance/harness/world.h"

#include <set>
#include <string>
#include <vector>

namespace qontroller::conformance {

/// Asks a consist controller's adapter what should be and what is, outside of any pass and with all
/// gates open. A question that is not answered fails the check. For one thread.
class ProviderLook
{
public:
    /// Both outlive it.
    ProviderLook(Instance &instance, const ConsistAccess &consist)
        : m_instance(instance)
        , m_consist(consist)
    {}

    /// What of \a employer is not as expected, on either side.
    [[nodiscard]] Difference missingAt(const ObjectId &employer) const;
    /// What the provider has for \a employer, on either side, when it is said to be gone.
    [[nodiscard]] Difference leftOf(const ObjectId &employer, const std::string &memo) const;
    /// Whether one of the items of member \a name, or one with an id of \a ids, gets traffic.
    [[nodiscard]] bool hasTraffic(const ObjectId &employer, std::string_view name,
                                  const std::set<std::string, std::less<>> &ids) const;
    /// What would be right where a drain of member \a name does not end, as far as it can be seen
    /// from the two sides of the adapter while the gate of the member is closed; else empty.
    [[nodiscard]] std::string cureOfDrain(const ObjectId &employer, const std::string &name,
                                          const std::set<std::string, std::less<>> &ids) const;
    /// What the adapter wanted to be kept of \a employer.
    [[nodiscard]] std::string memoOf(const ObjectId &employer) const;

private:
    struct Asked
    {
        std::shared_ptr<const void> object;
        bool isGoing = false;
        std::string memo;
        std::vector<std::string> closed = {}; ///< members whose gate is closed
    };
    [[nodiscard]] Asked askFor(const ObjectId &employer) const;
    [[nodiscard]] AnyItems expected(ConsistSide side, const ObjectId &employer,
                                    const Asked &asked) const;
    [[nodiscard]] AnyItems current(ConsistSide side, const ObjectId &employer,
                                   const Asked &asked) const;

    Instance &m_instance;
    const ConsistAccess &m_consist;
};

} // namespace qontroller::conformance
