// SPDX-License-Identifier: LGPL-3.0-or-later
// Names that differ in upper and lower case only.
#include "app/plugins/foldermirror/casing.h"
#include "mounts.h"
#include "rig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;

namespace {

// Runs \a function with a rig whose folder of \a which does not tell upper from lower case.
template<class Function>
int withoutCase(std::string MirrorRig::*which, Function function)
{
    return withOwnMounts([&] {
        MirrorRig rig(ContentCheck::ByMetadata);
        const Mounted disk = Mounted::exfat(rig.*which, rig.folder.path("image"));
        return disk ? function(rig) : NotPermitted;
    });
}

// In two steps: a rename between two names of one entry does nothing.
void respell(const MirrorRig &rig, const char *from, const char *to)
{
    moveTo(rig.in(from), rig.in("away"));
    moveTo(rig.in("away"), rig.in(to));
}

bool isRefusedFor(const Outcome &outcome, const std::string &rival)
{
    return outcome.kind() == Outcome::Kind::Retry
           && outcome.text().find("does not tell upper from lower case, and \"" + rival)
                  != std::string::npos;
}

} // namespace

class CasingTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsCapitalsOfAllLetters_data()
    {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("capitals");
        QTest::newRow("ASCII") << std::string("Read.me 1") << std::string("READ.ME 1");
        QTest::newRow("others") << std::string("Grün Ωмега") << std::string("GRÜN ΩМЕГА");
        QTest::newRow("no letters") << std::string("1_2.3") << std::string("1_2.3");
        QTest::newRow("no UTF-8") << std::string("a\xff\xc3") << std::string("A\xff\xc3");
    }

    void readsCapitalsOfAllLetters()
    {
        QFETCH(std::string, name);
        QFETCH(std::string, capitals);
        QCOMPARE(capitalsOf(name), capitals);
    }

    void tellsCaseWhereItIsTold()
    {
        const MirrorRig rig;
        const UniqueFd root(::open(rig.source.c_str(), O_PATH));
        QVERIFY(tellsCase(root.get())); // of an empty one it is believed
        writeFile(rig.in("name"), "1");
        QVERIFY(tellsCase(root.get()));
        writeFile(rig.in("NAME"), "2");
        QVERIFY(tellsCase(root.get()));
    }

    void bothCopiesAreMadeWhereCaseIsTold()
    {
        MirrorRig rig;
        writeFile(rig.in("name"), "1");
        writeFile(rig.in("NAME"), "2");
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void aNewSpellingKeepsTheCopy()
    {
        const int status = withoutCase(&MirrorRig::target, [](MirrorRig &rig) {
            writeFile(rig.in("Name"), "content");
            writeFile(rig.in("Folder/one"), "1");
            writeFile(rig.in("Folder/two"), "2");
            if (!rig.converge())
                return 1;
            moveTo(rig.in("Name"), rig.in("NAME"));
            moveTo(rig.in("Folder"), rig.in("folder"));
            // The new ones first, as a watch may have it.
            if (!isDone(rig.run("NAME")) || !isDone(rig.run("folder"))
                || !isDone(rig.run("folder/one")))
                return 2;
            for (const char *gone : {"Name", "Folder/one", "Folder/two", "Folder"}) {
                if (!isDone(rig.remove(gone)))
                    return 3;
            }
            if (readFile(rig.out("NAME")) != "content" || readFile(rig.out("folder/two")) != "2")
                return 4;
            removeAll(rig.in("folder/one"));
            return isDone(rig.remove("folder/one")) && !exists(rig.out("folder/one")) ? 0 : 5;
        });
        ENDED_WELL(status, "may not mount an exFAT here");
    }

    void anOldSpellingIsNoSurplus()
    {
        const int status = withoutCase(&MirrorRig::target, [](MirrorRig &rig) {
            writeFile(rig.in("Folder/Name"), "content");
            writeFile(rig.in("gone"), "content");
            if (!rig.converge())
                return 1;
            moveTo(rig.in("Folder"), rig.in("folder"));
            moveTo(rig.in("folder/Name"), rig.in("folder/NAME"));
            removeAll(rig.in("gone"));
            for (const TargetUse use : {TargetUse::Look, TargetUse::Alone}) { // a dry run first
                rig.options.use = use;
                rig.restart();
                RecordingList listed;
                if (rig.list(listed).kind() == ListResult::Kind::Failed)
                    return 2;
                if (listed.leftovers != std::set<ObjectId>{"gone"})
                    return 3;
            }
            if (!rig.converge() || exists(rig.out("gone")))
                return 4;
            return readFile(rig.out("folder/NAME")) == "content" ? 0 : 5;
        });
        ENDED_WELL(status, "may not mount an exFAT here");
    }

    void ofTwoNamesTheSecondSaysWhyItHasNoCopy()
    {
        const int status = withoutCase(&MirrorRig::target, [](MirrorRig &rig) {
            writeFile(rig.in("NAME"), "first");
            writeFile(rig.in("name"), "second, longer");
            writeFile(rig.in("Folder/file"), "first");
            writeFile(rig.in("folder/file"), "second");
            makeLink(rig.in("LINK"), "here");
            makeLink(rig.in("link"), "there");
            RecordingList listed;
            if (rig.list(listed).kind() == ListResult::Kind::Failed)
                return 1;
            if (!isDone(rig.run("NAME")) || !isDone(rig.run("Folder/file")))
                return 2;
            if (!isRefusedFor(rig.run("name"), rig.in("NAME")))
                return 3;
            for (const char *path : {"folder", "folder/file"}) {
                if (!isRefusedFor(rig.run(path), rig.in("Folder")))
                    return 4;
            }
            if (readFile(rig.out("name")) != "first" || readFile(rig.out("folder/file")) != "first")
                return 5;
            removeAll(rig.in("NAME"));
            if (!isDone(rig.remove("NAME")) || !isDone(rig.run("name")))
                return 6;
            return readFile(rig.out("name")) == "second, longer" ? 0 : 7;
        });
        ENDED_WELL(status, "may not mount an exFAT here");
    }

    void anOldSpellingHasGoneFromASourceThatDoesNotTellCase()
    {
        const int status = withoutCase(&MirrorRig::source, [](MirrorRig &rig) {
            writeFile(rig.in("Name"), "content");
            writeFile(rig.in("Folder/file"), "content");
            if (!rig.converge())
                return 1;
            respell(rig, "Name", "NAME");
            respell(rig, "Folder", "folder");
            for (const char *gone : {"Name", "Folder/file", "Folder"}) {
                const ObjectId id = gone;
                Attempt attempt = attemptFor(id);
                attempt.cause = AttemptCause::Changed;
                if (rig.handler->get(attempt).kind() != Fetched<Entry>::Kind::Gone)
                    return 2;
            }
            rig.restart(); // a list alone finds it, too
            if (!rig.converge() || exists(rig.out("Name")) || exists(rig.out("Folder")))
                return 3;
            return readFile(rig.out("NAME")) == "content"
                           && readFile(rig.out("folder/file")) == "content"
                       ? 0
                       : 4;
        });
        ENDED_WELL(status, "may not mount an exFAT here");
    }
};

QONTROLLER_GUILESS_TEST(CasingTest)
#include "tst_casing.moc"
