// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>

#include <optional>

#include <sys/types.h>

namespace qontroller::test {

/// A newcomer with an empty home folder, Qontroller in ~/qontroller, and one shell that
/// goes on from step to step. The shell ends with the first command that fails, and
/// all that it started ends with it.
class Newcomer
{
public:
    Newcomer();
    ~Newcomer();

    /// A path below the home folder.
    [[nodiscard]] QString file(const QString &name) const { return m_home.filePath(name); }

    /// Types \a commands and gives what they print. Nothing if one failed or they took
    /// too long: complaint() says why.
    [[nodiscard]] std::optional<QByteArray> type(const QByteArray &commands);
    /// Writes a file where the shell is.
    [[nodiscard]] bool write(const QByteArray &name, const QByteArray &text);

    /// What the shell and its commands said of errors since the beginning.
    [[nodiscard]] QByteArray complaint() const { return m_complaint; }

private:
    QTemporaryDir m_home;
    QProcess m_shell;
    QByteArray m_complaint;
    pid_t m_group = 0; ///< of the shell and of all that it starts
};

} // namespace qontroller::test
