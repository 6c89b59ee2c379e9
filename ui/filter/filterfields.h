// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/filter/filterconditions.h"

#include <span>
#include <variant>

/// What can stand before the colon of a term. A new field is one row of the table in
/// filterfields.cpp: parser, error sentences and the tool tip of the filter box read that table.
namespace qontroller::ui {

/// `id:photos`, `id:/expression/`
struct TextField
{
    TextOf text;
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
    QString (*word)(int);
    BitsCondition::BitsOf bits;
};

struct FilterField
{
    const char *name;
    std::variant<WordField, TextField, NumberField, TimeField> kind;
};

[[nodiscard]] std::span<const FilterField> filterFields();

/// The field called \a name, whatever the case; null if there is none.
[[nodiscard]] const FilterField *findFilterField(const QString &name);

/// What a term without a field looks into.
[[nodiscard]] TextField anyTextField();

/// The words that \a field knows.
[[nodiscard]] QStringList wordsOf(const WordField &field);

/// The names of all fields of \a Kind, in the order of the table.
template<class Kind>
[[nodiscard]] QStringList filterFieldNames()
{
    QStringList names;
    for (const FilterField &field : filterFields()) {
        if (std::holds_alternative<Kind>(field.kind))
            names += QLatin1String(field.name);
    }
    return names;
}

} // namespace qontroller::ui
