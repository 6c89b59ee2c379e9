// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/members/consist/applying.h"
#include "core/members/consist/compare.h"
#include "core/members/consist/consistrecord.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace qontroller::consist {

/// One side of one pass: an employer's resource, or its members. Reads, compares, calls, and
/// keeps what came out of it. An exception of the adapter is an error.
///
/// Use: readExpected() unless nothing is expected, then readCurrent(), then apply(). The first
/// that says false ends it, and error() says why.
class SideSync
{
public:
    /// All outlive it.
    SideSync(AnyConsistAdapter &adapter, const ConsistEmployer &employer,
             const ConsistOptions &options, ConsistSide side);

    [[nodiscard]] bool readExpected();
    /// Leaves out of what is expected what \a isLeftOut says.
    void leaveOut(const std::function<bool(const AnyItem &)> &isLeftOut);
    /// Reads what there is, and compares.
    [[nodiscard]] bool readCurrent();
    /// Keeps the expected items that \a isPutOff says out of the calls of this pass, and the
    /// current ones that \a isKept says.
    void putOff(const std::function<bool(const AnyItem &)> &isPutOff,
                const std::function<bool(const AnyItem &)> &isKept);
    /// Creates, updates and deletes. If something was deleted or is to have no traffic, what there
    /// is is read once more: what is still there, or still has traffic, has not succeeded, whatever
    /// was said of the call.
    bool apply();

    [[nodiscard]] const AnyItems &expected() const { return m_expected; }
    /// Nothing: it could not be read, or has not been.
    [[nodiscard]] const std::optional<AnyItems> &current() const { return m_current; }
    [[nodiscard]] const Difference &difference() const { return m_difference; }
    [[nodiscard]] const Tally &created() const { return m_created; }
    [[nodiscard]] const Tally &updated() const { return m_updated; }
    [[nodiscard]] const Tally &removed() const { return m_removed; }
    /// See putOff(): expected ones, and current ones that were to be deleted.
    [[nodiscard]] const std::vector<AnyItem> &thoseOff() const { return m_putOff; }
    [[nodiscard]] const std::vector<AnyItem> &thoseKept() const { return m_kept; }

    /// Expected ones of the last calls that are to have no traffic, and that had some when what
    /// there is was read once more, or may have some because it could not be read.
    [[nodiscard]] const std::vector<AnyItem> &thoseServing() const { return m_serving; }
    /// … of these, those that are as expected otherwise: their last traffic has to end by itself.
    [[nodiscard]] const std::vector<AnyItem> &thoseDraining() const { return m_draining; }

    /// Nothing is left at the provider, and it said so.
    [[nodiscard]] bool isClean() const;
    [[nodiscard]] const std::optional<Thrown> &error() const { return m_error; }
    /// "sync employer failed: create failed: …" for each verb of which something failed.
    [[nodiscard]] std::vector<std::string> sentences() const;
    [[nodiscard]] std::vector<ConsistRecord::Failure> failures() const;
    /// Of the items that are as expected; none where the adapter says nothing.
    [[nodiscard]] std::vector<ConsistRecord::Status> statuses();
    /// The shortest that was said; 0 if none.
    [[nodiscard]] Duration lookAgain() const;

private:
    /// False if it failed: the error is noted under \a what.
    template<class Value, class Function>
    bool call(const char *what, Value &value, Function function);
    [[nodiscard]] bool applyVerb(ConsistVerb verb, const std::vector<AnyItem> &items, Tally &tally);
    [[nodiscard]] bool isWithoutTraffic(const AnyItem &expected) const;
    [[nodiscard]] bool readBack();
    using Ids = std::unordered_set<std::string_view>;
    /// How \a current differs from what is expected. Traffic that is not expected is a difference,
    /// whatever the adapter's `==` leaves out: where it is the only one, the id is in \a draining.
    [[nodiscard]] tl::expected<Difference, Error> differenceOf(const AnyItems &current,
                                                               Ids &draining) const;
    /// What there is after the calls, and how it differs from what is expected.
    [[nodiscard]] bool readNow(AnyItems &now, Difference &difference, Ids &draining);
    /// Of the items of \a tally those that are to have no traffic have not succeeded where they
    /// are in \a serving.
    void takeBack(Tally &tally, const Ids &serving, const Ids &draining);
    void fail(const std::string &what, Thrown thrown);

    AnyConsistAdapter &m_adapter;
    const ConsistEmployer &m_employer;
    const ConsistOptions &m_options;
    ConsistSide m_side;
    AnyItems m_expected;
    std::optional<AnyItems> m_current;
    Difference m_difference;
    std::vector<AnyItem> m_putOff;
    std::vector<AnyItem> m_kept;
    std::vector<AnyItem> m_serving;
    std::vector<AnyItem> m_draining;
    Tally m_created, m_updated, m_removed;
    std::optional<Thrown> m_error;
};

[[nodiscard]] const char *name(ConsistSide side);
[[nodiscard]] const char *name(ConsistVerb verb);

} // namespace qontroller::consist
