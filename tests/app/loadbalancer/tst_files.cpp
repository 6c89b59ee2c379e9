// SPDX-License-Identifier: LGPL-3.0-or-later
// What files say, and what a service expects of them.
#include "loadbalancerrig.h"
#include "testprogram.h"

#include "app/plugins/loadbalancer/expectation.h"
#include "app/plugins/loadbalancer/folderlister.h"
#include "app/plugins/loadbalancer/objectfile.h"
#include "core/members/consist/consistparts.h"
#include "core/sdk/testing/recordinglist.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/stat.h>

#include <mutex>
#include <thread>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;

namespace {

/// What a watch tells, as one text.
class Events final : public WatchSink
{
public:
    void ready() override { say("ready"); }
    void event(EventType type, std::string_view id, Version) override
    {
        say((type == EventType::Deleted ? '-' : '+') + std::string(id));
    }
    void cursor(std::string_view) override {}
    void missed(std::string_view) override { say("missed"); }
    void error(std::string_view what) override { say(std::string(what)); }

    [[nodiscard]] std::string text()
    {
        const std::lock_guard lock(m_mutex);
        return m_text;
    }

private:
    void say(const std::string &word)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_text.ends_with(word + ' ')) // one change may be told of twice
            m_text += word + ' ';
    }

    std::mutex m_mutex;
    std::string m_text;
};

} // namespace

class FilesTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsAService()
    {
        const FolderObject object = readObject(R"({"kind": "Service", "selector": {"app": "web"},
            "backend": "web", "frontend": "in", "port": 8080})");
        QCOMPARE(object.problem, "");
        QVERIFY(object.kind == ObjectKind::Service);
        QVERIFY((*object.service() == Service{{{"app", "web"}}, "web", "in", 8080}));
    }

    void readsAServer()
    {
        const FolderObject object = readObject(R"({"kind": "Server", "labels": {"app": "web"},
            "address": "127.0.0.1:9001", "ready": true,
            "operations": [{"id": "restart-7", "type": "restart", "finished": false}]})");
        QCOMPARE(object.problem, "");
        QVERIFY((*object.server()
                 == Server{{{"app", "web"}},
                           {"127.0.0.1", 9001},
                           true,
                           100,
                           {{"restart-7", "restart", false}}}));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const char *json, const char *sentence) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(sentence);
        };
        row("empty", "", "is empty: must be a JSON object");
        row("cut", R"({"kind": "Server",)", "line 1, column");
        row("a name twice", R"({"kind": "Server", "address": "127.0.0.1:1", "ready": true,
            "address": "127.0.0.1:2"})",
            "line 2, column 13: address is given twice: remove one of them");
        row("list", "[]", "must be a JSON object");
        row("no kind", "{}", "kind: is missing: must be \"Service\" or \"Server\"");
        row("other kind", R"({"kind": "Pod"})", "kind: must be \"Service\" or \"Server\"");
        row("unknown key", R"({"kind": "Service", "backend": "web", "color": 1})",
            "color: is not known here");
        row("no backend", R"({"kind": "Service"})", "backend: is missing");
        row("commands in a backend", R"({"kind": "Service", "backend": "web; show info"})",
            "backend: must");
        row("check", R"({"kind": "Service", "backend": "web", "check": "no"})",
            "check: must be \"off\", or a time from 10ms to 1h, as in \"1s\", but is \"no\"");
        row("check too often", R"({"kind": "Service", "backend": "web", "check": "1ms"})",
            "check: must be \"off\", or a time");
        row("label", R"({"kind": "Server", "address": "::1", "ready": true, "labels": {"a": 1}})",
            "labels.a: must be text, but is 1");
        row("name for an address",
            R"({"kind": "Server", "address": "localhost:80", "ready": true})",
            "address: must be an IP address with a port, as in \"127.0.0.1:9001\" or");
        row("port", R"({"kind": "Server", "address": "127.0.0.1:65536", "ready": true})",
            "address: must be an IP address with a port");
        row("weight", R"({"kind": "Server", "address": "::1", "ready": true, "weight": 0})",
            "weight: must be a whole number from 1 to 256, but is 0");
        row("two operations of one id", R"({"kind": "Server", "address": "::1", "ready": true,
            "operations": [{"id": "a", "type": "b"}, {"id": "a", "type": "c"}]})",
            "operations[1].id: must be another one than \"a\", which an operation before it has");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, sentence);
        const FolderObject object = readObject(json);
        QVERIFY2(QString::fromStdString(object.problem).startsWith(sentence),
                 object.problem.c_str());
        QVERIFY(!object.service() && !object.server());
    }

    void readsAddresses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("normal"); // empty: it is none
        QTest::newRow("v4") << "127.0.0.1:80"
                            << "127.0.0.1:80";
        QTest::newRow("v4 without port") << "127.0.0.1"
                                         << "127.0.0.1:0";
        QTest::newRow("v6") << "[::1]:80"
                            << "[::1]:80";
        QTest::newRow("v6 in full") << "[0:0:0:0:0:0:0:1]:80"
                                    << "[::1]:80";
        QTest::newRow("v6 without port") << "fe80::1"
                                         << "[fe80::1]:0";
        QTest::newRow("v6 in brackets without port") << "[::1]"
                                                     << "[::1]:0";
        QTest::newRow("v6 in full without port") << "1:2:3:4:5:6:7:8"
                                                 << "[1:2:3:4:5:6:7:8]:0";
        QTest::newRow("v6 with a part that may be a port") << "::1:9005"
                                                           << "";
        QTest::newRow("brackets that do not end") << "[::1"
                                                  << "";
        QTest::newRow("port 0") << "127.0.0.1:0"
                                << "";
        QTest::newRow("port with a sign") << "127.0.0.1:+80"
                                          << "";
        QTest::newRow("port with more") << "127.0.0.1:80 weight 0"
                                        << "";
        QTest::newRow("three parts") << "127.0.0:80"
                                     << "";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("no port behind the colon") << "[::1]:"
                                                  << "";
        QTest::newRow("brackets alone") << "[]:80"
                                        << "";
    }
    void readsAddresses()
    {
        QFETCH(QString, text);
        QFETCH(QString, normal);
        const auto address = parseAddress(text.toStdString());
        QCOMPARE(address ? textOf(*address) : "", normal.toStdString());
    }

    void anEmptySelectorSelectsNothing()
    {
        QVERIFY(!selects({}, {{"app", "web"}}));
        QVERIFY(!selects({}, {}));
        QVERIFY(selects({{"app", "web"}}, {{"app", "web"}, {"zone", "a"}}));
        QVERIFY(!selects({{"app", "web"}, {"zone", "b"}}, {{"app", "web"}, {"zone", "a"}}));
    }

    void theLastGoodStateCounts()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString());
        files.putServer("s1", "127.0.0.1:9");
        QVERIFY(folder.list());
        for (const char *wrong : {"{", "", R"({"kind": "Server"})"}) {
            files.write("s1", wrong);
            const auto object = folder.find("s1")->object;
            QVERIFY(object->problem.starts_with("s1.json: "));
            QVERIFY(object->kind == ObjectKind::Server);
            QVERIFY(object->server() && object->server()->address.port == 9);
        }
        files.write("s1", R"({"kind": "Service"})"); // what it was is of no use for that
        QVERIFY(!folder.find("s1")->object->server());
    }

    void aFileThatWasAwayHasNoPast()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString(), Duration::zero());
        files.putServer("s1", "127.0.0.1:9");
        QVERIFY(folder.list());
        files.drop("s1");
        QVERIFY(!folder.find("s1")->object);
        files.write("s1", "{");
        QVERIFY(!folder.find("s1")->object->server());
        QVERIFY(folder.find("s1")->object->kind == ObjectKind::Unknown);
    }

    // As vim saves, and others that rename the file first and write it then.
    void aFileThatIsAwayForAMomentIsThere()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString(), std::chrono::hours(1));
        files.putServer("s1", "127.0.0.1:9");
        QVERIFY(folder.list());
        files.drop("s1");
        QCOMPARE(folder.find("s1")->object->server()->address.port, 9);
        QVERIFY(folder.all()->contains("s1"));
        files.putServer("s1", "127.0.0.1:10");
        QCOMPARE(folder.find("s1")->object->server()->address.port, 10);
        QVERIFY(!folder.removeServer("s1")); // by whom it is no moment
        QVERIFY(!folder.find("s1")->object);
    }

    void aListWaitsUntilItIsCertain()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString(), std::chrono::milliseconds(50));
        files.putServer("s1", "127.0.0.1:9");
        files.putServer("s2", "127.0.0.1:9");
        QVERIFY(folder.list());
        files.drop("s1");
        QVERIFY(folder.all()->contains("s1"));
        QVERIFY(!folder.list()->entries.contains("s1"));
        QVERIFY(!folder.find("s1")->object);
        QVERIFY(folder.list()->entries.contains("s2"));
    }

    void anAbsenceIsBelievedWhenItHasLasted()
    {
        ManualClock clock;
        Absences absences(std::chrono::seconds(1), clock);
        QVERIFY(absences.hasGone("never there"));
        absences.noteThere("a");
        QVERIFY(!absences.hasGone("a"));
        clock.advance(std::chrono::milliseconds(999));
        QVERIFY(!absences.hasGone("a"));
        absences.noteThere("a"); // and away again: another absence
        clock.advance(std::chrono::milliseconds(1));
        QVERIFY(!absences.hasGone("a"));
        clock.advance(std::chrono::seconds(1));
        QVERIFY(absences.hasGone("a"));
        QVERIFY(absences.hasGone("a"));
        absences.noteThere("a");
        QVERIFY(!absences.hasGone("a"));
        absences.forget("a");
        QVERIFY(absences.hasGone("a"));
        QVERIFY(!absences.await({})); // nothing to wait for
    }

    void whatIsNoFileIsSaidAndBlocksNobody()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString());
        files.putServer("s1", "127.0.0.1:9");
        QVERIFY(QDir().mkpath(files.path("folder.json")));
        QCOMPARE(::mkfifo(files.path("fifo.json").toUtf8(), 0600), 0);
        files.write("a#b", "{}");
        files.write(".hidden", "{}");
        const auto listing = folder.list();
        QVERIFY(listing);
        QCOMPARE(listing->entries.size(), std::size_t(3));
        QCOMPARE(listing->entries.at("folder").object->problem, "folder.json: must be a file");
        QCOMPARE(listing->entries.at("fifo").object->problem, "fifo.json: must be a file");
        QVERIFY2(listing->unusable.find("a#b.json\": its name has a #") != std::string::npos,
                 listing->unusable.c_str());
    }

    // Where it leads may not be mounted.
    void aLinkToNowhereIsNoDeletion()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString(), Duration::zero());
        files.putServer("s1", "127.0.0.1:9");
        QVERIFY(QFile::rename(files.path("s1.json"), files.path("elsewhere")));
        QVERIFY(QFile::link(files.path("elsewhere"), files.path("s1.json")));
        QVERIFY(folder.list()->entries.contains("s1"));
        QVERIFY(QFile::remove(files.path("elsewhere")));
        const auto listing = folder.list();
        QVERIFY(listing && listing->entries.contains("s1"));
        const auto object = listing->entries.at("s1").object;
        QCOMPARE(object->problem, "s1.json: is a link to a file that is not there");
        QVERIFY(object->server());
        QCOMPARE(object->server()->address.port, 9);
    }

    void aFolderThatIsMissingIsAnError()
    {
        ObjectFolder folder("/no/such");
        QVERIFY(!folder.list());
        QVERIFY(!folder.all());
        QVERIFY(!folder.find("s1"));
        QVERIFY(folder.removeServer("s1"));
    }

    void anEmptyFolderInItsPlaceIsNotBelieved()
    {
        QTemporaryDir place;
        const QString path = place.filePath("shop");
        QVERIFY(QDir().mkpath(path));
        ObjectFolder folder(path.toStdString());
        QVERIFY(folder.list()); // empty from the beginning
        QVERIFY(QDir().rename(path, path + "-away"));
        QVERIFY(QDir().mkpath(path));
        const auto listing = folder.list();
        QVERIFY(!listing);
        QVERIFY2(listing.error().message.find("is another one than before, and empty")
                     != std::string::npos,
                 listing.error().message.c_str());
        QVERIFY(!folder.find("s1"));
        QFile file(path + "/s1.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(folder.list()); // not empty: see whyDoubted()
    }

    // Or a pass over a service takes those out of traffic that it lacks, before they are held.
    void anotherFolderInItsPlaceIsReadOnceTheServersAreJudged()
    {
        const QTemporaryDir place;
        const QString path = place.filePath("shop");
        QVERIFY(QDir().mkpath(path));
        const auto folder = std::make_shared<ObjectFolder>(path.toStdString());
        FolderLister services(folder, ObjectKind::Service);
        FolderLister servers(folder, ObjectKind::Server);
        const auto list = [](FolderLister &lister) {
            RecordingList ids;
            return lister.list(ids, {}).kind() == ListResult::Kind::Complete;
        };
        QVERIFY(list(services) && list(servers) && folder->all());
        QVERIFY(QDir().rename(path, path + "-away"));
        QVERIFY(QDir().mkpath(path));
        QFile file(path + "/s1.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(list(services) && list(services));
        QVERIFY(!folder->all());
        QVERIFY(list(servers)); // which doubts it: what it lacks is held from its end on
        QVERIFY(!folder->all());
        QVERIFY(list(services));
        QVERIFY(!folder->all());
        QVERIFY(list(servers));
        QVERIFY(folder->all());
    }

    void whatAnotherFolderInItsPlaceLacksIsDoubted()
    {
        const QTemporaryDir place;
        const QString path = place.filePath("shop");
        QVERIFY(QDir().mkpath(path));
        const auto folder = std::make_shared<ObjectFolder>(path.toStdString());
        FolderLister services(folder, ObjectKind::Service);
        FolderLister servers(folder, ObjectKind::Server);
        const auto doubt = [](FolderLister &lister) {
            RecordingList ids;
            return lister.list(ids, {}).doubt();
        };
        QCOMPARE(doubt(services) + doubt(servers), "");
        QVERIFY(QDir().rename(path, path + "-away"));
        QVERIFY(QDir().mkpath(path));
        QFile file(path + "/s1.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (FolderLister *lister : {&services, &servers}) { // each has something to lose
            QVERIFY(doubt(*lister).find("is another one than before") != std::string::npos);
            QCOMPARE(doubt(*lister), "");
        }
    }

    void onlyServersAreDeleted()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString());
        files.putService("web");
        files.putServer("s1", "127.0.0.1:9");
        QVERIFY(folder.list());
        QVERIFY(folder.removeServer("web"));
        QVERIFY(!folder.removeServer("s1"));
        QVERIFY(!folder.removeServer("s1")); // again
        QVERIFY(QFile::exists(files.path("web.json")));
        QVERIFY(!QFile::exists(files.path("s1.json")));
    }

    void theFrameAsksFilesOfServers()
    {
        const Files files;
        files.putService("web");
        files.putServer("s1", "127.0.0.1:1");
        files.write("s2", R"({"kind": "Server", "address": "::1", "ready": true,
            "operations": [{"id": "a", "type": "restart"},
                           {"id": "b", "type": "move", "finished": true}]})");
        LoadBalancerOptions options;
        options.controller = options.employeeKind = "shop";
        options.folder = files.path().toStdString();
        const ControllerParts parts = makeLoadBalancerParts(options);
        const ConsistOptions &consist = parts.consist->options;
        RecordingList ids;
        QVERIFY(parts.listerWatcher->list(ids, {}).kind() == ListResult::Kind::Complete);
        QVERIFY((ids.ids == std::set<std::string>{"web"}));

        QVERIFY(consist.operationsOf("s1")->empty());
        QVERIFY((consist.operationsOf("s2")
                 == std::vector<WantedOperation>{{"a", "restart", false}, {"b", "move", true}}));
        QVERIFY(consist.operationsOf("nobody")->empty());
        const auto mayBegin = [&](std::string_view id) { return !consist.mayBegin(id); };
        QCOMPARE(consist.labelsOf("s1").at("app"), "web");
        QVERIFY(!mayBegin("s1")); // not looked at yet
        QVERIFY(mayBegin("nobody"));

        files.write("s2", "{"); // asks for nothing and takes nothing back
        QVERIFY(!consist.operationsOf("s2"));
        QVERIFY(!mayBegin("s2"));
        files.write("s3", "{");
        QVERIFY(!mayBegin("s3"));
        QVERIFY(!consist.deleteEmployee("s1"));
        QVERIFY(!QFile::exists(files.path("s1.json")));
    }

    void changesAreToldOfTheirKind()
    {
        const Files files;
        files.putService("web");
        files.putServer("s1", "127.0.0.1:1");
        const auto folder = std::make_shared<ObjectFolder>(files.path().toStdString(),
                                                           std::chrono::milliseconds(50));
        FolderLister services(folder, ObjectKind::Service);
        RecordingList ids;
        QVERIFY(services.list(ids, {}).kind() == ListResult::Kind::Complete);
        Events events;
        std::jthread watch([&](const std::stop_token &stop) {
            static_cast<void>(services.watch(events, {}, stop));
        });
        QVERIFY(eventually([&] { return events.text() == "ready "; }));
        files.putServer("s1", "127.0.0.1:2"); // not a service
        files.putService("blue");
        QVERIFY(eventually([&] { return events.text() == "ready +blue "; }));
        files.write("web", "{"); // still one, as far as is known
        QVERIFY(eventually([&] { return events.text() == "ready +blue +web "; }));
        files.putServer("web", "127.0.0.1:3");
        QVERIFY(eventually([&] { return events.text() == "ready +blue +web -web "; }));
        files.write("new", "{"); // perhaps
        QVERIFY(eventually([&] { return events.text().ends_with("-web +new "); }));
        files.drop("new");
        files.drop("s1");
        QVERIFY(eventually([&] { return events.text().ends_with("-web +new -new "); }));
    }

    void aServiceExpectsWhatItSelects()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString());
        files.putServer("s1", "127.0.0.1:1");
        files.putServer("s2", "127.0.0.1:2");
        files.putServer("s3", "127.0.0.1:3", "false");
        files.putServer("s4", "127.0.0.1");
        files.write("db", R"({"kind": "Server", "address": "::1", "ready": true})");
        files.write("s5", "{");
        const auto entries = folder.list()->entries;
        const auto mayServe = [](std::string_view id) { return id != "s2"; };
        const auto expected = expectationOf({{{"app", "web"}}, "web", "", 0}, entries, mayServe);
        QVERIFY((expected.members
                 == std::vector<Member>{{"web/s1", "s1", "127.0.0.1:1", 100, Member::Traffic::On},
                                        {"web/s2", "s2", "127.0.0.1:2", 100, Member::Traffic::Off,
                                         std::chrono::seconds(1)},
                                        {"web/s3", "s3", "127.0.0.1:3", 100, Member::Traffic::Off,
                                         std::chrono::seconds(1)}}));
        QVERIFY((expected.unknown == std::vector<std::string>{"s4", "s5"}));
        QCOMPARE(expected.problems.size(), std::size_t(2));
        QVERIFY(expectationOf({{}, "web", "", 0}, entries, mayServe).problems.empty());
        const auto withPort = expectationOf({{{"app", "web"}}, "web", "", 80}, entries, mayServe);
        QCOMPARE(withPort.members.back().address, "127.0.0.1:80");
    }

    void serversOfOneAddressStayAsTheyAre()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString());
        files.putServer("s1", "127.0.0.1:1");
        files.putServer("s2", "127.0.0.1:1");
        files.putServer("s3", "127.0.0.1:3");
        const auto expected = expectationOf({{{"app", "web"}}, "web", "", 0},
                                            folder.list()->entries,
                                            [](std::string_view) { return true; });
        QCOMPARE(expected.members.size(), std::size_t(1));
        QVERIFY((expected.unknown == std::vector<std::string>{"s1", "s2"}));
        QCOMPARE(expected.problems.at("s1"),
                 "s1.json: address: 127.0.0.1:1 is that of s2 as well: give each server its own");
        QCOMPARE(expected.problems.at("s2"),
                 "s2.json: address: 127.0.0.1:1 is that of s1 as well: give each server its own");
    }

    void whatIsWrongNowIsSaidOfAServerThatLackedAPortBefore()
    {
        const Files files;
        ObjectFolder folder(files.path().toStdString());
        const Service service{{{"app", "web"}}, "web", "", 0};
        const auto problem = [&] {
            const auto mayServe = [](std::string_view) { return true; };
            return expectationOf(service, folder.list()->entries, mayServe).problems["s1"];
        };
        files.putServer("s1", "127.0.0.1");
        QVERIFY(problem().starts_with("s1.json: address: must have a port"));
        files.write("s1", R"({"kind":"Server","address":)");
        QVERIFY2(problem().starts_with("s1.json: line 1, column 2"), problem().c_str());
    }
};

QONTROLLER_GUILESS_TEST(FilesTest)
#include "tst_files.moc"
