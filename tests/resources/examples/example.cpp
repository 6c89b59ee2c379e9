// SPDX-License-Identifier: LGPL-3.0-or-later
#include "example.h"

#include <QtCore/QFileInfo>
#include <QtCore/QRegularExpression>

namespace qontroller::test {

Example::Example(const QString &name)
    : m_folder(m_temporary.filePath("it's a copy"))
{
    test::must({}, "cp", {"-r", EXAMPLES "/" + name, m_folder});
}

void Example::replaceInSession(const QByteArray &before, const QByteArray &after) const
{
    QByteArray text = contentsOf(file("session.json"));
    if (!text.contains(before))
        qFatal("the session has no %s", before.constData());
    write("session.json", text.replace(before, after));
}

void Example::write(const QString &name, const QByteArray &text) const
{
    QDir().mkpath(QFileInfo(file(name)).path());
    writeContents(file(name), text);
}

WebServer::WebServer(const QString &folder)
{
    m_process.setWorkingDirectory(folder);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start("python3", {"-u", "-m", "http.server", "0", "--bind", "127.0.0.1"});
    QByteArray said;
    const QRegularExpression port(R"(port (\d+))");
    while (!port.match(said).hasMatch() && m_process.waitForReadyRead(30'000))
        said += m_process.readAll();
    m_port = port.match(said).captured(1);
}

WebServer::~WebServer()
{
    m_process.kill();
    m_process.waitForFinished();
}

} // namespace qontroller::test
