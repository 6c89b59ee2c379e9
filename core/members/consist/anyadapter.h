// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistadapter.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller {

enum class ConsistSide : std::uint8_t {
    Employer, ///< the external resource
    Employee, ///< its members
};
inline constexpr int ConsistSideCount = 2;

enum class ConsistVerb : std::uint8_t {
    Create,
    Update,
    Delete,
};
inline constexpr int ConsistVerbCount = 3;

/// An item of either type, owned by the AnyItems that it came with.
struct AnyItem
{
    std::string_view id;
    std::string_view name; ///< of the employee; else the id
    const void *value = nullptr;
    bool servesTraffic = false; ///< false for employers
    bool isAvailable = true;    ///< of a current employee that serves traffic
};

/// Items and what owns them.
struct AnyItems
{
    std::shared_ptr<const void> owner;
    std::vector<AnyItem> items;
};

/// A ConsistAdapter with its types taken away, so that they never cross a plugin's boundary.
/// Made by eraseAdapter(); not for authors to derive from. Threads and exceptions as there.
class AnyConsistAdapter
{
public:
    using Items = tl::expected<AnyItems, Error>;

    virtual ~AnyConsistAdapter() = default;

    [[nodiscard]] virtual std::string controllerName() const = 0;
    [[nodiscard]] virtual Items expected(ConsistSide side, const ConsistEmployer &employer) = 0;
    [[nodiscard]] virtual Items current(ConsistSide side, const ConsistEmployer &employer) = 0;
    virtual Applied apply(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                          std::span<const AnyItem> items) = 0;
    [[nodiscard]] virtual bool isEqual(ConsistSide side, const AnyItem &a,
                                       const AnyItem &b) const = 0;
    [[nodiscard]] virtual std::string statusOf(ConsistSide side, const AnyItem &item) const = 0;
    [[nodiscard]] virtual std::optional<std::vector<std::string>> selectedEmployeeNames(
        const ConsistEmployer &employer) = 0;
    [[nodiscard]] virtual std::string recordOf(const ConsistEmployer &employer) = 0;
};

namespace consistdetail {

template<class T>
[[nodiscard]] std::string_view nameOf(const T &item)
{
    if constexpr (requires { std::string_view(item.name); })
        return item.name;
    else
        return item.id;
}

/// \a items is moved into an owner of its own, so that its items stay where they are.
template<class T, class Look>
[[nodiscard]] AnyConsistAdapter::Items erase(ConsistItems<T> items, Look look)
{
    if (!items)
        return tl::unexpected(std::move(items.error()));
    auto owner = std::make_shared<const std::vector<T>>(std::move(*items));
    AnyItems any;
    any.items.reserve(owner->size());
    for (const T &item : *owner)
        look(item, any.items.emplace_back(AnyItem{item.id, nameOf(item), &item}));
    any.owner = std::move(owner);
    return any;
}

template<class T>
[[nodiscard]] std::vector<T> restore(std::span<const AnyItem> items)
{
    std::vector<T> typed;
    typed.reserve(items.size());
    for (const AnyItem &item : items)
        typed.push_back(*static_cast<const T *>(item.value));
    return typed;
}

template<class T>
[[nodiscard]] bool isEqual(const AnyItem &a, const AnyItem &b)
{
    return *static_cast<const T *>(a.value) == *static_cast<const T *>(b.value);
}

template<class Employer, class Employee>
class BoundConsistAdapter final : public AnyConsistAdapter
{
public:
    explicit BoundConsistAdapter(std::shared_ptr<ConsistAdapter<Employer, Employee>> adapter)
        : m_adapter(std::move(adapter))
    {}

    std::string controllerName() const override { return m_adapter->controllerName(); }
    Items expected(ConsistSide side, const ConsistEmployer &employer) override
    {
        return side == ConsistSide::Employer ? ofEmployers(m_adapter->expectedEmployers(employer))
                                             : ofEmployees(m_adapter->expectedEmployees(employer));
    }
    Items current(ConsistSide side, const ConsistEmployer &employer) override
    {
        return side == ConsistSide::Employer
                   ? ofEmployers(m_adapter->currentEmployers(employer))
                   : foundEmployees(m_adapter->currentEmployees(employer));
    }
    Applied apply(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                  std::span<const AnyItem> items) override
    {
        if (side == ConsistSide::Employer)
            return applyEmployers(verb, employer, restore<Employer>(items));
        return applyEmployees(verb, employer, restore<Employee>(items));
    }
    bool isEqual(ConsistSide side, const AnyItem &a, const AnyItem &b) const override
    {
        return side == ConsistSide::Employer ? consistdetail::isEqual<Employer>(a, b)
                                             : consistdetail::isEqual<Employee>(a, b);
    }
    std::string statusOf(ConsistSide side, const AnyItem &item) const override
    {
        const ConsistAdapter<Employer, Employee> &adapter = *m_adapter;
        if (side == ConsistSide::Employer)
            return adapter.statusOfEmployer(*static_cast<const Employer *>(item.value));
        return adapter.statusOfEmployee(*static_cast<const Employee *>(item.value));
    }
    std::optional<std::vector<std::string>> selectedEmployeeNames(
        const ConsistEmployer &employer) override
    {
        return m_adapter->selectedEmployeeNames(employer);
    }
    std::string recordOf(const ConsistEmployer &employer) override
    {
        return m_adapter->recordOf(employer);
    }

private:
    static Items ofEmployers(ConsistItems<Employer> items)
    {
        return erase<Employer>(std::move(items), [](const Employer &, AnyItem &) {});
    }
    Items ofEmployees(ConsistItems<Employee> items)
    {
        return erase<Employee>(std::move(items), [this](const Employee &employee, AnyItem &item) {
            item.servesTraffic = m_adapter->servesTraffic(employee);
        });
    }
    Items foundEmployees(ConsistItems<Employee> items)
    {
        return erase<Employee>(std::move(items), [this](const Employee &employee, AnyItem &item) {
            item.servesTraffic = m_adapter->servesTraffic(employee);
            item.isAvailable = !item.servesTraffic || m_adapter->isAvailable(employee);
        });
    }
    Applied applyEmployers(ConsistVerb verb, const ConsistEmployer &employer,
                           const std::vector<Employer> &items)
    {
        switch (verb) {
        case ConsistVerb::Create: return m_adapter->createEmployers(employer, items);
        case ConsistVerb::Update: return m_adapter->updateEmployers(employer, items);
        case ConsistVerb::Delete: break;
        }
        return m_adapter->deleteEmployers(employer, items);
    }
    Applied applyEmployees(ConsistVerb verb, const ConsistEmployer &employer,
                           const std::vector<Employee> &items)
    {
        switch (verb) {
        case ConsistVerb::Create: return m_adapter->createEmployees(employer, items);
        case ConsistVerb::Update: return m_adapter->updateEmployees(employer, items);
        case ConsistVerb::Delete: break;
        }
        return m_adapter->deleteEmployees(employer, items);
    }

    std::shared_ptr<ConsistAdapter<Employer, Employee>> m_adapter;
};

} // namespace consistdetail

/// \a Adapter derives from a ConsistAdapter. Not null.
template<class Adapter>
[[nodiscard]] std::shared_ptr<AnyConsistAdapter> eraseAdapter(std::shared_ptr<Adapter> adapter)
{
    using Bound = consistdetail::BoundConsistAdapter<typename Adapter::EmployerItem,
                                                     typename Adapter::EmployeeItem>;
    return std::make_shared<Bound>(std::move(adapter));
}

} // namespace qontroller
