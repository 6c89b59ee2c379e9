// SPDX-License-Identifier: LGPL-3.0-or-later
#include "newcomer.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QProcessEnvironment>

#include <csignal>

#include <unistd.h>

namespace qontroller::test {

namespace {

constexpr int TooLong = 100'000;

QProcessEnvironment environmentBelow(const QString &home)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"XDG_CONFIG_HOME", "QONTROLLER_PLUGIN_PATH", "CMAKE_PREFIX_PATH",
                             "CMAKE_GENERATOR", "CXXFLAGS", "DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(name);
    if (const QString flags = QStringLiteral(CXX_FLAGS); !flags.isEmpty())
        environment.insert("CXXFLAGS", flags); // what a sanitizer's libraries need
    environment.insert("HOME", home);
    environment.insert("TMPDIR", home);
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    return environment;
}

} // namespace

Newcomer::Newcomer()
{
    QFile::link(PREFIX, file("qontroller"));
    m_shell.setProcessEnvironment(environmentBelow(m_home.path()));
    m_shell.setWorkingDirectory(m_home.path());
    m_shell.setChildProcessModifier([] { ::setsid(); });
    m_shell.start("bash", {"-euo", "pipefail"});
    m_shell.waitForStarted();
    m_group = static_cast<pid_t>(m_shell.processId());
}

Newcomer::~Newcomer()
{
    if (m_group > 0)
        ::kill(-m_group, SIGKILL); // also what a shell that has ended left running
    if (m_shell.state() != QProcess::NotRunning)
        m_shell.waitForFinished();
}

std::optional<QByteArray> Newcomer::type(const QByteArray &commands)
{
    static const QByteArray done = "-- the step is done --\n";
    m_shell.write(commands + "printf -- '" + done.chopped(1) + "\\n'\n");
    QByteArray output;
    QElapsedTimer timer;
    timer.start();
    while (!output.endsWith(done) && timer.elapsed() < TooLong
           && m_shell.state() == QProcess::Running) {
        m_shell.waitForReadyRead(1000);
        output += m_shell.readAllStandardOutput();
        m_complaint += m_shell.readAllStandardError();
    }
    output += m_shell.readAllStandardOutput();
    m_complaint += m_shell.readAllStandardError();
    if (output.endsWith(done))
        return output.chopped(done.size());
    m_complaint += output;
    return std::nullopt;
}

bool Newcomer::write(const QByteArray &name, const QByteArray &text)
{
    return type("cat > " + name + " <<'END OF FILE'\n" + text + "END OF FILE\n").has_value();
}

} // namespace qontroller::test
