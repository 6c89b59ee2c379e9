// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene.h"

#include "ui/state/deltapump.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace qontroller::test {

namespace {

using namespace std::chrono_literals;

struct Line
{
    const char *id;
    ItemState state;
    const char *text;
    std::uint32_t errors;
    std::chrono::seconds age;
    std::chrono::seconds next;
};

constexpr std::array Alarms{
    Line{"2019/holiday/IMG_2231.raw", ItemState::Stuck, "Still copying: asked to stop after 30 s",
         1, 95s, 0s},
    Line{"2021/archive/backup-07.tar", ItemState::Failed,
         "No space left on device (28) writing /backup/photos/2021/archive/backup-07.tar", 6, 312s,
         0s},
    Line{"2021/archive/backup-08.tar", ItemState::Failed,
         "No space left on device (28) writing /backup/photos/2021/archive/backup-08.tar", 6, 305s,
         0s},
    Line{"2021/archive/backup-11.tar", ItemState::Failed,
         "No space left on device (28) writing /backup/photos/2021/archive/backup-11.tar", 6, 280s,
         0s},
    Line{"old/scans/page-0001.tif", ItemState::Held, "One list would remove 212 of 1 400 objects",
         0, 41s, 0s},
    Line{"old/scans/page-0002.tif", ItemState::Held, "One list would remove 212 of 1 400 objects",
         0, 41s, 0s},
    Line{"private/keys.gpg", ItemState::Parked,
         "Permission denied (13) reading /srv/photos/private/keys.gpg", 1, 3720s, 0s},
    Line{"2022/raw/DSC_0417.nef", ItemState::BackOff, "Connection reset by peer after 12 of 48 MB",
         3, 4s, 7s},
    Line{"2022/raw/DSC_0418.nef", ItemState::BackOff, "Connection reset by peer after 3 of 51 MB",
         2, 2s, 3s},
};

constexpr std::array Ordinary{
    Line{"2023/wedding/DSC_1200.jpg", ItemState::Paused,
         "Paused by an operator: client asked to wait", 0, 640s, 0s},
    Line{"shared/catalogue.db", ItemState::WaitingForLock, "Lock held by nas-2, worker 1", 0, 6s,
         2s},
    Line{"2023/summer/DSC_2001.jpg", ItemState::Running, "", 0, 1s, 0s},
    Line{"2023/summer/DSC_2002.jpg", ItemState::Running, "", 0, 1s, 0s},
    Line{"2023/summer/DSC_2003.jpg", ItemState::Waiting, "", 0, 3s, 0s},
    Line{"2023/summer/DSC_2004.jpg", ItemState::Waiting, "", 0, 3s, 0s},
    Line{"2023/summer/.DS_Store", ItemState::Ignored, "Hidden files are not mirrored", 0, 5400s,
         0s},
};

void put(FakeFeed &feed, ControllerId id, const Line &line)
{
    const TimePoint now = feed.now();
    ItemRow row;
    row.id = line.id;
    row.state = line.state;
    row.text = line.text;
    row.errors = line.errors;
    row.since = now - line.age;
    row.firstSeen = now - 3h;
    row.lastRun = line.errors > 0 ? row.since : now - 20min;
    row.lastSuccess = line.errors > 0 ? TimePoint{} : now - 20min;
    row.lastError = line.errors > 0 ? row.since : TimePoint{};
    row.nextRun = line.next > 0s ? now + line.next : TimePoint{};
    row.causes = line.errors > 0 ? 1 << int(Cause::Retry) : 1 << int(Cause::Modified);
    row.coalesced = 2;
    row.worker = line.state == ItemState::Running || line.state == ItemState::Stuck
                     ? 1 + int(line.id[15] % 4)
                     : -1;
    if (line.state == ItemState::Running) {
        row.progressDone = std::uint64_t(line.id[20]) % 60;
        row.progressTotal = 80;
    }
    feed.setItem(id, row);
}

void addQuiet(FakeFeed &feed, ControllerId id, const char *format, int count)
{
    for (int i = 0; i < count; ++i) {
        std::array<char, 64> name{};
        std::snprintf(name.data(), name.size(), format, i);
        put(feed, id,
            {name.data(), ItemState::InSync, "", 0, std::chrono::seconds(60 + i % 900), 0s});
    }
}

void addDetail(FakeFeed &feed)
{
    ItemDetail detail;
    detail.row.id = Alarms[1].id;
    detail.row.state = ItemState::Failed;
    detail.row.errors = 6;
    detail.row.text = Alarms[1].text;
    detail.row.since = feed.now() - 312s;
    detail.row.firstSeen = feed.now() - 3h;
    detail.row.lastRun = feed.now() - 312s;
    detail.row.causes = (1 << int(Cause::Modified)) | (1 << int(Cause::Retry));
    detail.row.coalesced = 3;
    detail.explanation = {{.kind = Explanation::Kind::Failed}};
    detail.reasons = {{Cause::Modified, 2, feed.now() - 430s, feed.now() - 425s},
                      {Cause::Retry, 5, feed.now() - 400s, feed.now() - 312s}};
    for (int i = 0; i < 6; ++i)
        detail.attempts.push_back({feed.now() - std::chrono::seconds(420 - i * 20),
                                   std::chrono::milliseconds(140 + 37 * i), 1 << int(Cause::Retry),
                                   false, false, "No space left on device (28)"});
    feed.setDetail(detail);
}

void addWorkers(FakeFeed &feed, ControllerId id)
{
    feed.edit(id, [now = feed.now()](ControllerView &delta) {
        for (int i = 0; i < 4; ++i)
            delta.workers.push_back(
                {i + 1, i < 2 ? "2023/summer/DSC_200" + std::to_string(i + 1) + ".jpg" : "",
                 now - 1s, 4000u + unsigned(i) * 17, 40min, false});
    });
}

} // namespace

void setScene(FakeFeed &feed, Mood mood, const std::array<HostRun, 3> &owners)
{
    const ControllerId photos = feed.addController("photos", "folder-mirror", owners[0]);
    const ControllerId documents = feed.addController("documents", "folder-mirror", owners[1]);
    const ControllerId services = feed.addController("services", "process", owners[2]);
    for (const Line &line : Ordinary) {
        if (line.state != ItemState::Paused || mood == Mood::Alarm)
            put(feed, photos, line);
    }
    if (mood == Mood::Alarm) {
        for (const Line &line : Alarms)
            put(feed, photos, line);
        addDetail(feed);
        feed.edit(photos, [now = feed.now()](ControllerView &d) {
            d.held = {HeldList::Kind::List, now - 41s, 1400, 212, 0, {}};
            d.gauges.retriesLimited = 494;
            d.lists.last = ListEnd::Partial;
            d.lists.why = "/srv/photos/2018 cannot be read: Input/output error";
            d.lists.completeAt = now - 11min;
        });
        feed.onDescribe([](auto &&...) {
            return Description{"file\nsize 4 812 330 bytes\nmode 0644\nmodified 2021-08-14 11:02:17\n",
                               "file\nsize 1 048 576 bytes\nmode 0644\nmodified 2021-08-14 11:02:17\n",
                               {}};
        });
        feed.edit(services, [](ControllerView &d) {
            d.state = ControllerState::Paused;
            d.pauseReason = "maintenance";
            d.pausedUntil = TimePoint(12h);
        });
        feed.edit(documents, [](ControllerView &d) {
            d.watch = WatchState::Retrying;
            d.watchError = "inotify limit reached";
        });
        feed.addEvent(photos, {1,
                               {},
                               EventRecord::Kind::Failed,
                               Alarms[1].id,
                               "No space left on device (28)",
                               0});
        feed.addEvent(documents,
                      {1, {}, EventRecord::Kind::WatchEnded, "", "inotify limit reached", 0});
    }
    feed.edit(photos, [](ControllerView &d) {
        d.lists.objects = 1423;
        d.lists.lastTook = 3400ms;
    });
    addQuiet(feed, photos, "2020/spring/DSC_%04d.jpg", 1400);
    addQuiet(feed, documents, "invoices/2024-%03d.pdf", 420);
    addQuiet(feed, services, "unit-%02d", 24);
    for (const ControllerId id : {photos, documents, services})
        addWorkers(feed, id);
}

void playHistory(FakeFeed &feed, ui::DeltaPump &pump, Mood mood)
{
    pump.stop(); // a delta that it pulled before would come after these
    feed.setStep(250ms);
    for (int tick = 0; tick < 300; ++tick) {
        for (const ControllerId id : feed.ids()) {
            const double wave = 1 + std::sin(tick / 30.0 + id.number);
            const bool burst = mood == Mood::Alarm && tick > 180 && id.number == 1;
            feed.edit(id, [&](ControllerView &d) {
                d.gauges.depth = std::uint64_t(6 * wave)
                                 + (burst ? std::uint64_t((tick - 180) * 3) : 0);
                d.gauges.running = std::uint64_t(2 * wave);
                d.gauges.locksHeld = std::uint64_t(2 * wave);
                d.gauges.workers = 4;
                d.gauges.listAge = std::chrono::milliseconds((tick * 250) % 30000);
                d.gauges.oldestWaiting = std::chrono::milliseconds(burst ? 4000 : 120);
                d.counters.triggers += std::uint64_t(14 * wave);
                d.counters.handled += std::uint64_t(4 * wave);
                d.counters.retries += burst && tick % 3 == 0 ? 2 : 0;
            });
            for (int i = 0; i < int(8 * wave); ++i)
                feed.handle(id, std::chrono::microseconds(1500 + 900 * ((tick * 7 + i * 13) % 23)));
            feed.handle(id, std::chrono::milliseconds(burst ? 900 : 60));
        }
        pump.deliver(std::make_shared<const Delta>(feed.pull()));
    }
}

std::shared_ptr<const Delta> drainingDelta()
{
    auto delta = std::make_shared<Delta>();
    ControllerDelta &photos = delta->controllers.emplace_back();
    photos.id = 1;
    photos.gauges.running = 3;
    photos.gauges.depth = 1420;
    return delta;
}

} // namespace qontroller::test
