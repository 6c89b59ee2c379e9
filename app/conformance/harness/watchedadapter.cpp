// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/watchedadapter.h"

#include "core/base/faults/callforeign.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace qontroller::conformance {

namespace {

constexpr unsigned FailedItems = 30; ///< in a hundred, each of two kinds
constexpr unsigned BrokenCalls = 15;
constexpr unsigned RepeatedCalls = 60;
constexpr const char *MadeToFail = "made to fail by the conformance kit";

const char *sideName(ConsistSide side)
{
    return side == ConsistSide::Employer ? "employers" : "employees";
}

std::string verbName(ConsistVerb verb)
{
    switch (verb) {
    case ConsistVerb::Create: return "create ";
    case ConsistVerb::Update: return "update ";
    case ConsistVerb::Delete: break;
    }
    return "delete ";
}

std::string textOf(ConsistSide side, ConsistVerb verb, std::span<const AnyItem> items)
{
    std::string ids;
    for (const AnyItem &item : items)
        ids.append(ids.empty() ? "" : ", ").append(item.id);
    return verbName(verb) + sideName(side) + " (" + ids + ')';
}

} // namespace

template<class Function>
auto WatchedAdapter::noted(std::string call, Function function)
{
    CallNote note(m_notes, std::move(call));
    // The exception itself goes on to the frame, which judges its type.
    std::exception_ptr exception;
    auto result = callForeign([&] {
        try {
            return function();
        } catch (...) {
            exception = std::current_exception();
            throw;
        }
    });
    if (result)
        return *std::move(result);
    note.thrown(result.error().text);
    std::rethrow_exception(exception);
}

AnyConsistAdapter::Items WatchedAdapter::expected(ConsistSide side, const ConsistEmployer &employer)
{
    return noted(std::string("expected ") + sideName(side) + " of " + quoted(employer.id),
                 [&] { return m_adapter->expected(side, employer); });
}

AnyConsistAdapter::Items WatchedAdapter::current(ConsistSide side, const ConsistEmployer &employer)
{
    return noted(std::string("current ") + sideName(side) + " of " + quoted(employer.id),
                 [&] { return m_adapter->current(side, employer); });
}

Applied WatchedAdapter::apply(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                              std::span<const AnyItem> items)
{
    const std::string text = textOf(side, verb, items);
    {
        MutexLock lock(m_mutex);
        m_changes.push_back({employer.id, text});
    }
    Luck luck = luckOf(items);
    Applied applied;
    if (!luck.tried.empty())
        applied = noted(verbName(verb) + sideName(side) + " of " + quoted(employer.id),
                        [&] { return m_adapter->apply(side, verb, employer, luck.tried); });
    if (luck.comesAgain && !applied.error)
        repeat(side, verb, employer, std::move(luck.tried), applied.succeeded);
    std::erase_if(applied.succeeded,
                  [&](const std::string &id) { return std::ranges::count(luck.lost, id) > 0; });
    std::ranges::move(luck.failed, std::back_inserter(applied.failed));
    if (luck.endsHalfWay && !applied.error)
        applied.error = Error(MadeToFail);
    return applied;
}

void WatchedAdapter::repeat(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                            std::vector<AnyItem> items, const std::vector<std::string> &succeeded)
{
    std::erase_if(items,
                  [&](const AnyItem &item) { return std::ranges::count(succeeded, item.id) == 0; });
    if (items.empty())
        return;
    const std::string text = textOf(side, verb, items);
    const auto again = callForeign([&] {
        return noted(text + " once more",
                     [&] { return m_adapter->apply(side, verb, employer, items); });
    });
    std::string wrong;
    if (!again)
        wrong = again.error().text;
    else if (again->error)
        wrong = again->error->message;
    else if (!again->failed.empty())
        wrong = again->failed.front().id + ": " + again->failed.front().error;
    else if (again->succeeded.size() < items.size() && again->lookAgain == Duration::zero())
        wrong = "not all of them are said to have succeeded";
    if (wrong.empty())
        return;
    MutexLock lock(m_mutex);
    m_unrepeatable.push_back({employer.id, text + ", and it failed: " + wrong});
}

std::optional<std::vector<std::string>> WatchedAdapter::selectedEmployeeNames(
    const ConsistEmployer &employer)
{
    return noted("selected employees of " + quoted(employer.id),
                 [&] { return m_adapter->selectedEmployeeNames(employer); });
}

std::string WatchedAdapter::recordOf(const ConsistEmployer &employer)
{
    return noted("record of " + quoted(employer.id), [&] { return m_adapter->recordOf(employer); });
}

WatchedAdapter::Luck WatchedAdapter::luckOf(std::span<const AnyItem> items)
{
    Luck luck;
    MutexLock lock(m_mutex);
    for (const AnyItem &item : items) {
        const bool isRefused = m_dice && (!m_hasFailed || m_dice->happens(FailedItems));
        m_hasFailed = m_hasFailed || isRefused;
        if (isRefused) {
            luck.failed.push_back({std::string(item.id), MadeToFail});
            continue;
        }
        luck.tried.push_back(item);
        if (m_dice && m_dice->happens(FailedItems))
            luck.lost.emplace_back(item.id);
    }
    luck.endsHalfWay = m_dice && m_dice->happens(BrokenCalls);
    luck.comesAgain = m_dice && m_dice->happens(RepeatedCalls);
    return luck;
}

std::vector<WatchedAdapter::Change> WatchedAdapter::takeChanges()
{
    MutexLock lock(m_mutex);
    return std::exchange(m_changes, {});
}

std::vector<WatchedAdapter::Change> WatchedAdapter::takeUnrepeatable()
{
    MutexLock lock(m_mutex);
    return std::exchange(m_unrepeatable, {});
}

void WatchedAdapter::failFrom(std::uint64_t seed)
{
    MutexLock lock(m_mutex);
    m_dice.emplace(seed);
    m_hasFailed = false;
}

void WatchedAdapter::failNoMore()
{
    MutexLock lock(m_mutex);
    m_dice.reset();
}

} // namespace qontroller::conformance
