// SPDX-License-Identifier: LGPL-3.0-or-later
// What lists of the specs and their watch say of files that go: never two things at once.
#include "eventually.h"
#include "testprogram.h"

#include "app/plugins/common/smallfile.h"
#include "app/plugins/process/processhandler.h"
#include "app/plugins/process/specfile.h"
#include "app/plugins/process/specfolder.h"
#include "core/plugins/process/processstat.h"
#include "core/sdk/testing/recordinglist.h"
#include "core/sdk/testing/recordingwatch.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;

namespace {

struct SpecsRig
{
    explicit SpecsRig(Duration patience)
        : listed(std::make_shared<ListedFolder>(folder.path().toStdString(), patience))
    {}
    [[nodiscard]] QString file(const QString &id) const { return folder.filePath(id + ".json"); }
    void put(const QString &id) const
    {
        QFile spec(file(id));
        if (!spec.open(QIODevice::WriteOnly) || spec.write("{}") != 2)
            qFatal("cannot write");
    }
    /// Takes \a id away, and waits until \a told shows that its watch has seen that: what it tells
    /// of another file was read after it.
    [[nodiscard]] bool isSeenToGo(const QString &id, const RecordingWatch &told) const
    {
        const bool isRemoved = QFile::remove(file(id));
        put("c");
        return isRemoved && told.waitFor("~c");
    }

    QTemporaryDir folder, state;
    std::shared_ptr<ListedFolder> listed;
    SpecFolder specs{listed, std::make_shared<Supervisor>(state.path().toStdString(), LOGWRITER,
                                                          OnStop::Stop)};
};

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Folders of specs and of notes, and copies of them.
struct CopyRig
{
    CopyRig() { QDir(folder.path()).mkdir("specs"); }
    [[nodiscard]] QString path(const QString &name) const { return folder.filePath(name); }
    [[nodiscard]] std::string markIn(const QString &name) const
    {
        return path(name).toStdString() + '/' + markNameOf("process");
    }
    [[nodiscard]] std::shared_ptr<Supervisor> host(const QString &name,
                                                   OnStop onStop = OnStop::Keep) const
    {
        return std::make_shared<Supervisor>(path(name).toStdString(), LOGWRITER, onStop);
    }
    [[nodiscard]] std::shared_ptr<ListedFolder> listed(const QString &name = "specs") const
    {
        return std::make_shared<ListedFolder>(path(name).toStdString(), 0s);
    }
    [[nodiscard]] static bool keep(Supervisor &host, const ObjectId &id)
    {
        const auto spec = readSpec(R"({"command": ["sleep", "1000"], "log": {"to": "discard"}})");
        return host.takeState() && host.keep(id, *spec, {}).kind() == Outcome::Kind::RequeueAfter;
    }
    void putSpec(const QString &id) const
    {
        QFile spec(path("specs/" + id + ".json"));
        if (!spec.open(QIODevice::WriteOnly) || spec.write("{}") != 2)
            qFatal("cannot write");
    }
    [[nodiscard]] static bool copy(const QString &from, const QString &to)
    {
        return QProcess::execute("cp", {"-a", from, to}) == 0;
    }

    QTemporaryDir folder;
};

/// What runs, and is not the copy's.
struct Original
{
    [[nodiscard]] bool runs() const
    {
        return processStat(web->process.pid) && (!db || processStat(db->process.pid));
    }
    void end() const
    {
        ::kill(web->process.pid, SIGKILL);
        if (db)
            ::kill(db->process.pid, SIGKILL);
    }

    std::optional<StartRecord> web, db;
};

/// The clock that file systems take times from. It stands still between two ticks.
std::uint64_t fileTime()
{
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return std::uint64_t(now.tv_sec) * 1'000'000'000 + std::uint64_t(now.tv_nsec);
}

} // namespace

class SpecFolderTest final : public QObject
{
    Q_OBJECT

private slots:
    void aReadThatBeganBeforeTheDeletionTakesNoEventAway()
    {
        SpecsRig rig(std::chrono::milliseconds(20));
        rig.put("a");
        QCOMPARE(listOf(rig.specs), std::string("a complete"));
        Watching watch(rig.specs);
        QVERIFY(watch.told.waitFor("ready"));
        QVERIFY(QFile::remove(rig.file("a")));
        QVERIFY(comesTrue([&] {
            rig.listed->absences().noteThere("a"); // it has read the file when that was there
            return watch.told.has("-a");
        }));
    }

    void aListIsNeverAheadOfTheEvent()
    {
        SpecsRig rig(std::chrono::milliseconds(5));
        Watching watch(rig.specs);
        QVERIFY(watch.told.waitFor("ready"));
        int ahead = 0;
        for (int i = 0; i < 100; ++i) {
            const QString id = "p" + QString::number(i);
            rig.put(id);
            QVERIFY(listOf(rig.specs).find(id.toStdString()) != std::string::npos);
            QVERIFY(QFile::remove(rig.file(id)));
            const bool wasTold = comesTrue([&] {
                const std::string list = listOf(rig.specs);
                return list.find(id.toStdString()) == std::string::npos;
            });
            QVERIFY(wasTold);
            ahead += !watch.told.has("-" + id.toStdString());
            QVERIFY(watch.told.waitFor("-" + id.toStdString()));
        }
        QVERIFY2(ahead <= 3,
                 QByteArray::number(ahead)); // between the end of the wait and the event
    }

    void aFileThatMayComeBackHoldsUpNoList()
    {
        SpecsRig rig(std::chrono::hours(1));
        rig.put("a");
        rig.put("b");
        QCOMPARE(listOf(rig.specs), std::string("a b complete"));
        Watching watch(rig.specs);
        QVERIFY(watch.told.waitFor("ready"));
        QVERIFY(rig.isSeenToGo("a", watch.told));
        QCOMPARE(listOf(rig.specs), std::string("a b c complete"));
        rig.put("a");
        QVERIFY(watch.told.waitFor("~a"));
        QVERIFY(!watch.told.has("-a"));
    }

    void withoutAWatchAListWaits()
    {
        SpecsRig rig(std::chrono::milliseconds(20));
        rig.put("a");
        rig.put("b");
        QCOMPARE(listOf(rig.specs), std::string("a b complete"));
        QVERIFY(QFile::remove(rig.file("a")));
        QCOMPARE(listOf(rig.specs), std::string("b complete"));
    }

    void anotherFolderInItsPlaceIsDoubtedAlsoByTheNextHost()
    {
        const QTemporaryDir place;
        const QString path = place.filePath("specs");
        const auto doubt = [&](SpecFolder &specs) {
            RecordingList ids;
            return specs.list(ids, {}).doubt();
        };
        const auto host = [&] {
            return SpecFolder(std::make_shared<ListedFolder>(path.toStdString(), Duration::zero()),
                              std::make_shared<Supervisor>(place.filePath("state").toStdString(),
                                                           LOGWRITER, OnStop::Stop));
        };
        const auto exchange = [&](const QString &away) {
            return QDir().rename(path, place.filePath(away)) && QDir().mkpath(path);
        };
        const std::string another =
            "the folder \"" + path.toStdString()
            + "\" is another one than before: check that its disk is mounted";
        QVERIFY(QDir().mkpath(path));
        {
            SpecFolder specs = host();
            QCOMPARE(doubt(specs), "");
            QVERIFY(exchange("first"));
            QCOMPARE(doubt(specs), another);
            QCOMPARE(doubt(specs), "");
        }
        QVERIFY(exchange("second"));
        {
            SpecFolder specs = host();
            QCOMPARE(doubt(specs), another);
        }
        SpecFolder specs = host(); // nothing ran that somebody has to decide on
        QCOMPARE(doubt(specs), "");
    }

    // As Kubernetes has a ConfigMap: files that are links through a link, which is exchanged.
    void aConfigMapThatIsExchangedDeletesNothing()
    {
        SpecsRig rig(std::chrono::hours(1));
        SpecFolder &specs = rig.specs;
        const QDir folder(rig.folder.path());
        const auto publish = [&](const QString &version) {
            QFile spec(folder.filePath(version + "/a.json"));
            return folder.mkpath(version) && spec.open(QIODevice::WriteOnly)
                   && spec.write(version.toUtf8()) > 0
                   && QFile::link(version, folder.filePath("..data_tmp"))
                   && ::rename(qPrintable(folder.filePath("..data_tmp")),
                               qPrintable(folder.filePath("..data")))
                          == 0;
        };
        RecordingList before;
        RecordingList after;
        QVERIFY(publish("..first"));
        QVERIFY(QFile::link("..data/a.json", rig.file("a")));
        QVERIFY(specs.list(before, {}).kind() == ListResult::Kind::Complete);
        Watching watch(specs);
        QVERIFY(watch.told.waitFor("ready"));
        QVERIFY(publish("..second"));
        QVERIFY(QDir(folder.filePath("..first")).removeRecursively());
        rig.put("b"); // what the watch has to say of "a" it says before
        QVERIFY(watch.told.waitFor("~b"));
        QVERIFY(!watch.told.has("-a"));
        const ListResult result = specs.list(after, {});
        QCOMPARE(result.kind() == ListResult::Kind::Complete ? result.doubt() : "no", "");
        QCOMPARE(after.text(), "a b");
        QVERIFY(after.versions["a"] != before.versions["a"]);
    }

    // Where it leads may not be mounted.
    void aLinkToNowhereIsNoDeletion()
    {
        SpecsRig rig(Duration::zero());
        rig.put("elsewhere");
        QVERIFY(QFile::link(rig.file("elsewhere"), rig.file("a")));
        QVERIFY(QFile::remove(rig.file("elsewhere")));
        QCOMPARE(listOf(rig.specs), std::string("a complete"));
        const auto text = readSmallFile(rig.file("a").toStdString());
        QVERIFY(!text);
        QCOMPARE(text.error(), "is a link to a file that is not there");
        QVERIFY(QFile::remove(rig.file("a")));
        QCOMPARE(listOf(rig.specs), std::string("complete"));
    }

    void anotherFolderThatALinkLeadsToIsMeant()
    {
        const QTemporaryDir place;
        const auto link = [&](const char *to) {
            QFile::remove(place.filePath("specs"));
            return QDir().mkpath(place.filePath(to)) && QFile::link(to, place.filePath("specs"));
        };
        ListedFolder folder(place.filePath("specs").toStdString());
        QVERIFY(link("first"));
        const ListedPlace before = folder.note({});
        QVERIFY(link("second"));
        const ListedPlace now = folder.note({});
        QVERIFY(!(before == now));
        QCOMPARE(whyDoubted(before, now), "");
    }

    void aFolderInThePlaceOfALinkIsDoubtedAndTheOtherWayRound()
    {
        const QTemporaryDir place;
        const QString path = place.filePath("specs");
        QVERIFY(QDir().mkpath(place.filePath("first")) && QFile::link("first", path));
        ListedFolder folder(path.toStdString());
        const ListedPlace link = folder.note({});
        QVERIFY(QFile::remove(path) && QDir().mkpath(path));
        const ListedPlace plain = folder.note({});
        QVERIFY(!whyDoubted(link, plain).empty());
        QVERIFY(QDir().rmdir(path) && QFile::link("first", path));
        QVERIFY(!whyDoubted(plain, folder.note({})).empty());
    }

    // A new folder often gets the number of the one that was there.
    void aFolderThatIsMadeAnewIsAnotherOne()
    {
        const QTemporaryDir place;
        const QString path = place.filePath("specs");
        for (int i = 0; i < 20; ++i) {
            QVERIFY(QDir().mkpath(path));
            ListedFolder folder(path.toStdString());
            const ListedPlace before = folder.note({});
            if (before.folder.born == 0)
                QSKIP("this file system does not tell when a folder was made");
            QCOMPARE(ListedPlace::of(before.text())->folder, before.folder);
            QVERIFY(QDir().rmdir(path));
            QVERIFY(comesTrue([&] { return fileTime() > before.folder.born; })); // else the same
            QVERIFY(QDir().mkpath(path));
            QVERIFY(!whyDoubted(before, folder.note({})).empty());
            QVERIFY(QDir().rmdir(path));
        }
    }

    void whatAWatchHasSeenGoCountsNoMoreWhenItHasEnded()
    {
        SpecsRig rig(std::chrono::milliseconds(50));
        rig.put("a");
        rig.put("b");
        QCOMPARE(listOf(rig.specs), std::string("a b complete"));
        {
            Watching watch(rig.specs);
            QVERIFY(watch.told.waitFor("ready"));
            QVERIFY(rig.isSeenToGo("a", watch.told));
        }
        QCOMPARE(listOf(rig.specs), std::string("b c complete"));
    }

    void whatRunsByACopiedNoteIsLeftAlone_data()
    {
        QTest::addColumn<bool>("wasMoved");
        QTest::newRow("of what the folder has started") << false;
        QTest::newRow("of what the folder has adopted when it was moved") << true;
    }
    void whatRunsByACopiedNoteIsLeftAlone()
    {
        QFETCH(bool, wasMoved);
        const CopyRig rig;
        auto former = rig.host("first");
        QVERIFY(rig.keep(*former, "web") && rig.keep(*former, "db"));
        Original original{former->state().load("web").value(), former->state().load("db").value()};
        if (wasMoved) {
            former.reset();
            QVERIFY(QDir().rename(rig.path("first"), rig.path("moved")));
            const auto moved = rig.host("moved");
            QVERIFY(rig.keep(*moved, "web") && rig.keep(*moved, "db"));
        }
        const QString from = rig.path(wasMoved ? "moved" : "first");
        QVERIFY(rig.copy(from, rig.path("copy")));
        const QByteArray note = bytesOf(from + "/web.running");

        rig.putSpec("web");
        auto copied = rig.host("copy", OnStop::Stop);
        SpecFolder specs(rig.listed(), copied);
        QCOMPARE(listOf(specs), std::string("web complete")); // of the other it has no note
        QVERIFY(!QFile::exists(rig.path("copy/db.running")));
        QVERIFY(rig.keep(*copied, "web"));
        const auto news = copied->takeNews("web");
        QCOMPARE(news.left.size(), std::size_t(1));
        QVERIFY2(news.left[0].find('"' + from.toStdString() + '"') != std::string::npos,
                 news.left[0].c_str());
        const auto own = copied->state().load("web").value();
        QVERIFY(own && own->process.pid != original.web->process.pid);
        QVERIFY(comesTrue([&] { return copied->stop("web").kind() != Outcome::Kind::Wait; }));
        QVERIFY(!processStat(own->process.pid));
        QVERIFY(original.runs());
        QCOMPARE(bytesOf(from + "/web.running"), note);
        original.end();
    }

    void aFolderOfSpecsThatWasCopiedWithItsMarkEndsNothingOfTheOther()
    {
        const CopyRig rig;
        rig.putSpec("web");
        const auto former = rig.host("first");
        MarkOptions marked{{"a", "/a"}, "one", rig.path("first").toStdString()};
        const auto mark = std::make_shared<OwnersMark>(rig.markIn("specs"), marked);
        SpecFolder first(rig.listed(), former, mark);
        QCOMPARE(listOf(first), std::string("web complete"));
        QVERIFY(rig.keep(*former, "web"));
        Original original{former->state().load("web").value(), {}};
        QVERIFY(rig.copy(rig.path("specs"), rig.path("other specs")));

        marked = {{"b", "/b"}, "two", rig.path("second").toStdString()};
        for (int life = 0; life < 2; ++life) { // also where the first is killed in between
            const auto taken = std::make_shared<OwnersMark>(rig.markIn("other specs"), marked);
            taken->takeOver();
            QVERIFY(taken->claim({}) && taken->former());
            if (life == 0)
                continue;
            SpecFolder second(rig.listed("other specs"), rig.host("second"), taken);
            QCOMPARE(listOf(second), std::string("web complete"));
            QVERIFY(!taken->former() && taken->holds());
        }
        QVERIFY(original.runs());
        original.end();
    }

    void whatGoesOnByMovedNotesIsEndedByWhoTakesItsFolderOver()
    {
        const CopyRig rig;
        auto former = rig.host("first");
        QVERIFY(rig.keep(*former, "web"));
        Original original{former->state().load("web").value(), {}};
        former.reset();
        QVERIFY(QDir().rename(rig.path("first"), rig.path("moved")));
        {
            const auto moved = rig.host("moved");
            const auto mark = std::make_shared<OwnersMark>(rig.markIn("specs"),
                                                           MarkOptions{{"a", "/a"},
                                                                       "one",
                                                                       moved->state().path(),
                                                                       {},
                                                                       MarkOptions::AtEnd::Left});
            rig.putSpec("web");
            SpecFolder specs(rig.listed(), moved, mark);
            QCOMPARE(listOf(specs), std::string("web complete"));
            QVERIFY(rig.keep(*moved, "web"));
            QCOMPARE(moved->state().load("web").value()->process.pid, original.web->process.pid);
        }
        const auto next = rig.host("next");
        const auto mark = std::make_shared<OwnersMark>(rig.markIn("specs"),
                                                       MarkOptions{{"a", "/a"},
                                                                   "one",
                                                                   next->state().path()});
        SpecFolder specs(rig.listed(), next, mark);
        QCOMPARE(listOf(specs), std::string("web complete"));
        QVERIFY(!original.runs());
    }

    void whatIsAnothersIsNeitherEndedNorForgotten()
    {
        const QTemporaryDir folder, state;
        const auto web = readSpec(R"({"command": ["sleep", "1000"], "log": {"to": "discard"}})");
        {
            Supervisor former(state.path().toStdString(), LOGWRITER, OnStop::Keep);
            QVERIFY(former.takeState());
            QVERIFY(former.keep("web", *web, {}).kind() == Outcome::Kind::RequeueAfter);
        }
        const std::string path = folder.filePath(".qontroller-process.owner").toStdString();
        auto other = std::make_unique<OwnersMark>(path, MarkOptions{{"b", "/b"}, "processes"});
        QVERIFY(other->claim({}));

        const auto mark = std::make_shared<OwnersMark>(path, MarkOptions{{"a", "/a"}, "processes"});
        auto supervisor = std::make_shared<Supervisor>(state.path().toStdString(), LOGWRITER,
                                                       OnStop::Stop);
        const auto record = supervisor->state().load("web").value();
        QVERIFY(record);
        const pid_t pid = record->process.pid;
        const auto listed = std::make_shared<ListedFolder>(folder.path().toStdString(), 0s);
        auto specs = std::make_unique<SpecFolder>(listed, supervisor, mark);
        auto handler = std::make_unique<ProcessHandler>(listed, supervisor, mark);
        const Attempt attempt{"web", {}, 1, 0, {}, nullptr};
        supervisor->begin();
        supervisor->adopt(); // as after a claim that was granted where the mark could not be seen
        RecordingList list;
        const ListResult refused = specs->list(list, {});
        QVERIFY(refused.isForeign());
        QVERIFY(handler->remove(attempt).kind() == Outcome::Kind::Wait);
        QVERIFY(handler->add(*web, attempt).kind() == Outcome::Kind::Wait);
        QVERIFY(handler->add(tl::unexpected(std::string("no spec")), attempt).kind()
                == Outcome::Kind::Wait);
        QVERIFY(processStat(pid) && supervisor->state().load("web").value() == record);

        other.reset();
        QVERIFY(specs->list(list, {}).kind() == ListResult::Kind::Complete);
        QVERIFY(handler->remove(attempt).kind() == Outcome::Kind::Wait); // for its end
        specs.reset();
        handler.reset();
        supervisor.reset();
        QVERIFY(!processStat(pid));
    }
};

QONTROLLER_TEST(SpecFolderTest)
#include "tst_specfolder.moc"
