// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/filterparser.h"

#include "core/base/text/duration.h"
#include "core/base/text/text.h"
#include "core/engine/filter/filterfields.h"
#include "core/engine/filter/filterscanner.h"
#include "core/engine/observe/items/itemmark.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace qontroller {

/// Understands tokens, one function for each kind of field.
class FilterParser
{
public:
    static tl::expected<Filter, FilterError> run(std::string_view text)
    {
        const FilterTokens scanned = scanFilter(text);
        FilterParser parser;
        for (const FilterToken &token : scanned.tokens) {
            parser.add(token);
            if (parser.m_error)
                return tl::unexpected(*std::move(parser.m_error));
        }
        if (scanned.error)
            return tl::unexpected(*scanned.error);
        return std::move(parser.m_filter);
    }

private:
    using ConditionPtr = std::shared_ptr<const FilterCondition>;

    void add(const FilterToken &token)
    {
        ConditionPtr condition = conditionOf(token);
        if (!condition)
            return;
        if (token.negated)
            condition = std::make_shared<NotCondition>(condition);
        if (token.field == "host")
            m_filter.m_hosts.push_back(condition);
        m_filter.m_terms.push_back({std::move(condition), filterFieldBit(token.field)});
    }

    ConditionPtr conditionOf(const FilterToken &token)
    {
        if (token.field.empty())
            return condition(anyTextField(), token);
        if (const FilterField *field = findFilterField(token.field))
            return std::visit([&](const auto &kind) { return condition(kind, token); },
                              field->kind);
        std::vector<std::string> names;
        for (const FilterField &field : filterFields())
            names.emplace_back(field.name);
        return fail({FilterError::Kind::UnknownField, token.position, token.length, token.field,
                     std::move(names)});
    }

    ConditionPtr condition(const TextField &field, const FilterToken &token)
    {
        if (std::ranges::any_of(token.values, &std::string::empty)) // it would take all
            return fail(
                {FilterError::Kind::MissingText, token.position, token.length, token.field});
        std::vector<Pattern> patterns;
        if (token.kind == FilterToken::Kind::Expression) {
            auto pattern = Pattern::compile(token.values.front());
            if (!pattern)
                return fail({FilterError::Kind::WrongExpression,
                             token.valuePosition + 1 + pattern.error().position, 1,
                             pattern.error().text});
            patterns.push_back(*std::move(pattern));
            return std::make_shared<TextCondition>(field.texts, std::move(patterns));
        }
        for (const std::string &value : token.values)
            patterns.push_back(Pattern::ofWords(value));
        return std::make_shared<TextCondition>(field.texts, std::move(patterns));
    }

    ConditionPtr condition(const WordField &field, const FilterToken &token)
    {
        unsigned wanted = 0;
        const std::vector<std::string> words = wordsOf(field);
        for (const std::string &value : token.values) {
            const auto found = std::ranges::find(words, keyOf(value));
            if (found == words.end() || token.kind == FilterToken::Kind::Expression)
                return failValue(FilterError::Kind::UnknownWord, token, value, words);
            wanted |= 1U << unsigned(found - words.begin());
        }
        if (token.field == "state")
            m_filter.m_states &= token.negated ? ~wanted : wanted;
        return std::make_shared<BitsCondition>(field.bits, wanted);
    }

    ConditionPtr condition(const NumberField &field, const FilterToken &token)
    {
        return comparison(field.number, parseNumber, token, FilterError::Kind::MissingNumber);
    }

    ConditionPtr condition(const TimeField &field, const FilterToken &token)
    {
        m_filter.m_dependsOnTime = true;
        return comparison(field.seconds, parseSeconds, token, FilterError::Kind::MissingDuration);
    }

    ConditionPtr comparison(NumberOf number, std::optional<double> (*parse)(std::string_view),
                            const FilterToken &token, FilterError::Kind missing)
    {
        std::string_view value = token.values.front();
        const NumberCondition::Comparison comparison = takeComparison(value);
        const std::optional<double> bound = parse(value);
        if (!bound || token.values.size() != 1)
            return failValue(missing, token, token.field);
        return std::make_shared<NumberCondition>(number, comparison, *bound);
    }

    static NumberCondition::Comparison takeComparison(std::string_view &value)
    {
        using Sign = std::pair<std::string_view, NumberCondition::Comparison>;
        static constexpr std::array<Sign, 5> Signs{{
            {">=", NumberCondition::Comparison::GreaterOrEqual},
            {"<=", NumberCondition::Comparison::LessOrEqual},
            {">", NumberCondition::Comparison::Greater},
            {"<", NumberCondition::Comparison::Less},
            {"=", NumberCondition::Comparison::Equal},
        }};
        for (const auto &[text, comparison] : Signs) {
            if (value.starts_with(text)) {
                value.remove_prefix(text.size());
                return comparison;
            }
        }
        return NumberCondition::Comparison::Equal;
    }

    static std::optional<double> parseSeconds(std::string_view value)
    {
        const auto duration = parseDuration(value);
        if (!duration)
            return {};
        return std::chrono::duration<double>(*duration).count();
    }

    static std::optional<double> parseNumber(std::string_view value)
    {
        double number = 0;
        const char *end = value.data() + value.size();
        const auto [last, error] = std::from_chars(value.data(), end, number);
        return error == std::errc() && last == end ? std::optional(number) : std::nullopt;
    }

    ConditionPtr failValue(FilterError::Kind kind, const FilterToken &token,
                           const std::string &text, std::vector<std::string> known = {})
    {
        return fail({kind, token.valuePosition, token.position + token.length - token.valuePosition,
                     text, std::move(known)});
    }

    ConditionPtr fail(FilterError error)
    {
        m_error = std::move(error);
        m_error->length = std::max<std::size_t>(1, m_error->length);
        return {};
    }

    Filter m_filter;
    std::optional<FilterError> m_error;
};

tl::expected<Filter, FilterError> parseFilter(std::string_view text)
{
    return FilterParser::run(text);
}

tl::expected<Filter, std::string> readFilter(const std::string &text)
{
    constexpr std::size_t LongestShown = 200;
    if (text.size() > LongestText)
        return tl::unexpected("a filter has " + std::to_string(LongestText) + " bytes at the most");
    auto filter = parseFilter(text);
    if (!filter)
        return tl::unexpected("\"" + cutText(text, LongestShown) + "\" is no filter: at character "
                              + std::to_string(filter.error().position + 1) + ": "
                              + inWords(filter.error()));
    if (filter->isEmpty() && !text.empty()) // a variable in it may have been unset
        return tl::unexpected("\"" + cutText(text, LongestShown)
                              + "\" is no filter: it has no term");
    return *std::move(filter);
}

} // namespace qontroller
