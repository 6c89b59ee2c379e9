// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filter/filtertext.h"

#include "core/engine/filter/filterfields.h"
#include "core/engine/filter/filterparser.h"
#include "core/engine/filter/filterscanner.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <algorithm>

namespace qontroller::ui {

namespace {

struct FilterText
{
    Q_DECLARE_TR_FUNCTIONS(Filter)
};

QString listed(const std::vector<std::string> &words)
{
    QStringList all;
    for (const std::string &word : words)
        all += QString::fromStdString(word);
    return all.join(QStringLiteral(", "));
}

QString sentenceOf(const FilterError &error)
{
    const QString text = QString::fromStdString(error.text);
    switch (error.kind) {
    case FilterError::Kind::UnknownField:
        return FilterText::tr("there is no field \"%1\"; the fields are %2")
            .arg(text, listed(error.known));
    case FilterError::Kind::UnknownWord:
        return FilterText::tr("\"%1\" is none of %2").arg(text, listed(error.known));
    case FilterError::Kind::MissingText:
        return text.isEmpty() ? FilterText::tr("a text is missing")
                              : FilterText::tr("a text is missing after %1:").arg(text);
    case FilterError::Kind::MissingNumber:
        return FilterText::tr("write %1 with a number, as in %1:>=3").arg(text);
    case FilterError::Kind::MissingDuration:
        return FilterText::tr("write %1 with a duration, as in %1:>5m").arg(text);
    case FilterError::Kind::OpenExpression:
        return FilterText::tr("the expression has no closing /");
    case FilterError::Kind::OpenQuotation: return FilterText::tr("the quotation has no closing \"");
    case FilterError::Kind::WrongExpression:
        return FilterText::tr("the expression is wrong here: %1").arg(text);
    }
    return {};
}

/// In characters as Qt counts them.
int lengthOf(const std::string &utf8)
{
    return int(QString::fromStdString(utf8).size());
}

} // namespace

tl::expected<Filter, FilterFault> readFilter(const QString &text)
{
    const std::string bytes = text.toStdString();
    auto filter = parseFilter(bytes);
    if (filter)
        return *std::move(filter);
    const FilterError &error = filter.error();
    return tl::unexpected(
        FilterFault{lengthOf(bytes.substr(0, error.position)),
                    std::max(1, lengthOf(bytes.substr(error.position, error.length))),
                    sentenceOf(error)});
}

QList<FilterPlace> termsBesides(const QString &text, FilterFields fields)
{
    const std::string bytes = text.toStdString();
    QList<FilterPlace> places;
    for (const FilterToken &token : scanFilter(bytes).tokens) {
        if ((filterFieldBit(token.field) & fields) == 0)
            places += {lengthOf(bytes.substr(0, token.position)),
                       lengthOf(bytes.substr(token.position, token.length))};
    }
    return places;
}

QString filterTerm(const QString &field, const QString &value)
{
    return QString::fromStdString(qontroller::filterTerm(field.toStdString(), value.toStdString()));
}

QString replaceFilterTerm(const QString &text, const QString &field, const QString &term)
{
    return QString::fromStdString(
        qontroller::replaceFilterTerm(text.toStdString(), field.toStdString(), term.toStdString()));
}

} // namespace qontroller::ui
