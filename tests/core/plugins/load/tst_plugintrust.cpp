// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "core/plugins/load/plugincatalogue.h"
#include "core/plugins/load/pluginfile.h"
#include "files.h"
#include "testprogram.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr mode_t ForAll = 0777;
constexpr mode_t ForOwner = 0700;

QByteArray read(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void setMode(const QString &file, mode_t mode)
{
    if (::chmod(qPrintable(file), mode) != 0)
        qFatal("cannot change %s", qPrintable(file));
}

} // namespace

/// Who may load what: files are trusted by their path and content, and that is remembered.
class PluginTrustTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_plugin = putPlugin(QStringLiteral(FIXTURES), "good", m_folder->path());
        m_decisions = m_folder->filePath("settings/plugins.json");
        m_mark = m_folder->filePath("mark");
        qputenv("QONTROLLER_FIXTURE_MARK", m_mark.toUtf8());
    }
    void cleanup() { setMode(m_folder->path(), ForOwner); }

    void p2_asksForWhatIsOutsideTheInstallation_data()
    {
        QTest::addColumn<PluginOrigin>("origin");
        QTest::newRow("command line") << PluginOrigin::CommandLine;
        QTest::newRow("environment") << PluginOrigin::Environment;
    }
    void p2_asksForWhatIsOutsideTheInstallation()
    {
        QFETCH(PluginOrigin, origin);
        PluginCatalogue catalogue(search(origin));
        const QString because = "it is outside the installation's plugin folder";
        QCOMPARE(stateOf(catalogue), PluginState::Untrusted);
        QCOMPARE(sentenceOf(catalogue), untrusted(because));
        const auto parts = start(catalogue);
        QVERIFY(!parts);
        QCOMPARE(QString::fromStdString(parts.error().front().sentence()),
                 "plugin: " + untrusted(because));
        QVERIFY2(!QFile::exists(m_mark), "nothing of it may run");
    }

    void asksForNothingInATrustedFolder()
    {
        const QString inner = m_folder->filePath("build/plugins");
        QVERIFY(QDir().mkpath(inner));
        const QString plugin = putPlugin(QStringLiteral(FIXTURES), "good", inner);
        PluginSearch folders{{{inner.toStdString(), PluginOrigin::CommandLine}}};
        const auto state = [&](const QString &trusted) {
            folders.trustedFolders = {trusted.toStdString()};
            return PluginCatalogue(folders).plugins().front().state;
        };
        QCOMPARE(state(m_folder->path()), PluginState::Ready);
        QCOMPARE(state(inner), PluginState::Ready);
        QCOMPARE(state(m_folder->filePath("build/plug")), PluginState::Untrusted);
        setMode(m_folder->filePath("build"), ForAll); // another folder can be put there
        QCOMPARE(state(inner), PluginState::Untrusted);
        setMode(m_folder->filePath("build"), ForOwner);
        QCOMPARE(state(inner), PluginState::Ready);
        setMode(plugin, ForAll);
        QCOMPARE(state(inner), PluginState::Untrusted);
    }

    void asksForAFileChosenByHand()
    {
        PluginCatalogue catalogue({});
        QCOMPARE(catalogue.add(m_plugin.toStdString()).state, PluginState::Untrusted);
    }

    void asksForALinkOutOfTheInstallation()
    {
        const QTemporaryDir installation;
        QVERIFY(QFile::link(m_plugin, installation.filePath("good.so")));
        const PluginCatalogue catalogue(
            {{{installation.path().toStdString(), PluginOrigin::Installation}}});
        QCOMPARE(stateOf(catalogue), PluginState::Untrusted);
    }

    void p2_asksForWhatOthersCanWrite_data()
    {
        QTest::addColumn<bool>("folder");
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("because");
        QTest::newRow("file, by its group") << false << 0664 << "others can write it (mode 0664)";
        QTest::newRow("file, by all") << false << 0646 << "others can write it (mode 0646)";
        QTest::newRow("folder, by its group")
            << true << 0770 << "others can write its folder (mode 0770)";
        QTest::newRow("folder, by all")
            << true << 01777 << "others can write its folder (mode 1777)";
    }
    void p2_asksForWhatOthersCanWrite()
    {
        QFETCH(bool, folder);
        QFETCH(int, mode);
        QFETCH(QString, because);
        setMode(folder ? m_folder->path() : m_plugin, mode_t(mode));
        const PluginCatalogue catalogue(search(PluginOrigin::Installation));
        QCOMPARE(stateOf(catalogue), PluginState::Untrusted);
        QCOMPARE(sentenceOf(catalogue), untrusted(because));
    }

    void asksForWhatBelongsToAnotherUser()
    {
        constexpr uid_t AnotherUser = 12345;
        if (::geteuid() != 0)
            QSKIP("only root can give a file away");
        QCOMPARE(::chown(qPrintable(m_plugin), AnotherUser, gid_t(-1)), 0);
        QCOMPARE(sentenceOf(PluginCatalogue(search(PluginOrigin::Installation))),
                 untrusted("it belongs to another user (12345)"));
    }

    void remembersWhatIsTrusted()
    {
        {
            PluginCatalogue catalogue(search(PluginOrigin::CommandLine));
            QVERIFY(catalogue.trust(m_plugin.toStdString(), sha256Of(m_plugin).toStdString()));
            QCOMPARE(stateOf(catalogue), PluginState::Ready);
            QVERIFY(start(catalogue));
        }
        const PluginCatalogue later(search(PluginOrigin::CommandLine));
        QCOMPARE(stateOf(later), PluginState::Ready);
        struct stat status = {};
        QCOMPARE(::stat(qPrintable(m_decisions), &status), 0);
        QCOMPARE(status.st_mode & ForAll, mode_t(0600));
    }

    void p2_asksAgainForAChangedFile()
    {
        PluginCatalogue catalogue(search(PluginOrigin::CommandLine));
        QVERIFY(catalogue.trust(m_plugin.toStdString(), sha256Of(m_plugin).toStdString()));
        change();
        QCOMPARE(sentenceOf(PluginCatalogue(search(PluginOrigin::CommandLine))),
                 untrusted("it has changed since it was trusted"));
    }

    void p3_looksAgainWhenItLoads()
    {
        PluginCatalogue catalogue(search(PluginOrigin::CommandLine));
        QVERIFY(catalogue.trust(m_plugin.toStdString(), sha256Of(m_plugin).toStdString()));
        QCOMPARE(stateOf(catalogue), PluginState::Ready);
        change();
        const auto parts = start(catalogue);
        QVERIFY(!parts);
        QCOMPARE(QString::fromStdString(parts.error().front().text),
                 untrusted("it has changed since it was trusted"));
        QCOMPARE(stateOf(catalogue), PluginState::Untrusted);
        QVERIFY(!QFile::exists(m_mark));
    }

    // The marks of crashes go by the checksum of what runs.
    void aNewBuildForAnotherProcessLeavesTheLoadedOneAsItIs()
    {
        PluginCatalogue catalogue(search(PluginOrigin::Installation));
        QVERIFY(start(catalogue));
        const std::string loaded = catalogue.plugins().front().sha256;
        change();
        const auto choice = catalogue.chooseController({"good", {{"folder", "/srv"}}});
        QVERIFY(choice);
        QCOMPARE(QString::fromStdString(choice->sha256), sha256Of(m_plugin));
        QCOMPARE(catalogue.plugins().front().sha256, loaded);
    }

    void anUntrustedBuildForAnotherProcessLeavesTheLoadedOneAsItIs()
    {
        PluginCatalogue catalogue(search(PluginOrigin::Installation));
        QVERIFY(start(catalogue));
        setMode(m_plugin, ForAll);
        QVERIFY(!catalogue.chooseController({"good", {{"folder", "/srv"}}}));
        QCOMPARE(stateOf(catalogue), PluginState::Loaded);
        QCOMPARE(sentenceOf(catalogue), QString());
        QVERIFY(start(catalogue));
    }

    void anUntrustedFileTakesNoIdFromTheInstallation()
    {
        const QTemporaryDir installation;
        const QString own = putPlugin(QStringLiteral(FIXTURES), "good", installation.path());
        PluginSearch both = search(PluginOrigin::CommandLine);
        both.folders.push_back({installation.path().toStdString(), PluginOrigin::Installation});
        PluginCatalogue catalogue(both);
        QCOMPARE(catalogue.find("good", PluginKind::Controller)->file, own.toStdString());
        QVERIFY(catalogue.trust(m_plugin.toStdString(), sha256Of(m_plugin).toStdString()));
        QCOMPARE(catalogue.find("good", PluginKind::Controller)->file, m_plugin.toStdString());
        QCOMPARE(catalogue.plugins().back().state, PluginState::Refused);
    }

    void keepsWhatAnotherProgramDecided()
    {
        PluginCatalogue one(search(PluginOrigin::CommandLine));
        PluginCatalogue other(search(PluginOrigin::CommandLine));
        QVERIFY(one.trust(m_plugin.toStdString(), sha256Of(m_plugin).toStdString()));
        QVERIFY(other.disable("another"));
        QCOMPARE(stateOf(PluginCatalogue(search(PluginOrigin::CommandLine))), PluginState::Ready);
    }

    void countsABrokenFileOfDecisionsForNothing_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("why");
        const QByteArray right = QByteArray(R"({"version":1,"disabled":[],"trusted":{")")
                                 + "/x.so\":\"" + QByteArray(64, 'a') + "\"}}";
        const QString broken = "is not a file of decisions on plugins";
        QTest::newRow("empty") << QByteArray() << 0600 << broken;
        QTest::newRow("no JSON") << QByteArray("{ ]") << 0600 << broken;
        QTest::newRow("newer") << QByteArray(right).replace(":1", ":2") << 0600 << broken;
        QTest::newRow("no checksum") << QByteArray(right).replace("aaaa", "a") << 0600 << broken;
        QTest::newRow("others can write it")
            << right << 0666 << "can be written by others: chmod go-w";
    }
    void countsABrokenFileOfDecisionsForNothing()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, mode);
        QFETCH(QString, why);
        QVERIFY(QDir().mkpath(QFileInfo(m_decisions).path()));
        writeContents(m_decisions, bytes);
        setMode(m_decisions, mode_t(mode));
        PluginCatalogue catalogue(search(PluginOrigin::CommandLine));
        const std::string sentence = QString(m_decisions + ' ' + why
                                             + "; what it says of plugins counts for nothing until "
                                               "it is mended or removed")
                                         .toStdString();
        QCOMPARE(catalogue.notices(), std::vector<std::string>{sentence});
        const auto trusted = catalogue.trust(m_plugin.toStdString(),
                                             sha256Of(m_plugin).toStdString());
        QVERIFY(!trusted);
        QCOMPARE(trusted.error(), sentence);
        QCOMPARE(stateOf(catalogue), PluginState::Untrusted);
        QCOMPARE(read(m_decisions), bytes);
    }

    void saysThatADecisionCannotBeKept()
    {
        PluginSearch nowhere = search(PluginOrigin::CommandLine);
        nowhere.decisionsFile = "/proc/no/plugins.json";
        PluginCatalogue catalogue(nowhere);
        const auto trusted = catalogue.trust(m_plugin.toStdString(),
                                             sha256Of(m_plugin).toStdString());
        QVERIFY(!trusted);
        QVERIFY2(trusted.error().starts_with("/proc/no/plugins.json cannot be written ("),
                 trusted.error().c_str());
        QCOMPARE(stateOf(catalogue), PluginState::Untrusted);
    }

    void disablesAndEnables()
    {
        PluginCatalogue catalogue(search(PluginOrigin::Installation));
        QVERIFY(catalogue.disable("good"));
        QCOMPARE(stateOf(catalogue), PluginState::Disabled);
        QCOMPARE(sentenceOf(PluginCatalogue(search(PluginOrigin::Installation))),
                 m_plugin + " is disabled, as " + m_decisions
                     + " says: enable it in the window's plugins");
        QVERIFY(catalogue.enable("good"));
        QCOMPARE(stateOf(PluginCatalogue(search(PluginOrigin::Installation))), PluginState::Ready);
    }

    void seesAFileChangeWhileItIsHeldOpen_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"nothing", "written", "replaced", "removed", "permissions"})
            QTest::newRow(how) << how;
    }
    void seesAFileChangeWhileItIsHeldOpen()
    {
        QFETCH(QString, how);
        const PluginFile file(m_plugin.toStdString());
        const auto before = file.sha256();
        QVERIFY(before);
        QCOMPARE(QString::fromStdString(*before), sha256Of(m_plugin));
        QVERIFY(file.isUnchanged());
        if (how == "written") {
            change();
        } else if (how == "replaced") {
            const QString other = m_folder->filePath("other");
            QVERIFY(QFile::copy(m_plugin, other));
            QCOMPARE(::rename(qPrintable(other), qPrintable(m_plugin)), 0);
        } else if (how == "removed") {
            QVERIFY(QFile::remove(m_plugin));
        } else if (how == "permissions") {
            setMode(m_plugin, ForAll);
        }
        QCOMPARE(file.isUnchanged(), how == "nothing");
    }

    void knowsAChecksum()
    {
        QVERIFY(isSha256(std::string(64, '0')));
        for (const std::string &wrong :
             {std::string(), std::string(63, '0'), std::string(65, '0'), std::string(64, 'A')})
            QVERIFY(!isSha256(wrong));
    }

private:
    PluginSearch search(PluginOrigin origin) const
    {
        PluginSearch search{{{m_folder->path().toStdString(), origin}}};
        search.decisionsFile = m_decisions.toStdString();
        return search;
    }
    static PluginState stateOf(const PluginCatalogue &catalogue)
    {
        return catalogue.plugins().front().state;
    }
    static QString sentenceOf(const PluginCatalogue &catalogue)
    {
        return QString::fromStdString(catalogue.plugins().front().sentence);
    }
    static tl::expected<ControllerParts, JsonProblems> start(PluginCatalogue &catalogue)
    {
        return catalogue.makeController({"good", {{"folder", "/srv"}}}, {"photos", {}});
    }
    QString untrusted(const QString &because) const
    {
        return m_plugin + " is not trusted: " + because
               + "; if it is what you expect, trust it in the window, or start with --trust "
               + sha256Of(m_plugin);
    }
    /// Appends to the file: it can still be loaded.
    void change() const
    {
        QFile file(m_plugin);
        if (!file.open(QIODevice::Append) || file.write("more") != 4)
            qFatal("cannot append");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_plugin;
    QString m_decisions;
    QString m_mark;
};

QONTROLLER_GUILESS_TEST(PluginTrustTest)
#include "tst_plugintrust.moc"
