// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "core/plugins/load/plugincatalogue.h"
#include "files.h"
#include "testprogram.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

QString fixture(const QString &name)
{
    return QStringLiteral(FIXTURES "/%1.so").arg(name);
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
class PluginCatalogueTest final : public QObject
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

    void p1_readsMetadataWithoutRunningCode()
    {
        const PluginCatalogue catalogue = catalogueWith({"good"});
        QCOMPARE(catalogue.plugins().size(), std::size_t(1));
        const PluginRecord &record = catalogue.plugins().front();
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
        PluginCatalogue catalogue = catalogueWith({"good"});
        QVERIFY(!catalogue.plugins().front().loadTime);
        const auto parts = catalogue.makeController(good(), {"photos", {}});
        QVERIFY(parts);
        QVERIFY(parts->listerWatcher && parts->reconciler);
        QVERIFY(catalogue.plugins().front().loadTime > Duration::zero());
        QVERIFY(catalogue.plugins().front().state == PluginState::Loaded);
        QVERIFY(catalogue.makeController(good(), {"more photos", {}}));
    }

    void loadsALocker()
    {
        PluginCatalogue catalogue = catalogueWith({"locker"});
        const auto locker = catalogue.makeLocker({"test-locker", {}}, {"photos", {}});
        QVERIFY(locker);
        QCOMPARE((*locker)->acquire("a", nullptr, {}).text(), std::string("another host"));
        QVERIFY(!catalogue.makeController({"test-locker", {}}, {"photos", {}}));
    }

    void p1_refuses_data()
    {
        QTest::addColumn<BadPlugin>("plugin");
        for (const BadPlugin &plugin : badPlugins())
            QTest::newRow(qPrintable(plugin.name)) << plugin;
    }
    void p1_refuses()
    {
        QFETCH(BadPlugin, plugin);
        PluginCatalogue catalogue({{{m_folder->path().toStdString(), PluginOrigin::Installation}}});
        const QString file = put(plugin.name);
        const PluginRecord &record = catalogue.add(file.toStdString());
        const bool looked = plugin.at == BadAt::Look;
        QCOMPARE(record.state, looked ? PluginState::Refused : PluginState::Ready);
        const QString said = looked ? file + ' ' + plugin.sentence : QString();
        QCOMPARE(QString::fromStdString(record.sentence), said);
        QVERIFY2(!QFile::exists(m_mark), "its constructor must not run");

        const QString about = plugin.at == BadAt::Create ? "parameters: " : "plugin: " + file + ' ';
        for (int attempt = 0; attempt < 2; ++attempt) {
            const auto parts = catalogue.makeController({plugin.id.toStdString(), {}},
                                                        {"photos", {}});
            QVERIFY(!parts);
            QCOMPARE(::sentence(parts.error()), about + plugin.sentence);
        }
        QCOMPARE(record.isUsable(), plugin.at == BadAt::Create);
        QCOMPARE(catalogue.plugins().size(), std::size_t(1));
    }

    void aPipeIsNoPlugin()
    {
        const std::string pipe = m_folder->path().toStdString() + "/pipe.so";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        PluginCatalogue catalogue({{{m_folder->path().toStdString(), PluginOrigin::Installation}}});
        const PluginRecord &record = catalogue.add(pipe);
        QVERIFY(record.state == PluginState::Refused);
        QCOMPARE(record.sentence, pipe + " is a pipe, a socket or a device: choose a plugin file");
    }

    void saysThatAFileIsMissing()
    {
        PluginCatalogue catalogue({});
        const QString file = m_folder->filePath("missing.so");
        QCOMPARE(QString::fromStdString(catalogue.add(file.toStdString()).sentence),
                 file + " cannot be read: No such file or directory");
    }

    void judgesAFileAgainThatWasMendedMeanwhile()
    {
        PluginCatalogue catalogue = catalogueWith({"text"});
        const QString file = put("text");
        QVERIFY(QFile::remove(file) && QFile::copy(fixture("good"), file));
        QCOMPARE(catalogue.add(file.toStdString()).sentence, std::string());
        QVERIFY(catalogue.makeController(good(), {"photos", {}}));
    }

    void saysThatAMendedBuildNeedsARestart()
    {
        PluginCatalogue catalogue = catalogueWith({"throwing"});
        const QString file = put("throwing");
        QVERIFY(!catalogue.makeController({"throwing", {}}, {"photos", {}}));
        QVERIFY(QFile::remove(file) && QFile::copy(fixture("good"), file));
        QCOMPARE(QString::fromStdString(catalogue.add(file.toStdString()).sentence),
                 file
                     + " could not be loaded and has changed since: start this program again to "
                       "use it");
        QVERIFY(!catalogue.makeController(good(), {"photos", {}}));
    }

    void p14_checksParametersBeforeItLoads()
    {
        PluginCatalogue catalogue = catalogueWith({"good"});
        const auto parts = catalogue.makeController({"good", {{"folder", 3}}}, {"photos", {}});
        QVERIFY(!parts);
        QCOMPARE(sentence(parts.error()),
                 "parameters.folder: must be text that is not empty, but is 3");
        QVERIFY(catalogue.plugins().front().state == PluginState::Ready);
    }

    void givesAnIdToTheFirstInTheOrderOfSearch()
    {
        QTemporaryDir second;
        const QString first = put("duplicate");
        const QString later = second.filePath("good.so");
        QVERIFY(QFile::copy(fixture("good"), later));
        const PluginCatalogue catalogue(
            {{{m_folder->path().toStdString(), PluginOrigin::Installation},
              {second.path().toStdString(), PluginOrigin::Installation}},
             {},
             PluginPolicy::Load});
        QCOMPARE(catalogue.plugins().size(), std::size_t(2));
        QCOMPARE(catalogue.find("good", PluginKind::Controller)->file, first.toStdString());
        const PluginRecord &refused = catalogue.plugins().back();
        QVERIFY(refused.state == PluginState::Refused);
        QCOMPARE(QString::fromStdString(refused.sentence),
                 later + " has the id good, which belongs to " + first
                     + ": remove one of the two files");
    }

    void leavesOutWhatIsDisabled()
    {
        PluginCatalogue catalogue = catalogueWith({"good"}, {"good"});
        const QString expected = "plugin: " + put("good")
                                 + " is left out: start without --disable-plugin good to use it";
        QVERIFY(catalogue.plugins().front().state == PluginState::Disabled);
        const auto parts = catalogue.makeController(good(), {"photos", {}});
        QVERIFY(!parts);
        QCOMPARE(sentence(parts.error()), expected);
        QVERIFY(!QFile::exists(m_mark));
    }

    void saysWhichPluginsThereAre()
    {
        const QString none = QString::fromStdString(
            catalogueWith({}).whyNot("copier", PluginKind::Controller));
        QCOMPARE(none,
                 "there is no controller plugin \"copier\": there are none in " + m_folder->path());
        QCOMPARE(PluginCatalogue({}).whyNot("copier", PluginKind::Locker),
                 std::string(
                     "there is no locker plugin \"copier\": no folder is searched, so name one "
                     "with --plugin-path"));
        QCOMPARE(catalogueWith({"good", "locker"}).whyNot("copier", PluginKind::Controller),
                 std::string("there is no controller plugin \"copier\": there is only good"));
        QCOMPARE(catalogueWith({"good", "throwing"}).whyNot("copier", PluginKind::Controller),
                 std::string(
                     "there is no controller plugin \"copier\": there are good and throwing"));
    }

    void saysWhyAFileOfThatNameIsRefused()
    {
        PluginCatalogue catalogue = catalogueWith({"truncated", "good"});
        QCOMPARE(catalogue.whyNot("truncated", PluginKind::Controller),
                 catalogue.add(put("truncated").toStdString()).sentence);
    }

    void p4_goesOnAfterEveryKindOfRefusal()
    {
        PluginCatalogue catalogue = catalogueWith({"text", "truncated", "plain", "wronginterface",
                                                   "newerapi", "missingsymbol", "throwing",
                                                   "nointerface", "good"});
        QCOMPARE(catalogue.plugins().size(), std::size_t(9));
        for (const char *id : {"missing-symbol", "throwing", "no-interface"})
            QVERIFY(!catalogue.makeController({id, {}}, {"photos", {}}));
        QVERIFY(catalogue.makeController(good(), {"photos", {}}));
        int usable = 0;
        for (const PluginRecord &record : catalogue.plugins()) {
            QVERIFY(record.isUsable() != !record.sentence.empty());
            usable += record.isUsable() ? 1 : 0;
        }
        QCOMPARE(usable, 1);
    }

    void looksAtLibrariesOnly()
    {
        writeContents(m_folder->filePath("README.md"), "no plugin");
        QVERIFY(QDir(m_folder->path()).mkdir("folder.so"));
        QVERIFY(catalogueWith({}).plugins().empty());
    }

    void knowsAFileByEveryName()
    {
        const QString link = m_folder->filePath("link.so");
        QVERIFY(QFile::link(put("good"), link));
        PluginCatalogue catalogue = catalogueWith({"good"});
        QCOMPARE(catalogue.plugins().size(), std::size_t(1));
        QVERIFY(&catalogue.add(link.toStdString()) == &catalogue.plugins().front());
    }

private:
    QString put(const QString &name)
    {
        return putPlugin(QStringLiteral(FIXTURES), name, m_folder->path());
    }

    PluginCatalogue catalogueWith(const QStringList &names, std::vector<std::string> disabled = {})
    {
        for (const QString &name : names)
            put(name);
        return PluginCatalogue({{{m_folder->path().toStdString(), PluginOrigin::Installation}},
                                std::move(disabled),
                                PluginPolicy::Load});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_mark;
};

QONTROLLER_GUILESS_TEST(PluginCatalogueTest)
#include "tst_plugincatalogue.moc"
