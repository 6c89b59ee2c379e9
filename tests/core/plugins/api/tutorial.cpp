// SPDX-License-Identifier: LGPL-3.0-or-later
#include "tutorial.h"

#include "files.h"

#include <QtCore/QDirIterator>
#include <QtCore/QSet>

#include <algorithm>

namespace qontroller::test {

QByteArray asThisBuild(QByteArray commands)
{
    return commands.replace("CMAKE_BUILD_TYPE=Release", "CMAKE_BUILD_TYPE=" CMAKE_BUILD_TYPE);
}

QByteArray follow(Newcomer &newcomer, const QList<Step> &steps)
{
    QByteArray printed;
    for (const Step &step : steps) {
        if (step.kind == Step::Kind::Nothing)
            return "no step says what to do with\n" + step.text;
        if (step.kind == Step::Kind::Compare && !matches(step.text, printed))
            return "instead of\n" + step.text + "it is\n" + printed;
        if (step.kind == Step::Kind::Write && !newcomer.write(step.name, step.text))
            return step.name + " cannot be written: " + newcomer.complaint();
        if (step.kind != Step::Kind::Type)
            continue;
        const auto output = newcomer.type(asThisBuild(step.text));
        if (!output)
            return step.text + "fails: " + newcomer.complaint();
        printed = *output;
    }
    return {};
}

QList<Step> stepsBefore(QList<Step> steps, const QByteArray &text)
{
    const auto isText = [&](const Step &step) { return step.text == text; };
    steps.erase(std::find_if(steps.begin(), steps.end(), isText), steps.end());
    return steps;
}

QByteArray differenceOf(const QList<Step> &steps, const QString &folder)
{
    QSet<QString> expected{"README.md"};
    for (const Step &step : steps) {
        if (step.kind != Step::Kind::Write)
            continue;
        expected.insert(QString::fromUtf8(step.name));
        if (step.text != withoutLicenseLine(contentsOf(folder + '/' + step.name)))
            return step.name + " is not what the tutorial writes";
    }
    for (QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
        const QString name = QDir(folder).relativeFilePath(files.next());
        if (!expected.contains(name))
            return name.toUtf8() + " is not in the tutorial";
    }
    return {};
}

} // namespace qontroller::test
