// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/filter/filter.h"
#include "core/engine/filter/pattern.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

/// The conditions a filter is made of.
namespace qontroller {

/// The texts that a field looks into: those of one item.
struct Texts
{
    std::array<std::string_view, 3> texts{};
    std::size_t count = 0;

    [[nodiscard]] std::span<const std::string_view> all() const
    {
        return std::span(texts).first(count);
    }
};

using TextsOf = Texts (*)(const FilterSubject &);
using NumberOf = std::optional<double> (*)(const FilterSubject &);

/// One of some patterns is in one of the texts.
class TextCondition final : public FilterCondition
{
public:
    TextCondition(TextsOf texts, std::vector<Pattern> patterns)
        : m_texts(texts)
        , m_patterns(std::move(patterns))
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    TextsOf m_texts;
    std::vector<Pattern> m_patterns;
};

/// A set of bits of the item and a set of wanted ones have something in common.
class BitsCondition final : public FilterCondition
{
public:
    using BitsOf = unsigned (*)(const FilterSubject &);
    BitsCondition(BitsOf bits, unsigned wanted)
        : m_bits(bits)
        , m_wanted(wanted)
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    BitsOf m_bits;
    unsigned m_wanted;
};

/// A number of the item compares with a given one; items without it never match.
class NumberCondition final : public FilterCondition
{
public:
    enum class Comparison : unsigned char {
        Equal,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual
    };
    NumberCondition(NumberOf number, Comparison comparison, double bound)
        : m_number(number)
        , m_comparison(comparison)
        , m_bound(bound)
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    NumberOf m_number;
    Comparison m_comparison;
    double m_bound;
};

class NotCondition final : public FilterCondition
{
public:
    explicit NotCondition(std::shared_ptr<const FilterCondition> condition)
        : m_condition(std::move(condition))
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override
    {
        return !m_condition->matches(subject);
    }

private:
    std::shared_ptr<const FilterCondition> m_condition;
};

} // namespace qontroller
