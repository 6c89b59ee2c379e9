// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/filter/filterconditions.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What can stand before the colon of a term. A new field is one row of the table in
/// filterfields.cpp: parser, errors and the window's filter box read that table.
namespace qontroller {

/// `id:photos`, `id:/expression/`
struct TextField
{
    TextsOf texts;
};

/// `tries:>=3`
struct NumberField
{
    NumberOf number;
};

/// `age:>5m`. Its answer changes as time goes by, though the item does not.
struct TimeField
{
    NumberOf seconds;
};

/// `state:failed,parked`: some words of a known list. Word i means bit 1 << i.
struct WordField
{
    int count;
    std::string (*word)(int);
    BitsCondition::BitsOf bits;
};

struct FilterField
{
    std::string_view name;
    std::variant<WordField, TextField, NumberField, TimeField> kind;
};

[[nodiscard]] std::span<const FilterField> filterFields();

/// The field called \a name, in lower case; null if there is none.
[[nodiscard]] const FilterField *findFilterField(std::string_view name);

/// The bit of the field called \a name, in lower case, or of a term without a field for an empty
/// name; 0: there is none.
[[nodiscard]] FilterFields filterFieldBit(std::string_view name);

/// What a term without a field looks into.
[[nodiscard]] TextField anyTextField();

/// The words that \a field knows.
[[nodiscard]] std::vector<std::string> wordsOf(const WordField &field);

/// The names of all fields of \a Kind, in the order of the table.
template<class Kind>
[[nodiscard]] std::vector<std::string> filterFieldNames()
{
    std::vector<std::string> names;
    for (const FilterField &field : filterFields()) {
        if (std::holds_alternative<Kind>(field.kind))
            names.emplace_back(field.name);
    }
    return names;
}

} // namespace qontroller
