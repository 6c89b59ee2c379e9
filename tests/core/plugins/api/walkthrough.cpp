// SPDX-License-Identifier: LGPL-3.0-or-later
#include "walkthrough.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QString>

namespace qontroller::test {

namespace {

Step::Kind kindOf(const QString &name, const QString &language)
{
    if (!name.isEmpty())
        return Step::Kind::Write;
    if (language == "sh")
        return Step::Kind::Type;
    return language == "text" ? Step::Kind::Compare : Step::Kind::Nothing;
}

} // namespace

QList<Step> stepsOf(const QByteArray &readme)
{
    static const QRegularExpression pattern(R"((?:^`([^`\n]+)`:\n\n)?^```(\w*)\n(.*?)^```$)",
                                            QRegularExpression::MultilineOption
                                                | QRegularExpression::DotMatchesEverythingOption);
    QList<Step> steps;
    auto blocks = pattern.globalMatch(QString::fromUtf8(readme));
    while (blocks.hasNext()) {
        const auto block = blocks.next();
        steps.append({kindOf(block.captured(1), block.captured(2)), block.captured(1).toUtf8(),
                      block.captured(3).toUtf8()});
    }
    return steps;
}

bool matches(const QByteArray &expected, const QByteArray &output)
{
    QString pattern = QRegularExpression::escape(QString::fromUtf8(expected));
    pattern.replace(QRegularExpression::escape("…"), ".*");
    const QRegularExpression whole(QRegularExpression::anchoredPattern(pattern));
    return whole.match(QString::fromUtf8(output)).hasMatch();
}

} // namespace qontroller::test
