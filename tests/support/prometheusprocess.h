// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "httpget.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QStringList>
#include <QtCore/QTemporaryDir>
#include <QtCore/QUrlQuery>

#include <cstdint>

namespace qontroller::test {

/// A Prometheus server of the test's own, on a port of the system's choice. It keeps
/// its data in a temporary folder and ends with the object.
class PrometheusProcess
{
public:
    /// \a rules is the file of its alerts; empty: it has none. \a how are more lines on how it
    /// scrapes, in YAML's flow style.
    explicit PrometheusProcess(std::uint16_t target, const QString &rules = {},
                               const QString &how = {})
    {
        QFile config(m_folder.filePath("prometheus.yml"));
        if (!config.open(QIODevice::WriteOnly))
            return;
        if (!rules.isEmpty())
            config.write("rule_files: ['" + rules.toUtf8() + "']\n");
        config.write(QString("global: {scrape_interval: 1s, scrape_timeout: 1s, "
                             "evaluation_interval: 1s}\n"
                             "scrape_configs:\n"
                             "- job_name: qontroller\n"
                             "  static_configs: [{targets: ['127.0.0.1:%1']}]\n%2")
                         .arg(QString::number(target), how)
                         .toUtf8());
        config.close();
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start("prometheus", {"--config.file=" + config.fileName(),
                                       "--storage.tsdb.path=" + m_folder.filePath("data"),
                                       "--web.listen-address=127.0.0.1:0"});
    }
    ~PrometheusProcess()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(10'000))
            m_process.kill();
        m_process.waitForFinished();
    }

    /// Where it listens; empty until it does.
    QString address()
    {
        m_log += m_process.readAll();
        static const QRegularExpression listening(R"(msg="Listening on" address=(\S+))");
        return listening.match(QString::fromUtf8(m_log)).captured(1);
    }

    QByteArray log()
    {
        m_log += m_process.readAll();
        return m_log;
    }

    /// The value of the only series that \a expression gives; empty if there is none or more.
    QString query(const QString &expression)
    {
        QUrl url("http://" + address() + "/api/v1/query");
        QUrlQuery query;
        query.addQueryItem("query", QUrl::toPercentEncoding(expression));
        url.setQuery(query);
        const auto document = QJsonDocument::fromJson(httpGet(url));
        const QJsonArray series = document["data"]["result"].toArray();
        return series.size() == 1 ? series[0]["value"][1].toString() : QString();
    }

    /// The names of the alerts that are firing.
    QStringList alerts()
    {
        const auto document = QJsonDocument::fromJson(
            httpGet(QUrl("http://" + address() + "/api/v1/alerts")));
        QStringList names;
        for (const auto alert : document["data"]["alerts"].toArray()) {
            const QJsonObject object = alert.toObject();
            if (object["state"] == QLatin1String("firing"))
                names += object["labels"].toObject()["alertname"].toString();
        }
        return names;
    }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_log;
};

} // namespace qontroller::test
