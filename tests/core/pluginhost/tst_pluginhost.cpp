// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/pluginhost/pluginhost.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;

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

QByteArray read(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
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
        QCOMPARE((*locker)->acquire("a", [] {}, {}).holder(), std::string("somebody else"));
        QVERIFY(!host.makeController({"test-locker", {}}, {"photos", {}}));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("text") << "text"
                              << "is not a plugin: it is not a valid ELF object (file too "
                                 "small); choose a library built with qontroller_add_plugin()";
        QTest::newRow("truncated")
            << "truncated"
            << "is not a plugin: it is not a valid ELF object (program header table "
               "extends past the end of the file); choose a library built with "
               "qontroller_add_plugin()";
        QTest::newRow("not a plugin")
            << "plain"
            << "is not a plugin: it is not a Qt plugin (metadata not found); choose a "
               "library built with qontroller_add_plugin()";
        QTest::newRow("interface of the future")
            << "wronginterface"
            << "is made for the interface org.qontroller.ControllerPlugin/2, but this program "
               "loads "
               "org.qontroller.ControllerPlugin/1 and org.qontroller.LockerPlugin/1: build it for "
               "one "
               "of these";
        QTest::newRow("newer api")
            << "newerapi"
            << "needs version 1.7 of the plugin interface, but this program has 1.0: "
               "install a newer Qontroller or an older plugin";
        QTest::newRow("other build") << "otherbuild" << otherBuildSentence();
        QTest::newRow("bad schema")
            << "badschema"
            << "has metadata that cannot be used: parameters must be a JSON Schema of "
               "draft 7 (Unrecognised JSON type name 'sting')";
        QTest::newRow("missing") << "missing"
                                 << "cannot be read: No such file or directory";
    }
    void refuses()
    {
        QFETCH(QString, name);
        QFETCH(QString, sentence);
        PluginHost host({});
        const QString file = put(name);
        const PluginRecord looked = host.inspect(file.toStdString());
        QCOMPARE(QString::fromStdString(looked.sentence), file + ' ' + sentence);
        QVERIFY(looked.state == PluginState::Refused);
        QVERIFY(host.plugins().empty());

        const PluginRecord &added = host.add(file.toStdString());
        QCOMPARE(added.sentence, looked.sentence);
        QCOMPARE(host.plugins().size(), std::size_t(1));
        QVERIFY(!host.find(looked.metadata.id, PluginKind::Controller));
        QVERIFY2(!QFile::exists(m_mark), "its constructor must not run");
    }

    void refusesWhenItLoads_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("missing symbol") << "missingsymbol"
                                        << "missing-symbol"
                                        << "cannot be loaded: undefined symbol: "
                                           "_ZN10qontroller22partsThatNobodyDefinesEv; install "
                                           "what it needs, or build it for this Qontroller";
        QTest::newRow("throwing constructor")
            << "throwing"
            << "throwing"
            << "cannot be started: its constructor threw \"no licence found\"; ask its author";
        QTest::newRow("no interface") << "nointerface"
                                      << "no-interface"
                                      << "does not implement org.qontroller.ControllerPlugin/1 "
                                         "although its metadata says so: add "
                                         "Q_INTERFACES to its class";
    }
    void refusesWhenItLoads()
    {
        QFETCH(QString, name);
        QFETCH(QString, id);
        QFETCH(QString, sentence);
        PluginHost host = hostWith({name});
        QVERIFY(host.find(id.toStdString(), PluginKind::Controller));
        const QString expected = put(name) + ' ' + sentence;
        for (int attempt = 0; attempt < 2; ++attempt) {
            const auto parts = host.makeController({id.toStdString(), {}}, {"photos", {}});
            QVERIFY(!parts);
            QCOMPARE(::sentence(parts.error()), "plugin: " + expected);
            QVERIFY(host.plugins().front().state == PluginState::Refused);
            QCOMPARE(QString::fromStdString(host.plugins().front().sentence), expected);
        }
    }

    void keepsWhatCreateThrows()
    {
        PluginHost host = hostWith({"throwingcreate"});
        const auto parts = host.makeController({"throwing-create", {}}, {"photos", {}});
        QVERIFY(!parts);
        QCOMPARE(sentence(parts.error()), "parameters: the plugin throwing-create threw \"out of "
                                          "handles\" instead of saying what is wrong");
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
        const PluginHost host({{{m_folder->path().toStdString(), PluginOrigin::CommandLine},
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
        PluginHost host({{{m_folder->path().toStdString(), PluginOrigin::CommandLine}},
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
        const PluginHost host = hostWith({"truncated", "good"});
        QCOMPARE(host.whyNot("truncated", PluginKind::Controller),
                 host.inspect(put("truncated").toStdString()).sentence);
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
    static QString otherBuildSentence()
    {
#ifdef QT_NO_DEBUG
        return "is a debug build, but this program is a release build: build both alike";
#else
        return "is a release build, but this program is a debug build: build both alike";
#endif
    }

    /// Puts a file into the folder unless it is there, and gives its name.
    QString put(const QString &name)
    {
        const QString file = m_folder->filePath(name + ".so");
        if (QFile::exists(file) || name == "missing")
            return file;
        if (name == "text")
            write(file, "no library\n");
        else if (name == "truncated")
            write(file, read(fixture("good")).left(100));
        else if (!QFile::copy(fixture(name), file))
            qFatal("no fixture %s", qPrintable(name));
        return file;
    }

    PluginHost hostWith(const QStringList &names, std::vector<std::string> disabled = {})
    {
        for (const QString &name : names)
            put(name);
        return PluginHost({{{m_folder->path().toStdString(), PluginOrigin::CommandLine}},
                           std::move(disabled),
                           PluginPolicy::Load});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_mark;
};

QTEST_GUILESS_MAIN(PluginHostTest)
#include "tst_pluginhost.moc"
