// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin as the programs load it.
#include "core/sdk/testing/recordinglist.h"
#include "eventually.h"
#include "files.h"
#include "loadedplugin.h"
#include "testprogram.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// A controller by the plugin's own parameters that has listed the spec of "web".
struct PluginRig
{
    explicit PluginRig(const QJsonObject &more)
    {
        QJsonObject parameters = more;
        parameters.insert("folder", folder.filePath("specs"));
        parameters.insert("state", folder.filePath("state"));
        if (!QDir().mkdir(folder.filePath("specs")))
            qFatal("no folder");
        writeContents(spec(), R"({"command": ["true"]})");
        parts = createBy(PROCESS_PLUGIN, parameters, "processes");
    }
    [[nodiscard]] QString spec() const { return folder.filePath("specs/web.json"); }
    [[nodiscard]] auto answer() const
    {
        return parts->reconciler->get({"web", {}, 1, 0, {}, {}}).kind();
    }

    QTemporaryDir folder;
    tl::expected<ControllerParts, std::string> parts = tl::unexpected(std::string());
};

using Kind = Fetched<void>::Kind;

} // namespace

class ProcessPluginTest final : public QObject
{
    Q_OBJECT

private slots:
    void aSpecThatIsAwayIsBelievedToBeDeletedAfterASecond()
    {
        const QJsonObject schema = metadataOf(PROCESS_PLUGIN)["parameters"].toObject();
        QCOMPARE(schema["properties"]["deletionDelay"]["default"].toString(), "1s");
        const PluginRig rig({});
        QVERIFY2(rig.parts, rig.parts ? "" : rig.parts.error().c_str());
        QCOMPARE(listOf(*rig.parts->listerWatcher), std::string("web complete"));
        QVERIFY(rig.answer() == Kind::Found);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(QFile::remove(rig.spec()));
        QVERIFY(comesTrue([&] { return rig.answer() == Kind::Gone; }));
        QVERIFY2(timer.elapsed() >= 1000, QByteArray::number(timer.elapsed()));
    }

    void orAfterTheTimeThatItsParameterSays_data()
    {
        QTest::addColumn<QString>("delay");
        QTest::addColumn<int>("answer");
        QTest::newRow("at once") << "0s" << int(Kind::Gone);
        QTest::newRow("an hour") << "1h" << int(Kind::Found);
    }
    void orAfterTheTimeThatItsParameterSays()
    {
        QFETCH(QString, delay);
        const PluginRig rig({{"deletionDelay", delay}});
        QVERIFY2(rig.parts, rig.parts ? "" : rig.parts.error().c_str());
        QCOMPARE(listOf(*rig.parts->listerWatcher), std::string("web complete"));
        QVERIFY(rig.answer() == Kind::Found);
        QVERIFY(QFile::remove(rig.spec()));
        QTEST(int(rig.answer()), "answer");
    }

    void saysWhichDelayIsNone()
    {
        const PluginRig rig({{"deletionDelay", "soon"}});
        QVERIFY(!rig.parts);
        QVERIFY2(rig.parts.error().starts_with("deletionDelay: \"soon\" is not a duration"),
                 rig.parts.error().c_str());
    }
};

QONTROLLER_GUILESS_TEST(ProcessPluginTest)
#include "tst_plugin.moc"
