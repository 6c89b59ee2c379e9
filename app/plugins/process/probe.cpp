// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/probe.h"

#include "app/plugins/common/commandrun.h"
#include "app/plugins/common/environment.h"
#include "app/plugins/common/program.h"

#include <QtCore/QEventLoop>
#include <QtCore/QUrl>
#include <QtNetwork/QNetworkAccessManager>
#include <QtNetwork/QNetworkReply>
#include <QtNetwork/QTcpSocket>

namespace qontroller {

namespace {

using Reason = std::optional<std::string>;

int milliseconds(Duration duration)
{
    return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(duration).count());
}

Reason probeCommand(const ProcessSpec &spec, const std::vector<std::string> &environment,
                    const std::stop_token &stop)
{
    const ReadinessProbe &readiness = spec.readiness;
    const auto program = findProgram(readiness.command.front(), valueIn(environment, "PATH"),
                                     spec.workingDirectory);
    if (!program)
        return "readiness.command[0] " + program.error();
    CommandLimits limits;
    limits.timeout = readiness.timeout;
    limits.grace = Duration::zero();
    const CommandEnd end = runCommand({*program, readiness.command, environment,
                                       spec.workingDirectory},
                                      {}, limits, stop);
    switch (end.kind) {
    case CommandEnd::Kind::Exited:
        if (end.code == 0)
            return std::nullopt;
        return "its probe ended with exit status " + std::to_string(end.code);
    case CommandEnd::Kind::NotStarted: return whyNotStarted(*program, end.code);
    case CommandEnd::Kind::TimedOut: return std::string("its probe took too long");
    default: return std::string("its probe was stopped");
    }
}

Reason probeTcp(const ReadinessProbe &readiness)
{
    QTcpSocket socket;
    socket.connectToHost(QString::fromStdString(readiness.tcpHost), readiness.tcpPort);
    if (socket.waitForConnected(milliseconds(readiness.timeout)))
        return std::nullopt;
    return readiness.tcpHost + ':' + std::to_string(readiness.tcpPort) + ": "
           + socket.errorString().toStdString();
}

Reason probeHttp(const ReadinessProbe &readiness)
{
    QNetworkAccessManager network;
    network.setTransferTimeout(milliseconds(readiness.timeout));
    QNetworkRequest request(QUrl(QString::fromStdString(readiness.http)));
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    const std::unique_ptr<QNetworkReply> reply(network.get(request));
    QEventLoop loop;
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    if (!reply->isFinished())
        loop.exec();
    const QVariant status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute);
    if (!status.isValid())
        return readiness.http + ": " + reply->errorString().toStdString();
    const int code = status.toInt();
    if (code >= 200 && code < 400)
        return std::nullopt;
    return readiness.http + " answers with status " + std::to_string(code);
}

} // namespace

std::optional<std::string> probe(const ProcessSpec &spec,
                                 const std::vector<std::string> &environment,
                                 const std::stop_token &stop)
{
    if (!spec.readiness.command.empty())
        return probeCommand(spec, environment, stop);
    if (!spec.readiness.tcpHost.empty())
        return probeTcp(spec.readiness);
    if (!spec.readiness.http.empty())
        return probeHttp(spec.readiness);
    return std::nullopt;
}

} // namespace qontroller
