// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/filter/filter.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QStringList>

#include <functional>

/// The conditions a filter is made of.
namespace qontroller::ui {

using TextOf = QString (*)(const FilterSubject &);
using NumberOf = std::optional<double> (*)(const FilterSubject &);

/// One of some words stands in a text, whatever the case.
class WordsCondition final : public FilterCondition
{
public:
    WordsCondition(TextOf text, QStringList words)
        : m_text(text)
        , m_words(std::move(words))
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    TextOf m_text;
    QStringList m_words;
};

class ExpressionCondition final : public FilterCondition
{
public:
    ExpressionCondition(TextOf text, QRegularExpression expression);
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    TextOf m_text;
    QRegularExpression m_expression;
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
    enum class Comparison {
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

} // namespace qontroller::ui
