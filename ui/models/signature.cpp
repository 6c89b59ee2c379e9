// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/signature.h"

#include <QtCore/QRegularExpression>

namespace qontroller::ui {

namespace {

constexpr char NumberMark = '#'; // of errorSignature()

} // namespace

QString signaturePattern(std::string_view signature)
{
    QString pattern;
    for (const QChar c : QString::fromUtf8(signature.data(), qsizetype(signature.size()))) {
        if (c == QChar(0x2026))
            pattern += QLatin1String(".*");
        else if (c == QLatin1Char(NumberMark))
            pattern += QLatin1String("[-.:\\w]+");
        else if (c.isSpace())
            pattern += QLatin1String("\\s");
        else
            pattern += QRegularExpression::escape(QString(c))
                           .replace(QLatin1Char('/'), QLatin1String("\\/"));
    }
    return pattern;
}

} // namespace qontroller::ui
