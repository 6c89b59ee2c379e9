// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <string>
#include <vector>

namespace qontroller::test {

/// The words of \a arguments, as a shell would give them to a program.
inline std::vector<std::string> words(const QString &arguments)
{
    std::vector<std::string> result;
    for (const QString &word : arguments.split(' ', Qt::SkipEmptyParts))
        result.push_back(word.toStdString());
    return result;
}

/// The options that a text of --help names, with what stands for their values. A line of more than
/// 100 characters is in the list, too.
inline QStringList optionsIn(const std::string &help)
{
    QStringList options;
    for (const QString &line : QString::fromStdString(help).split('\n')) {
        if (line.size() > 100)
            options << line;
        else if (line.startsWith("  --"))
            options << line.mid(2, 29).trimmed();
    }
    return options;
}

} // namespace qontroller::test
