// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QTemporaryDir>

#include <csignal>

namespace qontroller {

/// One run of the real qontrollerd with a folder of its own.
class ServerProcess
{
public:
    ServerProcess();
    ~ServerProcess();

    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }
    /// Writes a file into the folder and gives its path.
    QString write(const QString &name, const QByteArray &text);
    /// Writes a session with one controller and gives its path.
    QString session(const QJsonObject &controller);
    /// A session with the plugin of tests/app/fixtures.
    QString behaviour(const QJsonObject &parameters, const QJsonObject &options = {});

    void setEnvironment(const QString &name, const QString &value);
    /// Starts it and returns when it runs. Metrics and control are off and fixtures are found and
    /// trusted unless \a arguments say otherwise.
    void start(const QStringList &arguments);
    /// All to come serve metrics at the port of the default.
    void useDefaultMetrics() { m_metricsOff = false; }
    /// All to come listen at the socket of the default.
    void useDefaultControl() { m_controlOff = false; }
    /// All to come are started by \a program, which becomes the server.
    void startBy(const QStringList &program) { m_starter = program; }
    /// The same with \a redirections of a shell, such as `1>&-`, for all to come.
    void redirect(const QByteArray &redirections) { m_redirections = redirections; }
    /// Waits for its end; gives the exit status, or -1 after a crash or too long a time.
    int wait();
    int run(const QStringList &arguments)
    {
        start(arguments);
        return wait();
    }
    /// Runs \a session until nothing is left to do, with a summary as JSON.
    int runUntilIdle(const QString &session) { return run({session, "--until-idle", "--json"}); }
    void signal(int number);
    /// Asks it to end, and waits for that.
    int end()
    {
        signal(SIGTERM);
        return wait();
    }
    [[nodiscard]] pid_t pid() const { return static_cast<pid_t>(m_process.processId()); }
    /// Waits until standard output or the log shows \a text (so many times).
    bool waitForOutput(const QByteArray &text);
    bool waitForLog(const QByteArray &text, int times = 1);

    /// Where a server serves metrics that was started with `--metrics 127.0.0.1:0`, once it does;
    /// 0: it does not.
    [[nodiscard]] quint16 metricsPort();
    /// The page that is there; empty if it cannot be had.
    [[nodiscard]] QByteArray metrics();

    [[nodiscard]] QByteArray output() const { return m_output; }
    [[nodiscard]] QByteArray log() const { return m_log; }
    [[nodiscard]] QList<QByteArray> outputLines() const;
    /// The controller \a position of the summary.
    [[nodiscard]] QJsonObject summary(int position = 0) const;

private:
    bool waitUntil(const std::function<bool()> &condition);
    void take();

    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_redirections;
    QStringList m_starter;
    bool m_metricsOff = true;
    bool m_controlOff = true;
    QByteArray m_output;
    QByteArray m_log;
    qsizetype m_begin = 0; ///< in m_log, of what runs
};

} // namespace qontroller
