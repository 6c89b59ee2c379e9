// SPDX-License-Identifier: LGPL-3.0-or-later
// A mirror without permissions and without space.
#include "mounts.h"
#include "rig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstring>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using Kind = Outcome::Kind;

namespace {

constexpr unsigned OrdinaryUser = 65534;

bool contains(const std::string &text, const char *part)
{
    const bool found = text.find(part) != std::string::npos;
    if (!found)
        std::fprintf(stderr, "no \"%s\" in: %s\n", part, text.c_str());
    return found;
}

// Runs \a function as an ordinary user, also if the tests run as the superuser.
template<class Function>
int asOrdinaryUser(Function function)
{
    return inChild([&] {
        if (::geteuid() == 0 && (::setgid(OrdinaryUser) != 0 || ::setuid(OrdinaryUser) != 0))
            return 70;
        ::umask(022);
        return function();
    });
}

// Runs \a function with a small file system mounted at \a path.
template<class Function>
int withSmallDisk(const std::string &path, const char *options, Function function)
{
    return withOwnMounts([&] {
        const Mounted disk(path, "tmpfs", options);
        return disk ? function() : NotPermitted;
    });
}

} // namespace

class TroubleTest final : public QObject
{
    Q_OBJECT

private slots:
    void listsWhatItCanAndSaysWhatItCannotRead()
    {
        const int status = asOrdinaryUser([] {
            MirrorRig rig;
            writeFile(rig.in("open/file"), "x");
            writeFile(rig.in("closed/file"), "x");
            if (!rig.converge()) // so that it is known whose copy the target is
                return 5;
            writeFile(rig.out("stray"), "must go");
            setMode(rig.in("closed"), 0);
            RecordingList listed;
            const ListResult result = Lister(*rig.mirror, Leftovers::Named).list(listed, {});
            setMode(rig.in("closed"), 0700);
            if (result.kind() != ListResult::Kind::Partial)
                return 1;
            if (!contains(result.text(), "/closed") || !contains(result.text(), "permission"))
                return 2;
            // Nothing is known below it, and all is known elsewhere.
            if (result.below() != std::vector<std::string>{"closed/"})
                return 3;
            const std::set<std::string> wanted{"open", "open/file", "closed"};
            return listed.ids == wanted && listed.leftovers == std::set<std::string>{"stray"} ? 0
                                                                                              : 4;
        });
        QCOMPARE(status, 0);
    }

    void namesTheFileThatItMayNotRead()
    {
        const int status = asOrdinaryUser([] {
            MirrorRig rig;
            writeFile(rig.in("secret"), "x");
            setMode(rig.in("secret"), 0);
            const Outcome outcome = rig.run("secret");
            return outcome.kind() == Kind::Retry && contains(outcome.text(), "/secret")
                           && contains(outcome.text(), "give this program's user the permission")
                           && temporaryFilesIn(rig.target) == 0
                       ? 0
                       : 1;
        });
        QCOMPARE(status, 0);
    }

    void namesTheFolderThatItMayNotWriteTo()
    {
        const TestFolder folder; // of the superuser, if the tests are run by that one
        if (::geteuid() == 0) {
            const int status = asOrdinaryUser([&] {
                MirrorRig rig;
                writeFile(rig.in("file"), "x");
                const Mirror readOnly(
                    {rig.source, folder.path("target"), {}, Durability::Left, {}, {}});
                auto mirror = std::make_shared<Mirror>(
                    MirrorOptions{rig.source, folder.path("target"), {}, Durability::Left, {}, {}});
                rig.handler = std::make_unique<MirrorHandler>(mirror);
                const Outcome outcome = rig.run("file");
                return outcome.kind() == Kind::Retry && contains(outcome.text(), "permission") ? 0
                                                                                               : 1;
            });
            QCOMPARE(status, 0);
        }
    }

    void worksWithinReadOnlyFoldersOfItsOwn()
    {
        const int status = asOrdinaryUser([] {
            MirrorRig rig;
            writeFile(rig.in("a/b/file"), "x");
            makeLink(rig.in("a/link"), "b");
            setMode(rig.in("a/b"), 0555);
            setMode(rig.in("a"), 0511);
            if (!rig.converge() || !firstDifference(rig.source, rig.target).empty())
                return 1;
            setMode(rig.in("a/b"), 0755);
            writeFile(rig.in("a/b/file"), "changed");
            writeFile(rig.in("a/b/new"), "new");
            setMode(rig.in("a/b"), 0555);
            if (!rig.converge() || !firstDifference(rig.source, rig.target).empty())
                return 2;
            setMode(rig.in("a"), 0755);
            setMode(rig.in("a/b"), 0755);
            const int result = [&] {
                removeAll(rig.in("a"));
                return rig.converge() && firstDifference(rig.source, rig.target).empty() ? 0 : 3;
            }();
            return result;
        });
        QCOMPARE(status, 0);
    }

    void removesFoldersThatItMayNotEvenEnter()
    {
        const int status = asOrdinaryUser([] {
            MirrorRig rig;
            writeFile(rig.in("other"), "x");
            writeFile(rig.out("shut/inner/file"), "x");
            setMode(rig.out("shut/inner"), 0);
            setMode(rig.out("shut"), 0);
            return rig.converge() && firstDifference(rig.source, rig.target).empty() ? 0 : 1;
        });
        QCOMPARE(status, 0);
    }

    void triesAgainWhenTheDiskIsFull()
    {
        const TestFolder folder;
        const auto check = [&] {
            MirrorRig rig;
            writeFile(rig.in("large"), std::string(3'000'000, 'x'));
            auto mirror = std::make_shared<Mirror>(
                MirrorOptions{rig.source, folder.path("disk"), {}, Durability::Flushed, {}, {}});
            rig.handler = std::make_unique<MirrorHandler>(mirror);
            setModified(rig.in("large"), 1000, 0);
            const Outcome full = rig.run("large");
            if (full.kind() != Kind::Retry || !contains(full.text(), "free some space")
                || !contains(full.text(), "/disk/large"))
                return 1;
            if (temporaryFilesIn(folder.path("disk")) != 0 || exists(folder.path("disk/large")))
                return 2;
            writeFile(rig.in("large"), "small now");
            setModified(rig.in("large"), 1001, 0);
            return rig.run("large").kind() == Kind::Done ? 0 : 3;
        };
        const int status = withSmallDisk(folder.path("disk"), "size=1m", check);
        if (status == NotPermitted)
            qWarning("may not mount a small disk; the limit on file sizes is tested instead");
        else
            QCOMPARE(status, 0);
    }

    void parksAFileThatIsLargerThanAllowed()
    {
        const int status = inChild([] {
            MirrorRig rig;
            writeFile(rig.in("large"), std::string(3'000'000, 'x'));
            const rlimit limit{1'000'000, 1'000'000};
            std::signal(SIGXFSZ, SIG_IGN);
            if (::setrlimit(RLIMIT_FSIZE, &limit) != 0)
                return 1;
            const Outcome outcome = rig.run("large");
            if (outcome.kind() != Kind::Park || !contains(outcome.text(), "/large"))
                return 2;
            return temporaryFilesIn(rig.target) == 0 && !exists(rig.out("large")) ? 0 : 3;
        });
        QCOMPARE(status, 0);
    }

    void saysThatTheTargetIsMountedReadOnly()
    {
        const TestFolder folder;
        const auto check = [&] {
            if (::mount(nullptr, folder.path("disk").c_str(), nullptr, MS_REMOUNT | MS_RDONLY,
                        nullptr)
                != 0)
                return NotPermitted;
            MirrorRig rig;
            writeFile(rig.in("file"), "x");
            auto mirror = std::make_shared<Mirror>(
                MirrorOptions{rig.source, folder.path("disk"), {}, Durability::Flushed, {}, {}});
            rig.handler = std::make_unique<MirrorHandler>(mirror);
            setModified(rig.in("file"), 1000, 0);
            const Outcome outcome = rig.run("file");
            return outcome.kind() == Kind::Retry && contains(outcome.text(), "for writing") ? 0 : 1;
        };
        const int status = withSmallDisk(folder.path("disk"), "size=1m", check);
        if (status == NotPermitted)
            qWarning("may not mount a disk; the sentence itself is tested in tst_decisions");
        else
            QCOMPARE(status, 0);
    }

    void parksANameThatIsTooLongForTheTarget()
    {
        // A path of the target is as long as its source's; only a name can be too long.
        MirrorRig rig;
        const auto target = rig.mirror->target.makeFolder("");
        QVERIFY(target);
        const auto entry = target->lookUp(std::string(300, 'n'));
        QVERIFY(!entry);
        QVERIFY(outcomeOf(entry.error()).kind() == Kind::Park);
    }
};

QONTROLLER_GUILESS_TEST(TroubleTest)
#include "tst_trouble.moc"
