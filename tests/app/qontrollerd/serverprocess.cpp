// SPDX-License-Identifier: LGPL-3.0-or-later
#include "serverprocess.h"

#include "badplugins.h"
#include "httpget.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/wait.h>

namespace qontroller {

namespace {

constexpr int TooLong = 240'000; // many times a drain, and less than ctest waits

/// What runs on this machine and waits for what: whoever reads that a server did not end wants it.
QByteArray whatRuns()
{
    QProcess ps;
    ps.start("ps", {"-eo", "pid,ppid,etimes,time,stat,wchan:20,args", "--forest"});
    ps.waitForFinished();
    return ps.readAll();
}

} // namespace

ServerProcess::ServerProcess()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QONTROLLER_PLUGIN_PATH", FIXTURES);
    environment.insert("TMPDIR", m_folder.path());
    environment.insert("XDG_CONFIG_HOME", m_folder.path());
    environment.insert("ASAN_OPTIONS", "handle_segv=0"); // a fault is the server's own to meet
    m_process.setProcessEnvironment(environment);
}

ServerProcess::~ServerProcess()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished();
    }
    take();
    if (QTest::currentTestFailed())
        qWarning("the last server said:\n%s%s", m_log.constData(), m_output.constData());
}

QString ServerProcess::write(const QString &name, const QByteArray &text)
{
    QFile output(file(name));
    if (!output.open(QIODevice::WriteOnly) || output.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(output.fileName()));
    return output.fileName();
}

QString ServerProcess::session(const QJsonObject &controller)
{
    const QJsonObject json{{"version", 1}, {"controllers", QJsonArray{controller}}};
    return write("session.json", QJsonDocument(json).toJson());
}

QString ServerProcess::behaviour(const QJsonObject &parameters, const QJsonObject &options)
{
    return session({{"name", "test"},
                    {"plugin", "behaviour"},
                    {"parameters", parameters},
                    {"options", options}});
}

void ServerProcess::setEnvironment(const QString &name, const QString &value)
{
    QProcessEnvironment environment = m_process.processEnvironment();
    environment.insert(name, value);
    m_process.setProcessEnvironment(environment);
}

void ServerProcess::start(const QStringList &arguments)
{
    QStringList all = arguments;
    if (m_controlOff && arguments.filter("--control").isEmpty())
        all << "--control"
            << "off";
    if (m_metricsOff && arguments.filter("--metrics").isEmpty())
        all << "--metrics"
            << "off";
    m_begin = m_log.size();
    const QString fixture = QStringLiteral(FIXTURES "/behaviour.so");
    if (QFile::exists(fixture))
        all << "--trust" << test::sha256Of(fixture);
    QStringList command = m_starter;
    if (!m_redirections.isEmpty())
        command << "/bin/sh"
                << "-c"
                << "exec \"$0\" \"$@\" " + m_redirections;
    command << QONTROLLERD << all;
    m_process.start(command.takeFirst(), command);
    m_process.waitForStarted();
}

int ServerProcess::wait()
{
    const bool ended = waitUntil([this] { return m_process.state() == QProcess::NotRunning; });
    take();
    if (!ended)
        qWarning("the server does not end:\n%s", whatRuns().constData());
    return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

void ServerProcess::signal(int number)
{
    if (pid() <= 0) // 0 would be this test and all that runs beside it
        return qWarning("the server has ended: it gets no signal %d", number);
    ::kill(pid(), number);
    siginfo_t stopped{};
    if (number == SIGSTOP) // until then it could answer once more
        ::waitid(P_PID, static_cast<id_t>(pid()), &stopped, WSTOPPED | WEXITED | WNOWAIT);
}

bool ServerProcess::waitForOutput(const QByteArray &text)
{
    return waitUntil([&] { return m_output.contains(text); });
}

bool ServerProcess::waitForLog(const QByteArray &text, int times)
{
    return waitUntil([&] { return m_log.count(text) >= times; });
}

quint16 ServerProcess::metricsPort()
{
    const QByteArray served = "metrics are served at ";
    if (!waitUntil([&] { return m_log.indexOf(served, m_begin) >= 0; }))
        return 0;
    const qsizetype begin = m_log.indexOf(served, m_begin) + served.size();
    const qsizetype end = m_log.indexOf("/metrics", begin);
    return static_cast<quint16>(QUrl(QString::fromUtf8(m_log.mid(begin, end - begin))).port(0));
}

QByteArray ServerProcess::metrics()
{
    return test::httpGet(QUrl(QStringLiteral("http://127.0.0.1:%1/metrics").arg(metricsPort())));
}

QList<QByteArray> ServerProcess::outputLines() const
{
    return m_output.trimmed().split('\n');
}

QJsonObject ServerProcess::summary(int position) const
{
    const QJsonObject last = QJsonDocument::fromJson(outputLines().last()).object();
    return last.value("event") == "summary"
               ? last.value("controllers").toArray().at(position).toObject()
               : QJsonObject();
}

bool ServerProcess::waitUntil(const std::function<bool()> &condition)
{
    QElapsedTimer timer;
    timer.start();
    for (take(); !condition(); take()) {
        if (timer.elapsed() > TooLong || m_process.state() == QProcess::NotRunning)
            return condition();
        // Reads both channels meanwhile; waitForReadyRead() would see only one.
        m_process.waitForFinished(20);
    }
    return true;
}

void ServerProcess::take()
{
    m_output += m_process.readAllStandardOutput();
    m_log += m_process.readAllStandardError();
}

} // namespace qontroller
