// SPDX-License-Identifier: LGPL-3.0-or-later
// The files of a journal. What a start makes of a single fault is in tst_journaldamage.
#include "faultydisk.h"
#include "files.h"
#include "fuzz.h"
#include "testprogram.h"

#include "core/engine/journal/journal.h"

#include <QtCore/QTemporaryDir>

#include <array>
#include <optional>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr std::string_view Between = "\n=== the next file ===\n";
constexpr std::array JournalFiles{"journal", "journal-wal", "journal-end"};
const JournaledController Known{"robin", "test", "these"};

/// As a kill leaves them.
std::string filesOf(int objects)
{
    const QTemporaryDir folder;
    ManualClock clock;
    auto opened = Journal::open(folder.filePath(JournalFiles[0]).toStdString(), clock);
    const auto written = (*opened).journal->store()->transact([objects](Rows &rows) {
        const auto number = JournalFile::enter(rows, Known);
        for (int key = 1; key <= objects; ++key) {
            KnownItem item;
            item.key = ItemKey(key);
            item.id = "object-" + std::to_string(key);
            item.pauseReason = std::string(std::size_t(key), 'r');
            JournalFile::writeItem(rows, number, item);
        }
        JournalFile::writePause(rows, number, {true, {}, "full"});
        JournalFile::writeWave(rows, number, {100, 8, {}});
        KeptJob job;
        job.id = 3;
        job.objects = {{Known.name, "test", "these", {"object-1", "object-2"}}};
        job.progress = {{{1, "not known"}}, 1, 0, 1, 0, 0};
        JobRows::write(rows, job);
    });
    if (!written)
        qFatal("%s", written.error().message.c_str());
    std::string all;
    for (const char *file : JournalFiles)
        all += contentsOf(folder.filePath(file)).toStdString() + std::string(Between);
    return all;
}

class Ignore final : public KnownSink
{
public:
    void add(KnownItem) override {}
    void pause(const KnownPause &) override {}
    void goOn(const KnownWave &) override {}
};

void openJournal(std::string_view input)
{
    const QTemporaryDir folder;
    for (const char *file : JournalFiles) {
        const std::string_view content = input.substr(0, input.find(Between));
        writeContents(folder.filePath(file), QByteArray(content.data(), qsizetype(content.size())));
        QFile::setPermissions(folder.filePath(file), QFile::ReadOwner | QFile::WriteOwner);
        input.remove_prefix(std::min(content.size() + Between.size(), input.size()));
    }
    ManualClock clock;
    auto opened = Journal::open(folder.filePath(JournalFiles[0]).toStdString(), clock);
    if (!opened) {
        if (opened.error().message.empty())
            qFatal("it was not said why it does not start");
        return;
    }
    Ignore sink;
    try {
        opened->journal->known(Known)->read(sink);
    } catch (const std::runtime_error &) { // the controller is not started, and that is said
    }
    static_cast<void>(opened->journal->readJobs());
}

} // namespace

class FuzzJournal : public QObject
{
    Q_OBJECT

private slots:
    void whateverIsInItsFilesAJournalIsOpenedOrNot()
    {
        FaultyDisk disk; // without waiting for a real one
        fuzz({filesOf(3), filesOf(60)}, 1'000, openJournal);
    }
};

QONTROLLER_TEST(FuzzJournal)
#include "tst_fuzzjournal.moc"
