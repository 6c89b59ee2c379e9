// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"
#include "tutorial.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <map>

using namespace qontroller::test;

namespace {

const QString ConsistTemplate = PREFIX "/share/qontroller/consist-template";
const QByteArray OpenConsistWindow = "qontroller session.json\n";

QList<Step> consistTutorial()
{
    return stepsOf(contentsOf(QONTROLLER_SOURCE_DIR "/core/consist/TUTORIAL.md"));
}

/// What the journal of the fake provider says of one server after the other.
class Journal
{
public:
    explicit Journal(const QByteArray &text)
    {
        for (const QByteArray &line : text.split('\n'))
            read(QString::fromUtf8(line));
    }

    [[nodiscard]] int restarts() const { return m_restarts; }
    [[nodiscard]] int restartsWithTraffic() const { return m_restartsWithTraffic; }
    [[nodiscard]] int mostOff() const { return m_mostOff; }
    [[nodiscard]] int isOn() const
    {
        return static_cast<int>(
            std::ranges::count(m_isOn, true, [](auto &one) { return one.second; }));
    }

private:
    void read(const QString &line)
    {
        static const QRegularExpression changes("\"name\":\"([^\"]+)\",\"on\":(true|false)");
        static const QRegularExpression restarts("^restart of (.+)$");
        if (const auto change = changes.match(line); change.hasMatch())
            m_isOn[change.captured(1)] = change.captured(2) == "true";
        if (const auto restart = restarts.match(line); restart.hasMatch()) {
            ++m_restarts;
            m_restartsWithTraffic += m_isOn[restart.captured(1)] ? 1 : 0;
        }
        m_mostOff = std::max(m_mostOff, static_cast<int>(m_isOn.size()) - isOn());
    }

    std::map<QString, bool> m_isOn;
    int m_restarts = 0;
    int m_restartsWithTraffic = 0;
    int m_mostOff = 0;
};

} // namespace

/// A newcomer does what core/consist/TUTORIAL.md and the README of its template say, word by word.
class ConsistTutorialTest : public QObject
{
    Q_OBJECT

private slots:
    /// The prefix is not ours alone, and the tutorial installs into it.
    void cleanup() { QFile::remove(PREFIX "/" PLUGIN_FOLDER "/addresses.so"); }

    void leadsFromAnEmptyFolderToTheWindow();
    void makesTheTemplate();
    void theTemplateDoesWhatItsReadmeSays();
    void noServerIsRestartedWithTraffic();
};

void ConsistTutorialTest::leadsFromAnEmptyFolderToTheWindow()
{
    QCOMPARE(consistTutorial().last().text, OpenConsistWindow);
    Newcomer newcomer;
    const QByteArray problem = follow(newcomer, stepsBefore(consistTutorial(), OpenConsistWindow));
    QVERIFY2(problem.isEmpty(), problem);
    if (!QONTROLLER_HAS_WINDOW)
        return; // nothing more to type: this build has no window

    const QString provided = newcomer.file("addresses/provider/web.json");
    QVERIFY(newcomer.type(OpenConsistWindow.chopped(1) + " & window=$!\n"));
    QTRY_VERIFY_WITH_TIMEOUT(contentsOf(provided).count("\"on\": true") == 2, 30'000);
    QVERIFY(newcomer.type("rm services/web.json\n"));
    QTRY_VERIFY_WITH_TIMEOUT(!contentsOf(provided).contains("qps"), 30'000);
    QVERIFY2(newcomer.type("kill $window; wait $window || test $? = 143\n"), newcomer.complaint());
}

void ConsistTutorialTest::makesTheTemplate()
{
    QCOMPARE(differenceOf(consistTutorial(), ConsistTemplate), QByteArray());
}

void ConsistTutorialTest::theTemplateDoesWhatItsReadmeSays()
{
    Newcomer newcomer;
    QVERIFY(newcomer.type("cp -r ~/qontroller/share/qontroller/consist-template mine; cd mine\n"));
    const auto steps = stepsOf(contentsOf(ConsistTemplate + "/README.md"));
    QCOMPARE(steps.size(), 1);
    const auto output = newcomer.type(asThisBuild(steps.first().text));
    QVERIFY2(output, newcomer.complaint());
    QVERIFY2(output->endsWith("web: 10.0.0.2:80 {\"name\":\"web/two\",\"on\":true,"
                              "\"weight\":100}\n"),
             *output);
}

void ConsistTutorialTest::noServerIsRestartedWithTraffic()
{
    constexpr int Servers = 4;
    Newcomer newcomer;
    QVERIFY2(newcomer.type("export PATH=~/qontroller/bin:$PATH\n"
                           "cp -r ~/qontroller/share/qontroller/consist-template mine; cd mine\n"
                           "cmake -B build -G Ninja -DCMAKE_BUILD_TYPE=" CMAKE_BUILD_TYPE
                           " -DCMAKE_PREFIX_PATH=~/qontroller\n"
                           "cmake --build build\n"),
             newcomer.complaint());
    QByteArray servers;
    for (int i = 1; i <= Servers; ++i) {
        const QByteArray number = QByteArray::number(i);
        servers += (i > 1 ? "," : "") + ("\"n" + number) + R"(": { "address": "10.0.0.)" + number
                   + R"(:80", "ready": true, "restart": 1 })";
    }
    QVERIFY(
        newcomer.write("services/web.json", "{ \"qps\": 7, \"servers\": { " + servers + " } }\n"));
    QVERIFY2(newcomer.type("qontrollerd session.json --plugin-path build/plugins --metrics off"
                           " --state-dir state"
                           " --trust $(sha256sum < build/plugins/addresses.so | cut -c -64)"
                           " > server.log 2>&1 & server=$!\n"),
             newcomer.complaint());
    const auto journal = [&] {
        return Journal(contentsOf(newcomer.file("mine/provider/journal.txt")));
    };
    QTRY_VERIFY_WITH_TIMEOUT(journal().restarts() == Servers && journal().isOn() == Servers,
                             60'000);
    QVERIFY2(newcomer.type("kill $server; wait $server || test $? = 143\n"), newcomer.complaint());
    QCOMPARE(journal().restartsWithTraffic(), 0);
    QCOMPARE(journal().mostOff(), 1);
}

QONTROLLER_GUILESS_TEST(ConsistTutorialTest)
#include "tst_consisttutorial.moc"
