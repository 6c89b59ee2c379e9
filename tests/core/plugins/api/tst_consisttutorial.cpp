// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"
#include "tutorial.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QRegularExpression>
#include <QtCore/QSaveFile>
#include <QtTest/QtTest>

#include <map>
#include <set>

using namespace qontroller::test;

namespace {

const QString ConsistTemplate = PREFIX "/share/qontroller/consist-template";
const QByteArray OpenConsistWindow = "qontroller session.json\n";

const QByteArray Copy = "export PATH=~/qontroller/bin:$PATH\n"
                        "cp -r ~/qontroller/share/qontroller/consist-template mine; cd mine\n";
const QByteArray Build = "cmake -B build -G Ninja -DCMAKE_BUILD_TYPE=" CMAKE_BUILD_TYPE
                         " -DCMAKE_PREFIX_PATH=~/qontroller\n"
                         "cmake --build build\n";
const QByteArray Run = "qontrollerd session.json --plugin-path build/plugins --metrics off"
                       " --state-dir state"
                       " --trust $(sha256sum < build/plugins/addresses.so | cut -c -64)"
                       " > server.log 2>&1 & server=$!\n";
const QByteArray End = "kill $server; wait $server || test $? = 143\n";

QList<Step> consistTutorial()
{
    return stepsOf(contentsOf(QONTROLLER_SOURCE_DIR "/core/members/consist/TUTORIAL.md"));
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
    /// Who has no traffic now, and was not restarted yet; empty: nobody.
    [[nodiscard]] QString drained() const
    {
        for (const auto &[name, isOn] : m_isOn) {
            if (!isOn && !m_restarted.contains(name))
                return name;
        }
        return {};
    }
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
            m_restarted.insert(restart.captured(1));
            m_restartsWithTraffic += m_isOn[restart.captured(1)] ? 1 : 0;
        }
        m_mostOff = std::max(m_mostOff, static_cast<int>(m_isOn.size()) - isOn());
    }

    std::map<QString, bool> m_isOn;
    std::set<QString> m_restarted;
    int m_restarts = 0;
    int m_restartsWithTraffic = 0;
    int m_mostOff = 0;
};

/// Restarts of all servers are asked for: "n1" and so on, at 10.0.0.1:80 and so on.
QByteArray serviceOf(int servers)
{
    QByteArray all;
    for (int i = 1; i <= servers; ++i) {
        const QByteArray number = QByteArray::number(i);
        all += (i > 1 ? "," : "") + ("\"n" + number) + R"(": { "address": "10.0.0.)" + number
               + R"(:80", "ready": true, "restart": 1 })";
    }
    return "{ \"qps\": 7, \"servers\": { " + all + " } }\n";
}

/// Of the template's files. What is replaced has to be there.
void edit(const Newcomer &newcomer, const QString &name, const QByteArray &before,
          const QByteArray &after)
{
    const QString path = newcomer.file("mine/" + name);
    QByteArray text = contentsOf(path);
    if (text.count(before) != 1)
        qFatal("%s has not one: %s", qPrintable(name), before.constData());
    writeContents(path, text.replace(before, after));
}

/// The member keeps its sessions as TUTORIAL.md says under *Make it yours*. The provider's
/// sessions.json has how many of each, and looks.txt a line for each time that it was asked.
void countSessions(const Newcomer &newcomer)
{
    edit(newcomer, "fakeprovider.h", "    void note(",
         R"(    int sessionsOf(const std::string &member) const
    {
        QFile looks(m_folder + "/looks.txt");
        if (looks.open(QFile::Append))
            looks.write(QByteArray::fromStdString(member + '\n'));
        const QJsonObject all = readJson(m_folder + "/sessions.json").value_or(QJsonObject());
        return all[QString::fromStdString(member)].toInt();
    }
    void note()");
    edit(newcomer, "addressadapter.h",
         R"(    int weight = 0;

    static Member)",
         R"(    int weight = 0;
    int sessions = 0;

    static Member)");
    edit(newcomer, "addressadapter.h", "    bool operator==(const Member &) const = default;\n",
         R"(    bool operator==(const Member &other) const
    {
        return id == other.id && name == other.name && on == other.on && weight == other.weight;
    }
)");
    edit(newcomer, "addressadapter.h", "        return m_provider->read<Member>(service.id);\n",
         R"(        auto members = m_provider->read<Member>(service.id);
        for (Member &member : members)
            member.sessions = m_provider->sessionsOf(member.id);
        return members;
)");
    edit(newcomer, "addressadapter.h", "{ return member.on; }",
         "{ return member.on || member.sessions > 0; }");
}

} // namespace

/// A newcomer does what core/members/consist/TUTORIAL.md and the README of its template say, word by word.
class ConsistTutorialTest : public QObject
{
    Q_OBJECT

private slots:
    /// The prefix is not ours alone, and the tutorial installs into it.
    void cleanup() { QFile::remove(PREFIX "/" PLUGIN_FOLDER "/addresses.so"); }

    void leadsFromAnEmptyFolderToTheWindow();
    void makesTheTemplate();
    void theTemplateDoesWhatItsReadmeSays();
    void noServerIsRestartedWhileItHasSessions();
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
    QTRY_VERIFY(contentsOf(provided).count("\"on\": true") == 2);
    QVERIFY(newcomer.type("rm services/web.json\n"));
    QTRY_VERIFY(!contentsOf(provided).contains("qps"));
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

void ConsistTutorialTest::noServerIsRestartedWhileItHasSessions()
{
    constexpr int Servers = 3;
    Newcomer newcomer;
    QVERIFY2(newcomer.type(Copy), newcomer.complaint());
    countSessions(newcomer);
    QVERIFY2(newcomer.type(Build + "mkdir provider\n"), newcomer.complaint());
    QVERIFY(newcomer.write("services/web.json", serviceOf(Servers)));
    QJsonObject sessions{{"10.0.0.1:80", 1}, {"10.0.0.2:80", 7}, {"10.0.0.3:80", 2}};
    const auto provided = [&](const QString &name) {
        return newcomer.file("mine/provider/" + name);
    };
    const auto tellSessions = [&] {
        QSaveFile file(provided("sessions.json"));
        return file.open(QFile::WriteOnly) && file.write(QJsonDocument(sessions).toJson()) > 0
               && file.commit();
    };
    QVERIFY(tellSessions());
    QVERIFY2(newcomer.type(Run), newcomer.complaint());
    const auto journal = [&] { return Journal(contentsOf(provided("journal.txt"))); };
    for (int restarts = 0; restarts < Servers; ++restarts) {
        QTRY_VERIFY(!journal().drained().isEmpty() || journal().restarts() > restarts);
        QCOMPARE(journal().restarts(), restarts);
        const QString address = "10.0.0." + journal().drained().right(1) + ":80";
        const auto looks = [&] {
            return contentsOf(provided("looks.txt")).count(address.toUtf8() + '\n');
        };
        const auto before = looks();
        QTRY_VERIFY(looks() >= before + 5);
        QCOMPARE(journal().restarts(), restarts);
        sessions.remove(address);
        QVERIFY(tellSessions());
        QTRY_COMPARE(journal().restarts(), restarts + 1);
    }
    QTRY_COMPARE(journal().isOn(), Servers);
    QVERIFY2(newcomer.type(End), newcomer.complaint());
    QCOMPARE(journal().restartsWithTraffic(), 0);
    QCOMPARE(journal().mostOff(), 1);
}

QONTROLLER_GUILESS_TEST(ConsistTutorialTest)
#include "tst_consisttutorial.moc"
