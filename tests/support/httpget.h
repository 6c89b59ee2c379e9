// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QEventLoop>
#include <QtCore/QString>
#include <QtCore/QUrl>
#include <QtNetwork/QNetworkAccessManager>
#include <QtNetwork/QNetworkReply>
#include <QtNetwork/QNetworkRequest>
#include <QtNetwork/QSslCertificate>
#include <QtNetwork/QSslConfiguration>

namespace qontroller::test {

/// The body of a successful answer, or nothing. \a authorities is a file of certificates; empty:
/// those of the machine.
inline QByteArray httpGet(const QUrl &url, const QString &authorities = {})
{
    QNetworkAccessManager manager;
    QNetworkRequest request(url);
    if (!authorities.isEmpty()) {
        QSslConfiguration ssl = QSslConfiguration::defaultConfiguration();
        ssl.setCaCertificates(QSslCertificate::fromPath(authorities));
        request.setSslConfiguration(ssl);
    }
    request.setTransferTimeout(10'000);
    QNetworkReply *reply = manager.get(request);
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    if (!reply->isFinished())
        loop.exec();
    return reply->error() == QNetworkReply::NoError ? reply->readAll() : QByteArray();
}

} // namespace qontroller::test
