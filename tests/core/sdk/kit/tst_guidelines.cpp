// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/mappedsource.h"
#include "kitrig.h"
#include "testprogram.h"

#include <QtCore/QDirIterator>
#include <QtCore/QRegularExpression>

#include <random>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// "Class::function" of every test function below \a folder.
QSet<QString> testsBelow(const QString &folder)
{
    static const QRegularExpression classes("class (\\w+) (?:final )?: public QObject");
    static const QRegularExpression functions("^    void (\\w+)\\(\\)",
                                              QRegularExpression::MultilineOption);
    QSet<QString> tests;
    QDirIterator files(folder, {"tst_*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString text = textOf(files.next());
        const QString name = classes.match(text).captured(1);
        for (auto match = functions.globalMatch(text); match.hasNext();)
            tests.insert(name + "::" + match.next().captured(1));
    }
    return tests;
}

} // namespace

/// core/sdk/GUIDELINES.md, and what it says of the engine and the kit together.
class GuidelinesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyTestThatIsNamedExists()
    {
        const QString text = textOf(QONTROLLER_SOURCE_DIR "/core/sdk/GUIDELINES.md");
        const QSet<QString> tests = testsBelow(QONTROLLER_SOURCE_DIR "/tests");
        static const QRegularExpression lines("^Tests: (.*)$", QRegularExpression::MultilineOption);
        static const QRegularExpression names("`(\\w+::\\w+)`");
        int rules = 0;
        for (auto line = lines.globalMatch(text); line.hasNext(); ++rules) {
            for (auto name = names.globalMatch(line.next().captured(1)); name.hasNext();) {
                const QString test = name.next().captured(1);
                QVERIFY2(tests.contains(test), qPrintable(test));
            }
        }
        QCOMPARE(rules, 11);
    }

    /// A handler needs the object and its room, which another source gives.
    void sourcesOfDifferentKindsComeInAnyOrder()
    {
        for (unsigned seed = 1; seed <= 6; ++seed) {
            KitRig rig;
            auto rooms = std::make_shared<ScriptedSource>();
            auto roomStorage = std::make_shared<ThingStorage>();
            const auto things = rig.open();
            const auto roomCache = *rig.caches.open<Thing>("rooms", [&] {
                CacheParts<Thing> parts{rooms, roomStorage};
                parts.options.resyncInterval = 1h;
                parts.options.clock = rig.sharedClock();
                return parts;
            });
            std::mutex mutex;
            std::map<ObjectId, std::string> seen;
            rig.onAdd = [&](const Thing &thing, const Attempt &attempt) {
                const Cached<Thing> room = roomCache->find(thing.room);
                if (!room)
                    return Outcome::wait("its room '" + thing.room + "'", 1h);
                const std::lock_guard lock(mutex);
                seen[attempt.id] = thing.color + " in " + room.object->color;
                return Outcome::done();
            };
            rig.add(things, rig.reconciler(things),
                    {makeMappedSource<Thing>(
                        {roomCache, [things](const ObjectId &room, const Thing &) {
                             return things->idsBy("room", room);
                         }})});
            QVERIFY(eventually([&] { return rig.source->watchStands() && rooms->watchStands(); }));

            std::vector<std::function<void()>> changes;
            for (int i = 0; i < 8; ++i) {
                const std::string number = std::to_string(i);
                changes.emplace_back([&rig, number] {
                    rig.put("thing" + number, {"red", "room" + number}, 1);
                });
                changes.emplace_back([&, number] {
                    roomStorage->put("room" + number, {"oak", ""});
                    rooms->modified("room" + number, 1);
                });
            }
            std::ranges::shuffle(changes, std::minstd_rand(seed));
            for (const auto &change : changes)
                change();
            QVERIFY(eventually([&] {
                const std::lock_guard lock(mutex);
                return seen.size() == 8;
            }));
            rig.end(); // nobody writes any more
            for (const auto &[id, text] : seen)
                QCOMPARE(text, "red in oak");
        }
    }

    void whatAnotherHasChangedIsMendedByTheResync()
    {
        KitRig rig;
        std::mutex mutex;
        std::string world;
        rig.putSilently("a", {"red", "hall"}, 1);
        rig.onAdd = [&](const Thing &thing, const Attempt &) {
            const std::lock_guard lock(mutex);
            world = thing.color;
            return Outcome::done();
        };
        const auto cache = rig.openAndList();
        rig.add(cache, rig.reconciler(cache));
        QVERIFY(rig.logs("+a=red"));
        QVERIFY(rig.settles());
        {
            const std::lock_guard lock(mutex);
            world = "spoilt"; // nothing tells of it
        }
        rig.resync();
        QVERIFY(eventually([&] {
            const std::lock_guard lock(mutex);
            return world == "red";
        }));
        rig.end();
    }
};

QONTROLLER_TEST(GuidelinesTest)
#include "tst_guidelines.moc"
