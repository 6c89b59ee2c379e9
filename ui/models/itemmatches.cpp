// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/itemmatches.h"

#include <string>

namespace qontroller::ui {

namespace {

struct Names
{
    std::string controller;
    std::string host;
};

std::map<ControllerId, Names> namesIn(const ControllerBook &controllers)
{
    std::map<ControllerId, Names> all;
    for (const auto &[id, label] : controllers)
        all.emplace(id, Names{label.name.toStdString(), label.host.toStdString()});
    return all;
}

} // namespace

ItemMatches::ItemMatches(const ItemStore &store)
    : m_store(store)
{
    m_dirty.noteAll();
}

void ItemMatches::ask(const Filter &filter, const ControllerBook &controllers)
{
    if (filter != m_filter || controllers != m_controllers)
        m_dirty.noteAll();
    m_filter = filter;
    m_controllers = controllers;
}

bool ItemMatches::update(TimePoint now, const std::stop_token &stop)
{
    if (m_filter.isEmpty())
        return true;
    if (m_filter.dependsOnTime())
        m_dirty.noteAll();
    const std::map<ControllerId, Names> all = namesIn(m_controllers);
    const Names none;
    const auto look = [&](Slot slot, const Item &item) {
        const auto found = all.find(item.controller);
        const Names &names = found == all.end() ? none : found->second;
        if (slot >= m_isFound.size())
            m_isFound.resize(m_store.slotCount());
        m_isFound[slot] = m_filter.matches({item.row, names.controller, now, names.host});
    };
    if (!m_dirty.visit(m_store, stop, look))
        return false;
    m_dirty.clear();
    return true;
}

ItemMatches::Slots ItemMatches::among(const Slots &order) const
{
    if (m_filter.isEmpty())
        return order;
    Slots found;
    std::ranges::copy_if(order, std::back_inserter(found),
                         [this](Slot slot) { return slot < m_isFound.size() && m_isFound[slot]; });
    return found;
}

} // namespace qontroller::ui
