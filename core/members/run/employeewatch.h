// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistparts.h"
#include "core/members/run/keptguard.h"
#include "core/members/run/operationmover.h"
#include "core/members/run/sourcerecall.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace qontroller::consist {

/// The employees of one place, as a related source: tells the store which exist, and names the
/// employers that have to look at a change.
class EmployeeWatch final : public ListerWatcher, public OwnerRelation
{
public:
    /// \a source is one of those of \a consist.
    EmployeeWatch(EmployeeSource source, std::string controller,
                  std::shared_ptr<const ConsistParts> consist,
                  std::shared_ptr<OperationMover> mover)
        : m_source(std::move(source))
        , m_controller(std::move(controller))
        , m_consist(std::move(consist))
        , m_mover(std::move(mover))
        , m_recall(m_source.memory, {m_controller, employeeAtSite("employees", m_source.site)},
                   std::shared_ptr<ConsistStore>(m_mover, &m_mover->store()))
        , m_guard(m_mover->store(), {m_controller, employeeAtSite("employees", m_source.site), {}})
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return m_source.listerWatcher->watchMode(); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;
    void takeOver() override { m_source.listerWatcher->takeOver(); }

    /// Those of the relation, and those that know it from before.
    std::vector<ObjectId> ownersOf(const ObjectId &id, std::stop_token stop) override;

private:
    class Sink;
    [[nodiscard]] EmployeeKey keyOf(std::string_view id) const
    {
        return {m_consist->options.employeeKind, employeeAtSite(id, m_source.site)};
    }
    using Keys = std::set<EmployeeKey>;
    struct Conclusion
    {
        Keys gone;
        bool isWhole = false;    ///< nothing is left of what a complete list lacks
        std::size_t doubted = 0; ///< are missing in a list that is not believed
    };
    [[nodiscard]] Sightings::Source source() const { return {m_controller, m_source.site}; }
    void noteThere(const EmployeeKey &key);
    /// False: another source shows it.
    bool noteGone(const EmployeeKey &key);
    void noteEvent(const EmployeeKey &key, Books::Existence existence);
    /// Registers those of \a ids that nothing is known of, before any employer is told of them. The
    /// error says why one is not registered, and so none is.
    [[nodiscard]] std::optional<Error> admit(const std::vector<std::string> &ids);
    [[nodiscard]] bool isUnknown(const EmployeeKey &key) const;
    /// \a listed are there, and those that are ours and not among them are not, if the list was
    /// complete as \a result says. What events have told of since it began, they know better. Those
    /// that have gone: none where so many are missing that the list is more likely wrong, or where
    /// it is doubted.
    [[nodiscard]] Conclusion conclude(Keys listed, const ListResult &result);
    /// Of those that a complete list lacks, which have gone.
    [[nodiscard]] Conclusion judge(const Keys &listed, const Keys &missing,
                                   const std::string &doubt) QONTROLLER_REQUIRES(m_mutex);
    /// It is held, or will be by the next pass, since a list was not believed.
    [[nodiscard]] bool isForAPerson(const EmployeeKey &key) const;
    /// Those that this source is to know of, if any source does, and that \a listed lacks.
    [[nodiscard]] Keys oursNotIn(const Keys &listed) const;
    [[nodiscard]] Vanishing vanishing(const Keys &listed, const Keys &missing) const;
    /// \a controllers have a say about \a key. Others of the same kind, if \a isAlone is false,
    /// may have employees of their own.
    [[nodiscard]] bool isOurs(const EmployeeKey &key, const std::set<std::string> &controllers,
                              bool isAlone) const;

    EmployeeSource m_source;
    std::string m_controller;
    std::shared_ptr<const ConsistParts> m_consist;
    std::shared_ptr<OperationMover> m_mover;
    SourceRecall m_recall;

    Mutex m_mutex; // held while the store is told, so that a list and an event do not cross
    /// What events have told since the list under way began; nothing: none is.
    std::optional<std::map<EmployeeKey, Books::Existence>> m_told QONTROLLER_GUARDED_BY(m_mutex);
    KeptGuard m_guard QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
