// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filter/filterparser.h"

#include "ui/filter/filterfields.h"
#include "ui/filter/filterscanner.h"

#include "core/base/duration.h"

#include <QtCore/QCoreApplication>

#include <array>

namespace qontroller::ui {

/// Understands tokens, one function for each kind of field.
class FilterParser
{
    Q_DECLARE_TR_FUNCTIONS(Filter)

public:
    static Filter::Parsed run(const QString &filterText)
    {
        FilterTokens scanned = scanFilter(filterText);
        FilterParser parser;
        for (const FilterToken &token : scanned.tokens) {
            parser.add(token);
            if (parser.m_result.error)
                return std::move(parser.m_result);
        }
        parser.m_result.error = scanned.error;
        return std::move(parser.m_result);
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
        m_result.filter.m_conditions.push_back(std::move(condition));
    }

    ConditionPtr conditionOf(const FilterToken &token)
    {
        if (token.field.isEmpty())
            return condition(anyTextField(), token);
        if (const FilterField *field = findFilterField(token.field))
            return std::visit([&](const auto &kind) { return condition(kind, token); },
                              field->kind);
        return fail(token.position, token.length,
                    tr("there is no field \"%1\"; the fields are %2")
                        .arg(token.field, allNames().join(QStringLiteral(", "))));
    }

    static QStringList allNames()
    {
        QStringList names;
        for (const FilterField &field : filterFields())
            names += QLatin1String(field.name);
        return names;
    }

    ConditionPtr condition(const TextField &field, const FilterToken &token)
    {
        if (token.kind == FilterToken::Kind::Expression)
            return expressionCondition(field, token);
        if (token.values.contains(QString()))
            return fail(token.position, token.length,
                        tr("a text is missing after %1:").arg(token.field));
        return std::make_shared<WordsCondition>(field.text, token.values);
    }

    ConditionPtr expressionCondition(const TextField &field, const FilterToken &token)
    {
        const QRegularExpression expression(token.values.first());
        if (!expression.isValid())
            return fail(token.valuePosition + 1 + int(expression.patternErrorOffset()), 1,
                        tr("the expression is wrong here: %1").arg(expression.errorString()));
        return std::make_shared<ExpressionCondition>(field.text, expression);
    }

    ConditionPtr condition(const WordField &field, const FilterToken &token)
    {
        unsigned wanted = 0;
        const QStringList words = wordsOf(field);
        for (const QString &value : token.values) {
            const auto index = words.indexOf(
                value.toLower().replace(QLatin1Char(' '), QLatin1Char('-')));
            if (index < 0 || token.kind == FilterToken::Kind::Expression)
                return failValue(token, tr("\"%1\" is none of %2")
                                            .arg(value, words.join(QStringLiteral(", "))));
            wanted |= 1U << unsigned(index);
        }
        return std::make_shared<BitsCondition>(field.bits, wanted);
    }

    ConditionPtr condition(const NumberField &field, const FilterToken &token)
    {
        return comparison(field.number, parseCount, token,
                          tr("write %1 with a number, as in %1:>=3").arg(token.field));
    }

    ConditionPtr condition(const TimeField &field, const FilterToken &token)
    {
        m_result.filter.m_dependsOnTime = true;
        return comparison(field.seconds, parseSeconds, token,
                          tr("write %1 with a duration, as in %1:>5m").arg(token.field));
    }

    ConditionPtr comparison(NumberOf number, std::optional<double> (*parse)(const QString &),
                            const FilterToken &token, const QString &advice)
    {
        QString value = token.values.value(0);
        const NumberCondition::Comparison comparison = takeComparison(value);
        const std::optional<double> bound = parse(value);
        if (!bound || token.values.size() != 1)
            return failValue(token, advice);
        return std::make_shared<NumberCondition>(number, comparison, *bound);
    }

    static NumberCondition::Comparison takeComparison(QString &value)
    {
        struct Sign
        {
            const char *text;
            NumberCondition::Comparison comparison;
        };
        static constexpr std::array<Sign, 5> Signs{{
            {">=", NumberCondition::Comparison::GreaterOrEqual},
            {"<=", NumberCondition::Comparison::LessOrEqual},
            {">", NumberCondition::Comparison::Greater},
            {"<", NumberCondition::Comparison::Less},
            {"=", NumberCondition::Comparison::Equal},
        }};
        for (const Sign &sign : Signs) {
            if (value.startsWith(QLatin1String(sign.text))) {
                value.remove(0, qsizetype(qstrlen(sign.text)));
                return sign.comparison;
            }
        }
        return NumberCondition::Comparison::Equal;
    }

    static std::optional<double> parseSeconds(const QString &value)
    {
        const auto duration = parseDuration(value.toStdString());
        if (!duration)
            return {};
        return std::chrono::duration<double>(*duration).count();
    }

    static std::optional<double> parseCount(const QString &value)
    {
        bool ok = false;
        const double number = value.toDouble(&ok);
        return ok ? std::optional(number) : std::nullopt;
    }

    ConditionPtr failValue(const FilterToken &token, const QString &sentence)
    {
        return fail(token.valuePosition, token.position + token.length - token.valuePosition,
                    sentence);
    }

    ConditionPtr fail(int position, int length, const QString &sentence)
    {
        m_result.error = FilterError{position, std::max(1, length), sentence};
        return {};
    }

    Filter::Parsed m_result;
};

Filter::Parsed parseFilter(const QString &text)
{
    return FilterParser::run(text);
}

} // namespace qontroller::ui
