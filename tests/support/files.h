// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QDir>
#include <QtCore/QFile>

namespace qontroller::test {

/// All of the file \a path; "(no file)" if it cannot be read.
inline QByteArray contentsOf(const QString &path)
{
    QFile input(path);
    return input.open(QIODevice::ReadOnly) ? input.readAll() : QByteArray("(no file)");
}

inline void writeContents(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// \a text as a document shows it: without the licence in its first line, if it has one.
inline QByteArray withoutLicenseLine(const QByteArray &text)
{
    return text.startsWith("//") || text.startsWith('#') ? text.mid(text.indexOf('\n') + 1) : text;
}

/// The names in \a folder, hidden ones too, in their order.
inline QStringList entriesOf(const QString &folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                                  QDir::Name);
}

} // namespace qontroller::test
