// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/items/itemstate.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

struct ItemRow;

/// What a filter looks at: one item and what its controller is called.
struct FilterSubject
{
    const ItemRow &row;
    std::string_view controller;
    TimePoint now;
    std::string_view host = {}; ///< what its host is called, where there are several
};

/// One condition on an item.
class FilterCondition
{
public:
    virtual ~FilterCondition() = default;
    [[nodiscard]] virtual bool matches(const FilterSubject &subject) const = 0;
};

/// What terms are about: a bit for each field, see filterFieldBit().
using FilterFields = std::uint32_t;
inline constexpr FilterFields AllFilterFields = ~FilterFields{0};

/// Which items to show. Immutable and cheap to copy; safe to use in any thread.
///
/// Terms are separated by spaces and all of them must hold:
///   word, "two words"      in the id or the last error, whatever the case
///   /expression/           the same as a regular expression
///   field:value            what a field takes is said in filterfields.h; commas mean "or"
///   -term                  the opposite
class Filter
{
public:
    /// Matches everything.
    Filter() = default;

    /// Terms that are about none of \a fields are left out.
    [[nodiscard]] bool matches(const FilterSubject &subject,
                               FilterFields fields = AllFilterFields) const;
    /// A term is about one of \a fields.
    [[nodiscard]] bool asksFor(FilterFields fields) const;
    [[nodiscard]] bool isEmpty() const { return m_terms.empty(); }
    /// A bit 1 << ItemState for each state in which an item can match: no other needs a look.
    [[nodiscard]] unsigned states() const { return m_states; }
    /// Its answer changes as time goes by, though the item does not.
    [[nodiscard]] bool dependsOnTime() const { return m_dependsOnTime; }
    /// A term names hosts.
    [[nodiscard]] bool asksForHosts() const { return !m_hosts.empty(); }
    /// No such term keeps out what is of \a host, whatever the others ask for.
    [[nodiscard]] bool takesHost(std::string_view host) const;
    /// They are copies of one. Others may ask for the same.
    friend bool operator==(const Filter &, const Filter &) = default;

private:
    friend class FilterParser;
    using Conditions = std::vector<std::shared_ptr<const FilterCondition>>;

    struct Term
    {
        std::shared_ptr<const FilterCondition> condition;
        FilterFields field = 0;
        friend bool operator==(const Term &, const Term &) = default;
    };

    std::vector<Term> m_terms;
    Conditions m_hosts; ///< those of them that only look at the host
    unsigned m_states = AllStates;
    bool m_dependsOnTime = false;
};

/// The text of a term that asks for exactly \a value: quoted where it must be.
[[nodiscard]] std::string filterTerm(std::string_view field, std::string_view value);

/// \a text with every term of \a field taken out, and \a term put in (unless empty).
[[nodiscard]] std::string replaceFilterTerm(std::string_view text, std::string_view field,
                                            std::string_view term);

} // namespace qontroller
