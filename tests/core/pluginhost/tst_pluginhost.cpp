// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "core/pluginhost/pluginhost.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

Q_DECLARE_METATYPE(qontroller::test::BadPlugin)

namespace {

QString fixture(const QString &name)
{
    return QStringLiteral(FIXTURES "/%1.so").arg(name);
}

void write(const QString &file, const QByteArray &bytes)
{
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(file));
}

PluginUse good(const char *folder = "/srv")
{
    return {"good", QJsonObject{{"folder", QLatin1String(folder)}}};
}

QString sentence(const JsonProblems &problems)
{
    return problems.size() == 1 ? QString::fromStdString(problems.front().sentence())
                                : QStringLiteral("%1 problems").arg(problems.size());
}

} // namespace

/// A folder of plugins for each test, and a mark that shows whose code ran.
class PluginHostTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_mark = m_folder->filePath("mark");
        qputenv("QONTROLLER_FIXTURE_MARK", m_mark.toUtf8());
    }

    void readsMetadataWithoutRunningCode()
    {
        const PluginHost host = hostWith({"good"});
        QCOMPARE(host.plugins().size(), std::size_t(1));
        const PluginRecord &record = host.plugins().front();
        QCOMPARE(record.sentence, std::string());
        QVERIFY(record.state == PluginState::Ready);
        QCOMPARE(record.metadata.id, std::string("good"));
        QCOMPARE(record.metadata.name, std::string("Good"));
        QCOMPARE(record.metadata.version, std::string("1.2"));
        QCOMPARE(record.metadata.defaultOptions().workers, 2);
        QVERIFY(!QFile::exists(m_mark));
    }

    void loadsAPluginWhenItIsFirstUsed()
    {
        PluginHost host = hostWith({"good"});
        const auto parts = host.makeController(good(), {"photos", {}});
        QVERIFY(parts);
        QVERIFY(parts->listerWatcher && parts->reconciler);
        QVERIFY(host.plugins().front().state == PluginState::Loaded);
        QVERIFY(host.makeController(good(), {"more photos", {}}));
    }

    void loadsALocker()
    {
        PluginHost host = hostWith({"locker"});
        const auto locker = host.makeLocker({"test-locker", {}}, {"photos", {}});
        QVERIFY(locker);
        QCOMPARE((*locker)->acquire("a", nullptr, {}).text(), std::string("somebody else"));
        QVERIFY(!host.makeController({"test-locker", {}}, {"photos", {}}));
    }

    void refuses_data()
    {
        QTest::addColumn<BadPlugin>("plugin");
        for (const BadPlugin &plugin : badPlugins())
            QTest::newRow(qPrintable(plugin.name)) << plugin;
    }
    void refuses()
    {
        QFETCH(BadPlugin, plugin);
        PluginHost host({{{m_folder->path().toStdString(), PluginOrigin::Installation}}});
        const QString file = put(plugin.name);
        const PluginRecord &record = host.add(file.toStdString());
        const bool looked = plugin.at == BadAt::Look;
        QCOMPARE(record.state, looked ? PluginState::Refused : PluginState::Ready);
        const QString said = looked ? file + ' ' + plugin.sentence : QString();
        QCOMPARE(QString::fromStdString(record.sentence), said);
        QVERIFY2(!QFile::exists(m_mark), "its constructor must not run");

        const QString about = plugin.at == BadAt::Create ? "parameters: " : "plugin: " + file + ' ';
        for (int attempt = 0; attempt < 2; ++attempt) {
            const auto parts = host.makeController({plugin.id.toStdString(), {}}, {"photos", {}});
            QVERIFY(!parts);
            QCOMPARE(::sentence(parts.error()), about + plugin.sentence);
        }
        QCOMPARE(record.isUsable(), plugin.at == BadAt::Create);
        QCOMPARE(host.plugins().size(), std::size_t(1));
    }

    void saysThatAFileIsMissing()
    {
        PluginHost host({});
        const QString file = m_folder->filePath("missing.so");
        QCOMPARE(QString::fromStdString(host.add(file.toStdString()).sentence),
                 file + " cannot be read: No such file or directory");
    }

    void judgesAFileAgainThatWasMendedMeanwhile()
    {
        PluginHost host = hostWith({"text"});
        const QString file = put("text");
        QVERIFY(QFile::remove(file) && QFile::copy(fixture("good"), file));
        QCOMPARE(host.add(file.toStdString()).sentence, std::string());
        QVERIFY(host.makeController(good(), {"photos", {}}));
    }

    void saysThatAMendedBuildNeedsARestart()
    {
        PluginHost host = hostWith({"throwing"});
        const QString file = put("throwing");
        QVERIFY(!host.makeController({"throwing", {}}, {"photos", {}}));
        QVERIFY(QFile::remove(file) && QFile::copy(fixture("good"), file));
        QCOMPARE(QString::fromStdString(host.add(file.toStdString()).sentence),
                 file
                     + " could not be loaded and has changed since: start this program again to "
                       "use it");
        QVERIFY(!host.makeController(good(), {"photos", {}}));
    }

    void measuresLoading()
    {
        PluginHost host = hostWith({"good"});
        QVERIFY(!host.plugins().front().loadTime);
        QVERIFY(host.makeController(good(), {"photos", {}}));
        QVERIFY(host.plugins().front().loadTime > Duration::zero());
    }

    void passesOnWhatCreateSays()
    {
        PluginHost host = hostWith({"good"});
        const auto parts = host.makeController(good("/nowhere"), {"photos", {}});
        QVERIFY(!parts);
        QCOMPARE(sentence(parts.error()),
                 "parameters: folder /nowhere does not exist: name one that does");
    }

    void checksParametersBeforeItLoads()
    {
        PluginHost host = hostWith({"good"});
        const auto parts = host.makeController({"good", {{"folder", 3}}}, {"photos", {}});
        QVERIFY(!parts);
        QCOMPARE(sentence(parts.error()),
                 "parameters.folder: must be text that is not empty, but is 3");
        QVERIFY(host.plugins().front().state == PluginState::Ready);
    }

    void givesAnIdToTheFirstInTheOrderOfSearch()
    {
        QTemporaryDir second;
        const QString first = put("duplicate");
        const QString later = second.filePath("good.so");
        QVERIFY(QFile::copy(fixture("good"), later));
        const PluginHost host({{{m_folder->path().toStdString(), PluginOrigin::Installation},
                                {second.path().toStdString(), PluginOrigin::Installation}},
                               {},
                               PluginPolicy::Load});
        QCOMPARE(host.plugins().size(), std::size_t(2));
        QCOMPARE(host.find("good", PluginKind::Controller)->file, first.toStdString());
        const PluginRecord &refused = host.plugins().back();
        QVERIFY(refused.state == PluginState::Refused);
        QCOMPARE(QString::fromStdString(refused.sentence),
                 later + " has the id good, which belongs to " + first
                     + ": remove one of the two files");
    }

    void leavesOutWhatIsDisabled()
    {
        PluginHost host = hostWith({"good"}, {"good"});
        const QString expected = "plugin: " + put("good")
                                 + " is left out: start without --disable-plugin good to use it";
        QVERIFY(host.plugins().front().state == PluginState::Disabled);
        const auto parts = host.makeController(good(), {"photos", {}});
        QVERIFY(!parts);
        QCOMPARE(sentence(parts.error()), expected);
        QVERIFY(!QFile::exists(m_mark));
    }

    void loadsNothingInSafeMode()
    {
        put("good");
        PluginHost host({{{m_folder->path().toStdString(), PluginOrigin::Installation}},
                         {},
                         PluginPolicy::SafeMode});
        const auto parts = host.makeController(good(), {"photos", {}});
        QVERIFY(!parts);
        QCOMPARE(sentence(parts.error()),
                 "plugin: " + put("good")
                     + " is not loaded in safe mode: start without --safe-mode to use it");
        QVERIFY(!QFile::exists(m_mark));
    }

    void saysWhichPluginsThereAre()
    {
        const QString none = QString::fromStdString(
            hostWith({}).whyNot("copier", PluginKind::Controller));
        QCOMPARE(none,
                 "there is no controller plugin \"copier\": there are none in " + m_folder->path());
        QCOMPARE(PluginHost({}).whyNot("copier", PluginKind::Locker),
                 std::string(
                     "there is no locker plugin \"copier\": no folder is searched, so name one "
                     "with --plugin-path"));
        QCOMPARE(hostWith({"good", "locker"}).whyNot("copier", PluginKind::Controller),
                 std::string("there is no controller plugin \"copier\": there is only good"));
        QCOMPARE(hostWith({"good", "throwing"}).whyNot("copier", PluginKind::Controller),
                 std::string(
                     "there is no controller plugin \"copier\": there are good and throwing"));
    }

    void saysWhyAFileOfThatNameIsRefused()
    {
        PluginHost host = hostWith({"truncated", "good"});
        QCOMPARE(host.whyNot("truncated", PluginKind::Controller),
                 host.add(put("truncated").toStdString()).sentence);
    }

    void goesOnAfterEveryKindOfRefusal()
    {
        PluginHost host = hostWith({"text", "truncated", "plain", "wronginterface", "newerapi",
                                    "missingsymbol", "throwing", "nointerface", "good"});
        QCOMPARE(host.plugins().size(), std::size_t(9));
        for (const char *id : {"missing-symbol", "throwing", "no-interface"})
            QVERIFY(!host.makeController({id, {}}, {"photos", {}}));
        QVERIFY(host.makeController(good(), {"photos", {}}));
        int usable = 0;
        for (const PluginRecord &record : host.plugins()) {
            QVERIFY(record.isUsable() != !record.sentence.empty());
            usable += record.isUsable() ? 1 : 0;
        }
        QCOMPARE(usable, 1);
    }

    void looksAtLibrariesOnly()
    {
        write(m_folder->filePath("README.md"), "no plugin");
        QVERIFY(QDir(m_folder->path()).mkdir("folder.so"));
        QVERIFY(hostWith({}).plugins().empty());
    }

    void knowsAFileByEveryName()
    {
        const QString link = m_folder->filePath("link.so");
        QVERIFY(QFile::link(put("good"), link));
        PluginHost host = hostWith({"good"});
        QCOMPARE(host.plugins().size(), std::size_t(1));
        QVERIFY(&host.add(link.toStdString()) == &host.plugins().front());
    }

private:
    QString put(const QString &name)
    {
        return putPlugin(QStringLiteral(FIXTURES), name, m_folder->path());
    }

    PluginHost hostWith(const QStringList &names, std::vector<std::string> disabled = {})
    {
        for (const QString &name : names)
            put(name);
        return PluginHost({{{m_folder->path().toStdString(), PluginOrigin::Installation}},
                           std::move(disabled),
                           PluginPolicy::Load});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_mark;
};

QTEST_GUILESS_MAIN(PluginHostTest)
#include "tst_pluginhost.moc"
