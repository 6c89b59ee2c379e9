// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "core/base/threads/clock.h"
#include "core/plugins/load/pluginloader.h"
#include "testprogram.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr auto WhenChanged = "was changed while it was loaded";

PluginTerms anyContent()
{
    return {[](const std::string &) { return std::string(); }, WhenChanged};
}

PluginTerms onlyContent(const QString &sha256)
{
    return {[sha256](const std::string &found) {
                return QString::fromStdString(found) == sha256 ? std::string() : "is another";
            },
            WhenChanged};
}

void append(const QString &name)
{
    QFile file(name);
    if (!file.open(QIODevice::Append) || file.write("more") != 4)
        qFatal("cannot append");
}

} // namespace

/// Real files: what is loaded is what was agreed to, once, and marked.
class PluginLoaderTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_plugin = putPlugin(QStringLiteral(FIXTURES), "good", m_folder->path());
        m_marks = m_folder->filePath("marks");
        m_ran = m_folder->filePath("ran");
        qputenv("QONTROLLER_FIXTURE_MARK", m_ran.toUtf8());
    }

    void verifiesWithoutLoading()
    {
        const std::string file = m_plugin.toStdString();
        QVERIFY(PluginLoader::verify(file, onlyContent(sha256Of(m_plugin))));
        const auto refused = PluginLoader::verify(file, onlyContent("0"));
        QVERIFY(!refused);
        QCOMPARE(refused.error(), std::string("is another"));
        QVERIFY(!QFile::exists(m_ran));
    }

    void verifiesNoFileThatCannotBeRead()
    {
        const auto refused = PluginLoader::verify(m_plugin.toStdString() + ".none", anyContent());
        QVERIFY(!refused);
        QVERIFY(!refused.error().empty());
    }

    void p1_loadsNothingThatWasNotAgreedTo()
    {
        PluginLoader loader(m_marks.toStdString());
        const auto refused = loader.load(attempt(), onlyContent("0"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().text, std::string("is another"));
        QVERIFY(!QFile::exists(m_ran));
        QVERIFY(marks().isEmpty());
    }

    void p3_loadsACopyOfWhatOthersCanWrite()
    {
        QVERIFY(QFile(m_plugin).setPermissions(QFile(m_plugin).permissions()
                                               | QFileDevice::WriteOther));
        const QStringList before = copies();
        // The terms are asked after the checksum was taken and before the code runs.
        const PluginTerms terms{[this](const std::string &) {
                                    QFile file(m_plugin); // another program swaps it
                                    if (!file.open(QIODevice::WriteOnly))
                                        qFatal("not swapped");
                                    return std::string();
                                },
                                "has changed"};
        PluginLoader loader(m_marks.toStdString());
        const auto loaded = loader.load(attempt(), terms);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text.c_str());
        QVERIFY(loaded->plugin.controller);
        QCOMPARE(copies(), before); // it is gone, and what is mapped stays
    }

    void loadsAFileOnce()
    {
        ManualClock clock;
        PluginLoader loader({}, clock);
        const auto first = loader.load(attempt(), anyContent());
        QVERIFY(first);
        QVERIFY(first->plugin.controller);
        QCOMPARE(first->loadTime, std::optional<Duration>(0s));
        append(m_plugin);
        const auto again = loader.load(attempt(), onlyContent("0"));
        QVERIFY(again);
        QCOMPARE(again->plugin.controller, first->plugin.controller);
        QVERIFY(!again->loadTime);
    }

    void p3_refusesAFileThatChangedWhileItWasLoaded()
    {
        // The terms are asked after the checksum was taken and before the code runs.
        const PluginTerms terms{[this](const std::string &) {
                                    append(m_plugin);
                                    return std::string();
                                },
                                WhenChanged};
        const auto refused = PluginLoader().load(attempt(), terms);
        QVERIFY(!refused);
        QCOMPARE(refused.error().text, std::string(WhenChanged));
    }

    void saysWhatCannotBeLoaded_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("sentence");
        for (const BadPlugin &bad : badPlugins()) {
            if (bad.at != BadAt::Create)
                QTest::newRow(qPrintable(bad.name)) << bad.name << bad.sentence;
        }
    }
    void saysWhatCannotBeLoaded()
    {
        QFETCH(QString, name);
        QFETCH(QString, sentence);
        m_plugin = putPlugin(QStringLiteral(FIXTURES), name, m_folder->path());
        PluginLoader loader(m_marks.toStdString());
        const auto refused = loader.load(attempt(), anyContent());
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.error().text), sentence);
        QVERIFY(marks().isEmpty());
    }

    void marksEachStart()
    {
        PluginLoader loader(m_marks.toStdString());
        auto first = loader.load(attempt(), anyContent());
        auto second = loader.load(attempt(), anyContent());
        QVERIFY(first && first->mark && second && second->mark);
        QCOMPARE(marks().size(), 2);
        first->mark->succeed();
        QCOMPARE(marks().size(), 1);
        loader.releaseMarks();
        QVERIFY(marks().isEmpty());
        QVERIFY(loader.notices().empty());
    }

    void loadsWithoutAMarkAndSaysSoOnce()
    {
        PluginLoader loader("/proc/no");
        for (int start = 0; start < 2; ++start) {
            const auto loaded = loader.load(attempt(), anyContent());
            QVERIFY(loaded);
            QVERIFY(!loaded->mark);
        }
        QCOMPARE(loader.notices().size(), std::size_t(1));
        QVERIFY(loader.notices().front().starts_with("/proc/no: no mark can be written"));
    }

private:
    static QStringList copies()
    {
        return QDir(QDir::tempPath()).entryList({"qontroller-??????"}, QDir::Dirs);
    }
    [[nodiscard]] PluginAttempt attempt() const { return {m_plugin.toStdString(), {}, "photos"}; }
    [[nodiscard]] QStringList marks() const { return QDir(m_marks).entryList(QDir::Files); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_plugin;
    QString m_marks;
    QString m_ran;
};

QONTROLLER_GUILESS_TEST(PluginLoaderTest)
#include "tst_pluginloader.moc"
