// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin as the programs load it.
#include "core/pluginapi/controllerplugin.h"
#include "core/pluginhost/parameters.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QPluginLoader>
#include <QtTest/QtTest>

using namespace qontroller;

namespace {

/// With the defaults of the schema filled in, as the programs do.
tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters)
{
    QPluginLoader loader(QStringLiteral(FLEET_PLUGIN));
    const QJsonObject metadata = loader.metaData()["MetaData"].toObject();
    const CheckedParameters checked = checkParameters(metadata["parameters"].toObject(),
                                                      parameters);
    if (!checked.problems.empty())
        return tl::unexpected(checked.problems.front().sentence());
    auto *plugin = qobject_cast<ControllerPlugin *>(loader.instance());
    return plugin ? plugin->create(checked.values, {"fleet", {}})
                  : tl::unexpected(loader.errorString().toStdString());
}

QString problemOf(const QJsonObject &parameters)
{
    const auto parts = create(parameters);
    return parts ? QString() : QString::fromStdString(parts.error());
}

} // namespace

class FleetPluginTest final : public QObject
{
    Q_OBJECT

private slots:
    void makesAConsistController()
    {
        const auto parts = create({});
        QVERIFY2(parts, parts ? "" : parts.error().c_str());
        QVERIFY(parts->consist && parts->listerWatcher && parts->reconciler);
    }

    void theReadmesSessionIsRight()
    {
        QFile file(QStringLiteral(README));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray readme = file.readAll();
        const qsizetype begin = readme.indexOf("```json\n") + 8;
        const QByteArray json = readme.mid(begin, readme.indexOf("```", begin) - begin);
        const QJsonObject session = QJsonDocument::fromJson(json).object();
        QCOMPARE(problemOf(session["controllers"][0]["parameters"].toObject()), "");
    }

    void saysWhatIsWrong()
    {
        QCOMPARE(problemOf({{"servers", 0}}),
                 "servers: must be a whole number from 1 to 1000, but is 0");
        QCOMPARE(problemOf({{"drainDeadline", "0s"}}), "drainDeadline must be more than 0s");
        QVERIFY(problemOf({{"restart", "soon"}}).startsWith("restart"));
    }
};

QTEST_GUILESS_MAIN(FleetPluginTest)
#include "tst_fleetplugin.moc"
