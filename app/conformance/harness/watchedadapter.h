// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/dice.h"
#include "app/conformance/harness/notes.h"
#include "core/base/threads/mutex.h"
#include "core/members/consist/anyadapter.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::conformance {

/// A plugin's adapter, watched: its calls are noted, those that change something are kept, and on
/// request some of these fail, as on a bad day of the provider. Threads as ConsistAdapter.
class WatchedAdapter final : public AnyConsistAdapter
{
public:
    /// A call that creates, updates or deletes.
    struct Change
    {
        ObjectId employer;
        std::string text; ///< "update employees (a, b)"
    };

    /// \a adapter is not null.
    WatchedAdapter(std::shared_ptr<AnyConsistAdapter> adapter, Notes &notes)
        : m_adapter(std::move(adapter))
        , m_notes(notes)
    {}

    std::string controllerName() const override { return m_adapter->controllerName(); }
    Items expected(ConsistSide side, const ConsistEmployer &employer) override;
    Items current(ConsistSide side, const ConsistEmployer &employer) override;
    Applied apply(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                  std::span<const AnyItem> items) override;
    bool isEqual(ConsistSide side, const AnyItem &a, const AnyItem &b) const override
    {
        return m_adapter->isEqual(side, a, b);
    }
    std::string statusOf(ConsistSide side, const AnyItem &item) const override
    {
        return m_adapter->statusOf(side, item);
    }
    std::optional<std::vector<std::string>> selectedEmployeeNames(
        const ConsistEmployer &employer) override;
    std::string recordOf(const ConsistEmployer &employer) override;

    /// What was changed since the last call of this.
    [[nodiscard]] std::vector<Change> takeChanges();

    /// From now on calls fail: the first one, and later ones by chance. Some items are not tried,
    /// of others the answer is lost, and now and then a call ends half-way. What has succeeded is
    /// now and then called for again.
    void failFrom(std::uint64_t seed);
    /// Calls that came again and did not succeed, with what was wrong.
    [[nodiscard]] std::vector<Change> takeUnrepeatable();
    void failNoMore();

private:
    /// What becomes of the items of one call.
    struct Luck
    {
        std::vector<AnyItem> tried;
        std::vector<ItemFailure> failed;
        std::vector<std::string> lost; ///< ids: tried, and the answer does not come back
        bool endsHalfWay = false;
        bool comesAgain = false;
    };
    [[nodiscard]] Luck luckOf(std::span<const AnyItem> items);
    template<class Function>
    auto noted(std::string call, Function function);
    /// Makes the call once more with those of \a items that have succeeded.
    void repeat(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                std::vector<AnyItem> items, const std::vector<std::string> &succeeded);

    std::shared_ptr<AnyConsistAdapter> m_adapter;
    Notes &m_notes;
    Mutex m_mutex;
    std::vector<Change> m_changes QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<Change> m_unrepeatable QONTROLLER_GUARDED_BY(m_mutex);
    std::optional<Dice> m_dice QONTROLLER_GUARDED_BY(m_mutex);
    bool m_hasFailed QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller::conformance
