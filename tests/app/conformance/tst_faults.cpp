// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plantedfault.h"
#include "testprogram.h"

using namespace qontroller::test;

/// A plugin that is wrong in one way is told so, and nothing else.
class FaultsTest final : public QObject
{
    Q_OBJECT

private slots:
    void s14_findsThePlantedFault_data()
    {
        faultColumns();
        faultRow(
            "loses-deletions", "deletions",
            R"("n\d+\.txt" was deleted, but ".*" is still there, after remove\(\) was done with it)");
        faultRow(
            "finds-deleted", "deletions",
            R"("n\d+\.txt" is found as its get\(\) says, but is not in a complete list: it would )"
            "never be removed");
        faultRow(
            "appends", "idempotent",
            R"("n\d+\.txt" was changed when it was added a second time: it is "(.*)\1" and was "\1")");
        faultRow("removes-all", "deletions",
                 R"("n\d+\.txt" is not there, but should be ".+", after remove\(\) was called for )"
                 "another object");
        faultRow("trusts-notes", "drift",
                 R"("n\d+\.txt" is (not there|".*"), but should be ".*", after it was damaged and )"
                 "handled again");
        faultRow("deaf", "stops",
                 "watch has not returned 2s after it was asked to stop before it began");
        faultRow("remembers", "state",
                 R"("n\d+\.txt" is ".*", but should be ".*", after it was modified and handled by )"
                 "the instance that handled it before");
        faultRow(
            "mutates", "objects",
            R"("n\d+\.txt" is "", but should be ".+", after add\(\) was given the same object a )"
            "second time");
        faultRow(
            "crashes", "idempotent",
            R"(its process was ended by signal 6 \(Aborted\) in remove of "conformance-never-added")");
        faultRow("exits", "idempotent",
                 R"(its process ended with exit status 0 in remove of "conformance-never-added")");
        faultRow("never-right", "adds",
                 R"re("n\d+\.txt" is "NEVER (.*)", but should be "\1", after it was added)re");
        faultRow(
            "cut-list-complete", "lists",
            R"("n\d+\.txt" is not in a list that was asked to stop (before it began|after \d) and )"
            "says that it is complete: it would count as deleted");
        faultRow("no-leftovers", "leftovers",
                 R"("n\d+\.txt" was deleted, but ".*" is still there, after it was deleted while )"
                 "nothing ran and a new instance listed");
        faultRow(
            "outage-empty", "outage",
            R"("n\d+\.txt" is not in a list that says it is complete, but its source is away: it )"
            "would count as deleted");
        faultRow(
            "half-done", "cancels",
            R"("n\d+\.txt" is (not there|".*"), but should be ".*", after a call was cut short )"
            "and a whole one followed");
        faultRow("resumes", "converges",
                 R"("n\d+\.txt" is ".*", but should be ".*", 6s after (the last change|it was in )"
                 "order for the first time)");
        faultRow(
            "not-utf8", "lists",
            R"("caf.+" is an id that is not UTF-8, from a list: no window, log or command can )"
            "name it as it is");
        faultRow("lists-five", "lists",
                 R"("n\d+\.txt" exists, as world\.desired shows, but is not in a list that says )"
                 "that it is complete: it would count as deleted");
        faultRow("lists-what-is-not", "lists",
                 R"("ghost\.txt" is in a complete list, but is gone as its get\(\) says: it would )"
                 "be removed again after each list");
        faultRow("leaves-running", "threads",
                 "each instance that has ended leaves threads, the last one \\d more running: .+");
        faultRow("fails-again", "idempotent",
                 R"("n\d+\.txt" still fails after 6s: it is there already)");
        faultRow("touches", "creates",
                 R"("target.*" in the world's folder was touched by create\(\): it is .*)");
        faultRow("changes-folder", "creates",
                 R"(create\(\) has changed the working folder of the process from /.* to /)");
        faultRow("leaves-open", "descriptors",
                 "an instance that has ended leaves 1 more open: .*/source");
        for (const char *fault : {"leaves-open-what-it-adds", "leaves-open-what-it-removes"})
            faultRow(fault, "descriptors",
                     R"(an instance that has ended leaves \d more open: .*/source)");
        faultRow("eats", "adds",
                 R"("n\d+\.txt" was changed in what the plugin works on, by the plugin itself: as )"
                 R"(world\.desired shows, it is gone and was ".*", and no command of .*\.json ran )"
                 "meanwhile");
        faultRow("throws", "exceptions",
                 R"(an exception of an unknown type left remove of "conformance-never-added")");
        faultRow("throws-nothing-said", "exceptions",
                 R"(an exception without a text left get of "n\d+\.txt")");
    }
    void s14_findsThePlantedFault() { judgePlantedFault(); }
};

QONTROLLER_GUILESS_TEST(FaultsTest)
#include "tst_faults.moc"
