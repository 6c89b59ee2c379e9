// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rowfilter.h"

#include "core/engine/filter/filterfields.h"
#include "core/engine/observe/items/itemrow.h"
#include "ui/words/format.h"

namespace qontroller::ui {

RowFilter::RowFilter(const Filter &filter, FilterFields fields, const LiveState &state)
    : m_filter(filter)
    , m_fields(fields)
    , m_state(state)
{}

bool RowFilter::takes(ControllerId controller, const ItemRow &row)
{
    if (m_filter.isEmpty()) // as mostly, of each of many rows
        return true;
    const Names &names = namesOf(controller);
    return m_filter.matches({row, names.controller, m_state.now(), names.host}, names.fields);
}

bool RowFilter::takes(ControllerId controller)
{
    static const ItemRow none;
    return takes(controller, none);
}

const RowFilter::Names &RowFilter::namesOf(ControllerId controller)
{
    const auto [entry, isNew] = m_names.try_emplace(controller);
    Names &names = entry->second;
    if (!isNew)
        return names;
    if (const ControllerView *view = m_state.controller(controller))
        names.controller = toLine(view->name).toStdString();
    const HostStatus *host = m_state.hosts().of(controller);
    names.host = host ? toLine(host->name).toStdString() : std::string();
    names.fields = host ? m_fields : m_fields & ~filterFieldBit("host");
    return names;
}

FilterFields fieldsOfControllers()
{
    return filterFieldBit("controller") | filterFieldBit("host");
}

FilterFields fieldsOfWorkers()
{
    return fieldsOfControllers() | filterFieldBit("id") | filterFieldBit("worker")
           | filterFieldBit({});
}

FilterFields fieldsOfEvents()
{
    return fieldsOfControllers() | filterFieldBit("id") | filterFieldBit("error")
           | filterFieldBit({});
}

FilterFields fieldsOfLog()
{
    return fieldsOfControllers() | filterFieldBit("id") | filterFieldBit({});
}

FilterFields fieldsOfOperations()
{
    return filterFieldBit("host");
}

} // namespace qontroller::ui
