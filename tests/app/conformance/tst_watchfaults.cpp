// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plantedfault.h"
#include "testprogram.h"

using namespace qontroller::test;

/// The same of its watch, by itself: what a watch does not tell is waited for.
class WatchFaultsTest final : public QObject
{
    Q_OBJECT

private slots:
    void findsThePlantedFault_data()
    {
        faultColumns();
        faultRow(
            "never-ready", "watch",
            R"(its watch has not said ready\(\) 6s after it began: the first list waits for that)");
        faultRow(
            "ready-too-early", "watch",
            R"("n\d+\.txt" was created while ready\(\) was said, and the watch has not told of it )"
            "6s later: it would wait for the next list");
        faultRow("ready-twice", "watch", R"(its watch said ready\(\) \d times in one call)");
        faultRow(
            "swallows-deletions", "watch",
            R"("n\d+\.txt" was deleted, and the watch has not told of it 6s later: it would stay )"
            "until the next list");
        faultRow(
            "swallows-changes", "watch",
            R"("n\d+\.txt" was modified, and the watch has not told of it 6s later: it would wait )"
            "for the next list");
        faultRow("tells-of-deletions", "watch",
                 R"("n\d+\.txt" was modified, and the watch says that it was deleted: it would be )"
                 "removed");
        faultRow(
            "chokes", "watch",
            R"("n\d+\.txt" was created after world\.garbage had put something there that is no )"
            "object, and the watch has not told of it 6s later: it would wait for the next list");
        faultRow("watches-empty", "watch",
                 "its watch gives an id that is empty: the engine leaves it out");
        faultRow("watches-not-utf8", "watch",
                 R"("caf.+" is an id that is not UTF-8, from its watch: no window, log or command )"
                 "can name it as it is");
        faultRow("ends-its-watch", "watch", "its watch ended by itself: no connection");
    }
    void findsThePlantedFault() { judgePlantedFault(); }
};

QONTROLLER_GUILESS_TEST(WatchFaultsTest)
#include "tst_watchfaults.moc"
