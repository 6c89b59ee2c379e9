// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/api/options.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace qontroller {

/// A value of an option. Which type it has is the option's.
using OptionValue = std::variant<int, double, bool, Duration>;

/// An option that is a field of an object in the session file: `backoff` of `backoff.base`.
struct OptionGroup
{
    std::string_view name;  ///< in the session file
    std::string_view title; ///< for people, in English; see ControllerOption::title
};

/// One option of a controller: all that reading, forms, messages, commands and help have to know
/// of it.
struct ControllerOption
{
    /// Where its value stands, which tells its type.
    using Field = std::variant<int ControllerOptions::*, double ControllerOptions::*,
                               bool ControllerOptions::*, Duration ControllerOptions::*>;

    std::string_view name;              ///< in the session file, in its group
    const OptionGroup *group = nullptr; ///< null: it is in none
    Field field;                        ///< its value

    std::optional<OptionValue> least = {}; ///< that it may have
    bool isMoreThanLeast = false;          ///< least itself is not allowed
    std::optional<OptionValue> most = {};  ///< that it may have

    /// It can change while its controller runs. Others are built into it and its plugin.
    bool isLive = false;

    /// What a field of a form is called, in English. The window translates it and the text in the
    /// context "Options".
    std::string_view title = {};
    std::string_view text = {}; ///< a sentence on it; empty: the title says all

    /// `backoff.base`
    [[nodiscard]] std::string fullName() const;
    /// Its value.
    [[nodiscard]] OptionValue in(const ControllerOptions &options) const;
    /// \a value has the option's type.
    void set(ControllerOptions &options, const OptionValue &value) const;
    /// What is wrong with \a value, as a sentence that begins with the name; nothing if it holds.
    [[nodiscard]] std::optional<std::string> whyNot(const OptionValue &value) const;
    /// The value that \a typed is, as valueText() writes it; nothing if it is none of this type.
    [[nodiscard]] std::optional<OptionValue> parse(std::string_view typed) const;
};

/// All options, in the order of forms and messages.
[[nodiscard]] std::span<const ControllerOption> optionTable();
/// That of a full name; null if there is none.
[[nodiscard]] const ControllerOption *findOption(std::string_view fullName);
/// That of a field.
[[nodiscard]] const ControllerOption &optionOf(ControllerOption::Field field);

/// As the session file has it, without quotes: `4`, `0.5`, `true`, `30s`.
[[nodiscard]] std::string valueText(const OptionValue &value);

} // namespace qontroller
