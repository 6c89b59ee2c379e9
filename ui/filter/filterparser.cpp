// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filter/filterparser.h"

#include "ui/filter/filterscanner.h"
#include "ui/filter/filterterms.h"
#include "ui/words/marks.h"
#include "ui/words/names.h"

#include "core/base/duration.h"

#include <QtCore/QCoreApplication>

#include <array>

namespace qontroller::ui {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

/// What its row says, and the error behind it.
QString errorText(const ItemRow &row)
{
    return row.error.empty() ? text(row.text)
                             : text(row.text) + QLatin1Char('\n') + text(row.error);
}

double secondsSince(TimePoint then, TimePoint now)
{
    return std::chrono::duration<double>(now - then).count();
}

std::optional<double> secondsInState(const FilterSubject &s)
{
    if (s.row.since == TimePoint{})
        return {};
    return secondsSince(s.row.since, s.now);
}

std::optional<double> secondsWaiting(const FilterSubject &s)
{
    if (s.row.state != ItemState::Waiting)
        return {};
    return secondsInState(s);
}

std::optional<double> secondsToNext(const FilterSubject &s)
{
    if (s.row.nextRun == TimePoint{})
        return {};
    return -secondsSince(s.row.nextRun, s.now);
}

std::optional<double> workerOf(const FilterSubject &s)
{
    if (s.row.worker < 0)
        return {};
    return s.row.worker;
}

struct TextField
{
    const char *name;
    TextOf text;
};

constexpr std::array<TextField, 4> TextFields{{
    {"id", [](const FilterSubject &s) { return text(s.row.id); }},
    {"error", [](const FilterSubject &s) { return errorText(s.row); }},
    {"controller", [](const FilterSubject &s) { return s.controller; }},
    {"",
     [](const FilterSubject &s) {
         return QString(text(s.row.id) + QLatin1Char('\n') + errorText(s.row));
     }},
}};

struct NumberField
{
    const char *name;
    enum class Unit {
        Count,
        Time
    } unit;
    NumberOf number;
};

constexpr std::array<NumberField, 7> NumberFields{{
    {"tries", NumberField::Unit::Count,
     [](const FilterSubject &s) { return std::optional<double>(s.row.errors); }},
    {"coalesced", NumberField::Unit::Count,
     [](const FilterSubject &s) { return std::optional<double>(s.row.coalesced); }},
    {"behind", NumberField::Unit::Count,
     [](const FilterSubject &s) { return std::optional<double>(behind(s.row)); }},
    {"worker", NumberField::Unit::Count, workerOf},
    {"age", NumberField::Unit::Time, secondsInState},
    {"wait", NumberField::Unit::Time, secondsWaiting},
    {"next", NumberField::Unit::Time, secondsToNext},
}};

struct BitsField
{
    const char *name;
    int count;
    QString (*key)(int);
    BitsTerm::BitsOf bits;
};

constexpr std::array<BitsField, 4> BitsFields{{
    {"is", MarkCount, [](int i) { return keyOf(markAt(i)); },
     [](const FilterSubject &s) { return marksOf(s.row); }},
    {"state", ItemStateCount, [](int i) { return keyOf(stateAt(i)); },
     [](const FilterSubject &s) { return 1U << static_cast<unsigned>(s.row.state); }},
    {"queue", BandCount, [](int i) { return keyOf(static_cast<Band>(i)); },
     [](const FilterSubject &s) { return 1U << static_cast<unsigned>(s.row.band); }},
    {"cause", CauseCount, [](int i) { return keyOf(static_cast<Cause>(i)); },
     [](const FilterSubject &s) { return unsigned(s.row.causes); }},
}};

template<class Fields>
auto findField(const Fields &fields, const QString &name) -> decltype(&fields[0])
{
    for (const auto &field : fields) {
        if (name.compare(QLatin1String(field.name), Qt::CaseInsensitive) == 0)
            return &field;
    }
    return nullptr;
}

QStringList keysOf(const BitsField &field)
{
    QStringList keys;
    for (int i = 0; i < field.count; ++i)
        keys += field.key(i);
    return keys;
}

} // namespace

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
    using TermPtr = std::shared_ptr<const FilterTerm>;

    void add(const FilterToken &token)
    {
        TermPtr term;
        if (const auto *bits = findField(BitsFields, token.field))
            term = bitsTerm(*bits, token);
        else if (const auto *number = findField(NumberFields, token.field))
            term = numberTerm(*number, token);
        else if (const auto *field = findField(TextFields, token.field))
            term = textTerm(*field, token);
        else
            fail(token.position, token.length,
                 tr("there is no field \"%1\"; there are id, error, controller, state, is, "
                    "queue, cause, tries, coalesced, behind, worker, age, wait and next")
                     .arg(token.field));
        if (!term)
            return;
        if (token.negated)
            term = std::make_shared<NotTerm>(term);
        m_result.filter.m_terms.push_back(std::move(term));
    }

    TermPtr textTerm(const TextField &field, const FilterToken &token)
    {
        if (token.kind == FilterToken::Kind::Expression)
            return expressionTerm(field, token);
        if (token.values.contains(QString()))
            return fail(token.position, token.length,
                        tr("a text is missing after %1:").arg(token.field));
        return std::make_shared<WordsTerm>(field.text, token.values);
    }

    TermPtr expressionTerm(const TextField &field, const FilterToken &token)
    {
        const QRegularExpression expression(token.values.first());
        if (!expression.isValid())
            return fail(token.valuePosition + 1 + int(expression.patternErrorOffset()), 1,
                        tr("the expression is wrong here: %1").arg(expression.errorString()));
        return std::make_shared<ExpressionTerm>(field.text, expression);
    }

    TermPtr bitsTerm(const BitsField &field, const FilterToken &token)
    {
        unsigned wanted = 0;
        const QStringList keys = keysOf(field);
        for (const QString &value : token.values) {
            const auto index = keys.indexOf(
                value.toLower().replace(QLatin1Char(' '), QLatin1Char('-')));
            if (index < 0 || token.kind == FilterToken::Kind::Expression)
                return fail(token.valuePosition,
                            token.position + token.length - token.valuePosition,
                            tr("\"%1\" is none of %2").arg(value, keys.join(QStringLiteral(", "))));
            wanted |= 1U << unsigned(index);
        }
        return std::make_shared<BitsTerm>(field.bits, wanted);
    }

    TermPtr numberTerm(const NumberField &field, const FilterToken &token)
    {
        QString value = token.values.value(0);
        const NumberTerm::Comparison comparison = takeComparison(value);
        const std::optional<double> bound = field.unit == NumberField::Unit::Time
                                                ? parseSeconds(value)
                                                : parseCount(value);
        if (!bound || token.values.size() != 1)
            return fail(token.valuePosition, token.position + token.length - token.valuePosition,
                        field.unit == NumberField::Unit::Time
                            ? tr("write %1 with a duration, as in %1:>5m").arg(token.field)
                            : tr("write %1 with a number, as in %1:>=3").arg(token.field));
        m_result.filter.m_dependsOnTime |= field.unit == NumberField::Unit::Time;
        return std::make_shared<NumberTerm>(field.number, comparison, *bound);
    }

    static NumberTerm::Comparison takeComparison(QString &value)
    {
        struct Sign
        {
            const char *text;
            NumberTerm::Comparison comparison;
        };
        static constexpr std::array<Sign, 5> Signs{{
            {">=", NumberTerm::Comparison::GreaterOrEqual},
            {"<=", NumberTerm::Comparison::LessOrEqual},
            {">", NumberTerm::Comparison::Greater},
            {"<", NumberTerm::Comparison::Less},
            {"=", NumberTerm::Comparison::Equal},
        }};
        for (const Sign &sign : Signs) {
            if (value.startsWith(QLatin1String(sign.text))) {
                value.remove(0, qsizetype(qstrlen(sign.text)));
                return sign.comparison;
            }
        }
        return NumberTerm::Comparison::Equal;
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

    TermPtr fail(int position, int length, const QString &sentence)
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
