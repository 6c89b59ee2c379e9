// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace qontroller::test {

/// Lets a call of the fixture `behaviour` go that waits at this pipe.
class Gate
{
public:
    explicit Gate(const QString &file)
        : m_file(file.toLocal8Bit())
    {
        if (::mkfifo(m_file.constData(), 0600) != 0)
            qFatal("no pipe");
    }
    /// Waits until a call stands there, then lets it go.
    void openForCall() { ::close(open()); }
    /// Waits until a call stands there; it waits until what this gives is closed.
    [[nodiscard]] int open() const { return ::open(m_file.constData(), O_WRONLY | O_CLOEXEC); }

private:
    QByteArray m_file;
};

} // namespace qontroller::test
