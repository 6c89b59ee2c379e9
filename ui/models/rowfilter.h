// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/filter/filter.h"
#include "ui/state/livestate.h"

#include <map>
#include <string>

namespace qontroller::ui {

/// What a filter says of rows of a table. For one pass over them: it remembers what controllers are
/// called.
class RowFilter final
{
public:
    /// \a fields: those that the rows have; terms on others are left out. \a filter and \a state
    /// outlive it.
    RowFilter(const Filter &filter, FilterFields fields, const LiveState &state);

    /// All is taken of the program's own host, which has no name, by terms on hosts.
    [[nodiscard]] bool takes(ControllerId controller, const ItemRow &row);
    /// The same of a row that is of no object.
    [[nodiscard]] bool takes(ControllerId controller);

private:
    struct Names
    {
        std::string controller;
        std::string host;
        FilterFields fields = 0;
    };
    [[nodiscard]] const Names &namesOf(ControllerId controller);

    const Filter &m_filter;
    const FilterFields m_fields;
    const LiveState &m_state;
    std::map<ControllerId, Names> m_names;
};

/// The fields that rows have. Those of objects, locks and failures have all.
[[nodiscard]] FilterFields fieldsOfControllers();
[[nodiscard]] FilterFields fieldsOfWorkers();
[[nodiscard]] FilterFields fieldsOfOperations();
[[nodiscard]] FilterFields fieldsOfEvents();
[[nodiscard]] FilterFields fieldsOfLog();

} // namespace qontroller::ui
