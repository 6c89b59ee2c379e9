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
class WordsTerm final : public FilterTerm
{
public:
    WordsTerm(TextOf text, QStringList words)
        : m_text(text)
        , m_words(std::move(words))
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    TextOf m_text;
    QStringList m_words;
};

class ExpressionTerm final : public FilterTerm
{
public:
    ExpressionTerm(TextOf text, QRegularExpression expression);
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    TextOf m_text;
    QRegularExpression m_expression;
};

/// A set of bits of the item and a set of wanted ones have something in common.
class BitsTerm final : public FilterTerm
{
public:
    using BitsOf = unsigned (*)(const FilterSubject &);
    BitsTerm(BitsOf bits, unsigned wanted)
        : m_bits(bits)
        , m_wanted(wanted)
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override;

private:
    BitsOf m_bits;
    unsigned m_wanted;
};

/// A number of the item compares with a given one; items without it never match.
class NumberTerm final : public FilterTerm
{
public:
    enum class Comparison {
        Equal,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual
    };
    NumberTerm(NumberOf number, Comparison comparison, double bound)
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

class NotTerm final : public FilterTerm
{
public:
    explicit NotTerm(std::shared_ptr<const FilterTerm> term)
        : m_term(std::move(term))
    {}
    [[nodiscard]] bool matches(const FilterSubject &subject) const override
    {
        return !m_term->matches(subject);
    }

private:
    std::shared_ptr<const FilterTerm> m_term;
};

} // namespace qontroller::ui
