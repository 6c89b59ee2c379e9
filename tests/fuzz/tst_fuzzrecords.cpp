// SPDX-License-Identifier: LGPL-3.0-or-later
// What plugins keep in the folders that they work on.
#include "files.h"
#include "fuzz.h"
#include "testprogram.h"

#include "app/plugins/common/listedfolder.h"
#include "app/plugins/foldermirror/mirrorrecord.h"
#include "app/plugins/process/statefolder.h"

#include <QtCore/QTemporaryDir>

using namespace qontroller;
using namespace qontroller::test;
using foldermirror::MirrorRecord;
using supervision::StartRecord;
using supervision::StateFolder;

namespace {

/// A state folder of *process* that is only looked at.
struct Notes
{
    QTemporaryDir path;
    StateFolder folder{path.path().toStdString(), StateFolder::Use::Look};
    QString file = path.filePath("web.running");
};

Notes &notes()
{
    static Notes all;
    return all;
}

Corpus records()
{
    MirrorRecord mirror;
    mirror.source = "/srv/photos";
    mirror.root = {1, 2, 3, 4};
    mirror.mounts = {{"inner/disk", {5, 6, 7, 8}}, {"other \n", {9, 10, 11, 12}}};
    mirror.isSettled = true;
    StartRecord start;
    start.process = {4711, 123456};
    start.start = "/var/lib/state/web-1234567890";
    start.bootId = StateFolder::bootId();
    start.digest = "abc";
    start.restarts = 3;
    start.startedAt = 1'700'000'000'000;
    start.log = supervision::LogOptions{};
    if (!notes().folder.save("web", start))
        qFatal("no note can be written");
    return {mirror.text(), contentsOf(notes().file).toStdString(),
            ListedPlace{"/srv/specs", {1, 2, 3, 4}}.text()};
}

void readRecords(std::string_view input)
{
    if (const auto mirror = MirrorRecord::of(input);
        mirror && MirrorRecord::of(mirror->text()) != mirror)
        qFatal("a mirror's record is not what was written");
    if (const auto place = ListedPlace::of(input); place && ListedPlace::of(place->text()) != place)
        qFatal("a place is not what was written");
    writeContents(notes().file, QByteArray(input.data(), qsizetype(input.size())));
    const auto note = notes().folder.load("web");
    if (!note || !*note)
        return;
    if ((*note)->process.pid < 2 && (*note)->start.empty())
        qFatal("a note that names no process");
    StartRecord written = **note;
    written.folder = notes().folder.path(); // a note is of the folder that has written it
    if (!notes().folder.save("web", **note))
        return;
    const auto read = notes().folder.load("web");
    if (!read || *read != written)
        qFatal("a note is not what was written");
}

} // namespace

class FuzzRecords : public QObject
{
    Q_OBJECT

private slots:
    void whateverIsInARecordIsRead() { fuzz(records(), 5'000, readRecords); }
};

QONTROLLER_TEST(FuzzRecords)
#include "tst_fuzzrecords.moc"
