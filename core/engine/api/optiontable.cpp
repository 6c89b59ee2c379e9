// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/api/optiontable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <type_traits>
#include <utility>

/// Marks a text for lupdate, which looks for this name. The window translates it.
#define QT_TRANSLATE_NOOP(context, text) text

namespace qontroller {

namespace {

using namespace std::chrono_literals;
using O = ControllerOptions;

constexpr OptionGroup Backoff{"backoff", QT_TRANSLATE_NOOP("Options", "Back-off")};

constexpr Duration None = Duration::zero();

template<class Pointer>
struct PointedTo;
template<class Type>
struct PointedTo<Type ControllerOptions::*>
{
    using type = Type;
};
/// Of a pointer to a field.
template<class Pointer>
using TypeOf = typename PointedTo<Pointer>::type;

const std::array Table{
    ControllerOption{.name = "workers",
                     .field = &O::workers,
                     .least = 0,
                     .most = 10'000,
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Workers"),
                     .text =
                         QT_TRANSLATE_NOOP("Options",
                                           "Handlers that run at once. 0 is the same as paused.")},
    ControllerOption{.name = "resyncInterval",
                     .field = &O::resyncInterval,
                     .least = Duration(10ms),
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Resync interval"),
                     .text = QT_TRANSLATE_NOOP("Options",
                                               "A full list follows the last one after this.")},
    ControllerOption{.name = "maxRetries",
                     .field = &O::maxRetries,
                     .least = 0,
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Retries"),
                     .text = QT_TRANSLATE_NOOP(
                         "Options",
                         "Attempts after the first that failed; then the object has failed.")},
    ControllerOption{.name = "parkedRetryInterval",
                     .field = &O::parkedRetryInterval,
                     .least = None,
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Parked retry interval"),
                     .text = QT_TRANSLATE_NOOP(
                         "Options", "A parked object whose source tells of no changes is tried "
                                    "again after this. 0s: ten resync intervals.")},
    ControllerOption{
        .name = "base",
        .group = &Backoff,
        .field = &O::backoffBase,
        .least = None,
        .isMoreThanLeast = true,
        .isLive = true,
        .title = QT_TRANSLATE_NOOP("Options", "First retry after"),
        .text = QT_TRANSLATE_NOOP(
            "Options",
            "The first retry of an object waits this long, each further one twice as long.")},
    ControllerOption{.name = "max",
                     .group = &Backoff,
                     .field = &O::backoffMax,
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Never longer than"),
                     .text = QT_TRANSLATE_NOOP("Options", "No retry waits longer. At least base.")},
    ControllerOption{
        .name = "retryRate",
        .field = &O::retryRate,
        .least = 0.0,
        .isMoreThanLeast = true,
        .isLive = true,
        .title = QT_TRANSLATE_NOOP("Options", "Retries a second"),
        .text = QT_TRANSLATE_NOOP(
            "Options",
            "Retries that may start each second, over all objects, once the burst is used up.")},
    ControllerOption{.name = "retryBurst",
                     .field = &O::retryBurst,
                     .least = 1,
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Retry burst"),
                     .text =
                         QT_TRANSLATE_NOOP("Options",
                                           "Retries that may start at once after a quiet time.")},
    ControllerOption{.name = "handlerTimeout",
                     .field = &O::handlerTimeout,
                     .least = None,
                     .title = QT_TRANSLATE_NOOP("Options", "Handler timeout"),
                     .text = QT_TRANSLATE_NOOP(
                         "Options", "A handler that runs longer is asked to stop. 0s: never.")},
    ControllerOption{.name = "detectDeletions",
                     .field = &O::detectDeletions,
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Detect deletions"),
                     .text = QT_TRANSLATE_NOOP("Options",
                                               "What a complete list no longer shows is removed.")},
    ControllerOption{.name = "massDeletionGuard",
                     .field = &O::massDeletionGuard,
                     .isLive = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Mass-deletion guard"),
                     .text = QT_TRANSLATE_NOOP(
                         "Options", "Removals of more than 10 objects and more than 10 %, or of "
                                    "all that there are, wait for an operator.")},
    ControllerOption{.name = "priorities",
                     .field = &O::priorities,
                     .title = QT_TRANSLATE_NOOP("Options", "Priorities"),
                     .text =
                         QT_TRANSLATE_NOOP("Options",
                                           "Operator before event before retry before resync. Off: "
                                           "first in, first out.")},
    ControllerOption{.name = "ageing",
                     .field = &O::ageing,
                     .least = None,
                     .isMoreThanLeast = true,
                     .title = QT_TRANSLATE_NOOP("Options", "Ageing"),
                     .text = QT_TRANSLATE_NOOP(
                         "Options", "An object that has waited longer shares every eighth turn "
                                    "with others like it, the oldest first. More than 0s.")},
    ControllerOption{.name = "keepLastObject",
                     .field = &O::keepLastObject,
                     .title = QT_TRANSLATE_NOOP("Options", "Keep last objects"),
                     .text = QT_TRANSLATE_NOOP(
                         "Options", "A removal is told what the object was, as far as the plugin "
                                    "makes use of it. Takes memory for each object.")},
};

template<class Number>
std::optional<OptionValue> numberIn(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// What the text of a value of type T means.
template<class T>
std::optional<OptionValue> valueIn(std::string_view text)
{
    return numberIn<T>(text);
}

template<>
std::optional<OptionValue> valueIn<bool>(std::string_view text)
{
    if (text != "true" && text != "false")
        return std::nullopt;
    return text == "true";
}

template<>
std::optional<OptionValue> valueIn<Duration>(std::string_view text)
{
    const auto duration = parseDuration(text);
    return duration ? std::optional<OptionValue>(*duration) : std::nullopt;
}

bool isFinite(const OptionValue &value)
{
    const auto *number = std::get_if<double>(&value);
    return !number || std::isfinite(*number);
}

bool isNothing(const OptionValue &value)
{
    return value == OptionValue(0) || value == OptionValue(0.0) || value == OptionValue(None);
}

} // namespace

std::span<const ControllerOption> optionTable()
{
    return Table;
}

const ControllerOption *findOption(std::string_view fullName)
{
    const auto found = std::ranges::find(Table, fullName, &ControllerOption::fullName);
    return found == Table.end() ? nullptr : &*found;
}

const ControllerOption &optionOf(ControllerOption::Field field)
{
    return *std::ranges::find(Table, field, &ControllerOption::field);
}

std::string ControllerOption::fullName() const
{
    return (group ? std::string(group->name) + '.' : "") + std::string(name);
}

OptionValue ControllerOption::in(const ControllerOptions &options) const
{
    return std::visit([&options](auto member) -> OptionValue { return options.*member; }, field);
}

void ControllerOption::set(ControllerOptions &options, const OptionValue &value) const
{
    std::visit([&](auto member) { options.*member = std::get<TypeOf<decltype(member)>>(value); },
               field);
}

std::optional<std::string> ControllerOption::whyNot(const OptionValue &value) const
{
    const bool isAbove = !least || value > *least || (!isMoreThanLeast && value == *least);
    if (isAbove && (!most || value <= *most) && isFinite(value))
        return std::nullopt;
    const std::string limit = least ? valueText(*least) : "";
    std::string must = fullName() + " must be ";
    if (most)
        must += "from " + limit + " to " + valueText(*most);
    else if (isMoreThanLeast)
        must += "more than " + limit;
    else
        must += least && isNothing(*least) ? limit + " or more" : "at least " + limit;
    return std::holds_alternative<int>(value) ? must + ", not " + valueText(value) : must;
}

std::optional<OptionValue> ControllerOption::parse(std::string_view typed) const
{
    return std::visit([typed](auto member) { return valueIn<TypeOf<decltype(member)>>(typed); },
                      field);
}

std::string valueText(const OptionValue &value)
{
    if (const auto *number = std::get_if<int>(&value))
        return std::to_string(*number);
    if (const auto *number = std::get_if<double>(&value)) {
        std::array<char, 32> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), *number).ptr;
        return {text.data(), end};
    }
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    return formatDuration(std::get<Duration>(value));
}

} // namespace qontroller
