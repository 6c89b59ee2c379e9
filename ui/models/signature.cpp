// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/signature.h"

#include "ui/words/format.h"

#include <QtCore/QRegularExpression>

namespace qontroller::ui {

namespace {

constexpr char32_t NumberMark = U'#'; // of errorSignature()

/// What finds \a character. One that is not seen stands in the filter by its number.
QString patternOf(char32_t character)
{
    const QString text = QString::fromUcs4(&character, 1);
    if (toLine(text.toStdString()) != text)
        return QStringLiteral("\\x{%1}").arg(uint(character), 0, 16);
    return QRegularExpression::escape(text); // a slash, too, which ends an expression in the filter
}

} // namespace

QString signaturePattern(std::string_view signature)
{
    QString pattern;
    for (const char32_t c :
         QString::fromUtf8(signature.data(), qsizetype(signature.size())).toUcs4()) {
        if (c == U'…')
            pattern += QLatin1String(".*");
        else if (c == NumberMark)
            pattern += QLatin1String("[-.:\\w]+");
        else if (QChar::isSpace(c))
            pattern += QLatin1String("\\s");
        else
            pattern += patternOf(c);
    }
    return pattern;
}

} // namespace qontroller::ui
