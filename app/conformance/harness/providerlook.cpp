// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/providerlook.h"

#include "core/base/faults/callforeign.h"
#include "core/members/consist/compare.h"

#include <algorithm>
#include <array>

namespace qontroller::conformance {

namespace {

constexpr std::array Sides{ConsistSide::Employer, ConsistSide::Employee};

Attempt attemptAt(const ObjectId &id)
{
    return {id, "conformance", 1, 0, {}};
}

std::string itemOf(ConsistSide side, const AnyItem &item)
{
    return std::string(side == ConsistSide::Employer ? "its resource " : "its member ")
           + quoted(std::string(item.id));
}

/// Fails the check unless \a answer is a value.
template<class Answer>
auto valueOf(const ObjectId &employer, const char *what, Answer answer)
{
    if (!answer)
        fail(employer, std::string(what) + " cannot be told: " + answer.error().text);
    if constexpr (requires { answer->error(); }) {
        if (!*answer)
            fail(employer, std::string(what) + " cannot be told: " + answer->error().message);
        return **std::move(answer);
    } else {
        return *std::move(answer);
    }
}

Difference differenceIn(ConsistSide side, const consist::Difference &difference)
{
    if (!difference.create.empty())
        return {{}, itemOf(side, difference.create.front()) + " is expected and is not there"};
    if (!difference.update.empty())
        return {{}, itemOf(side, difference.update.front()) + " is not as it is expected to be"};
    if (!difference.remove.empty())
        return {{}, itemOf(side, difference.remove.front()) + " is there and is not expected"};
    return {};
}

} // namespace

Difference ProviderLook::missingAt(const ObjectId &employer) const
{
    const Asked asked = askFor(employer);
    for (const ConsistSide side : Sides) {
        const AnyItems should = expected(side, employer, asked);
        const AnyItems is = current(side, employer, asked);
        const auto compared = consist::compare(should.items, is.items,
                                               [&](const AnyItem &a, const AnyItem &b) {
                                                   return m_consist.adapter->isEqual(side, a, b);
                                               });
        if (!compared)
            return {employer, compared.error().message};
        if (Difference difference = differenceIn(side, *compared))
            return {employer, std::move(difference.text)};
    }
    return {};
}

Difference ProviderLook::leftOf(const ObjectId &employer, const std::string &memo) const
{
    for (const ConsistSide side : Sides) {
        const AnyItems is = current(side, employer, {nullptr, true, memo});
        if (!is.items.empty())
            return {employer, itemOf(side, is.items.front()) + " is still there"};
    }
    return {};
}

bool ProviderLook::hasTraffic(const ObjectId &employer, std::string_view name,
                              const std::set<std::string, std::less<>> &ids) const
{
    const AnyItems is = current(ConsistSide::Employee, employer, askFor(employer));
    return std::ranges::any_of(is.items, [&](const AnyItem &item) {
        return item.servesTraffic && (item.name == name || ids.contains(item.id));
    });
}

std::string ProviderLook::cureOfDrain(const ObjectId &employer, const std::string &name,
                                      const std::set<std::string, std::less<>> &ids) const
{
    Asked asked = askFor(employer);
    asked.closed = {name};
    const AnyItems should = expected(ConsistSide::Employee, employer, asked);
    const AnyItems is = current(ConsistSide::Employee, employer, asked);
    for (const AnyItem &item : is.items) {
        if (!item.servesTraffic || !(item.name == name || ids.contains(item.id)))
            continue;
        const auto wanted = std::ranges::find(should.items, item.id, &AnyItem::id);
        if (wanted == should.items.end() || wanted->servesTraffic
            || !m_consist.adapter->isEqual(ConsistSide::Employee, *wanted, item))
            continue;
        return "servesTraffic() is true of the current member " + quoted(std::string(item.id))
               + ", and == calls it equal to the expected one, which is to have no traffic: "
                 "compare "
                 "in == whether it is on, or, if what it has are sessions of before, let them end";
    }
    return {};
}

std::string ProviderLook::memoOf(const ObjectId &employer) const
{
    return m_consist.mover->store().look([&](const consist::Books &books) {
        return books.employer({m_consist.controller, employer})->memo;
    });
}

ProviderLook::Asked ProviderLook::askFor(const ObjectId &employer) const
{
    const Fetched<void> fetched = m_instance.get(employer);
    if (!fetched.object())
        fail(employer,
             "is in a list, and its get() gives no object"
                 + (fetched.error().message.empty() ? "" : ": " + fetched.error().message));
    return {fetched.object(), false, memoOf(employer)};
}

AnyItems ProviderLook::expected(ConsistSide side, const ObjectId &employer,
                                const Asked &asked) const
{
    const Attempt attempt = attemptAt(employer);
    const ConsistEmployer one{employer,      attempt,    asked.object,
                              asked.isGoing, asked.memo, asked.closed};
    AnyItems items = valueOf(employer, "what is expected",
                             callForeign([&] { return m_consist.adapter->expected(side, one); }));
    if (side == ConsistSide::Employer)
        return items;
    const auto selected = valueOf(employer, "whom it selects", callForeign([&] {
                                      return m_consist.adapter->selectedEmployeeNames(one);
                                  }));
    if (selected)
        std::erase_if(items.items, [&](const AnyItem &item) {
            return std::ranges::count(*selected, item.name) == 0;
        });
    return items;
}

AnyItems ProviderLook::current(ConsistSide side, const ObjectId &employer, const Asked &asked) const
{
    const Attempt attempt = attemptAt(employer);
    const ConsistEmployer one{employer,      attempt,    asked.object,
                              asked.isGoing, asked.memo, asked.closed};
    return valueOf(employer, "what the provider has",
                   callForeign([&] { return m_consist.adapter->current(side, one); }));
}

} // namespace qontroller::conformance
