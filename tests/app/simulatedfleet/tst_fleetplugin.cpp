// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin as the programs load it.
#include "loadedplugin.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

namespace {

tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters)
{
    return createBy(FLEET_PLUGIN, parameters, "fleet");
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
        const QList<QByteArray> examples = jsonExamplesOf(README);
        QVERIFY(!examples.isEmpty());
        const QJsonObject session = QJsonDocument::fromJson(examples.front()).object();
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
