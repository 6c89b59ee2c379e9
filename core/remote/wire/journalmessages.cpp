// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/journalmessages.h"

namespace qontroller::remote {

namespace {

void write(const ControllerChanges &changes, v1::Journal::Restored &message)
{
    for (const ChangedOption &each : changes.options) {
        v1::Journal::ChangedOption &option = *message.add_changed();
        option.set_name(each.name);
        option.set_value(each.value);
        option.set_given(each.given);
    }
    if (!changes.workers)
        return;
    v1::Journal::TemporaryWorkers &workers = *message.mutable_workers();
    workers.set_workers(changes.workers->workers);
    workers.set_before(changes.workers->before);
    workers.set_until(Duration(changes.workers->until.time_since_epoch()).count());
    workers.set_time(changes.workers->time.count());
    workers.set_who(changes.workers->who);
}

ControllerChanges changesIn(const v1::Journal::Restored &message)
{
    ControllerChanges changes;
    for (const v1::Journal::ChangedOption &each : message.changed())
        changes.options.push_back({each.name(), each.value(), each.given()});
    if (message.has_workers()) {
        const v1::Journal::TemporaryWorkers &workers = message.workers();
        changes.workers = {workers.workers(), workers.before(), WallTime(Duration(workers.until())),
                           Duration(workers.time()), workers.who()};
    }
    return changes;
}

} // namespace

void write(const JournalStatus &status, v1::Journal &message)
{
    message.set_file(status.file);
    message.set_size(status.bytes);
    message.set_written(Duration(status.written.time_since_epoch()).count());
    message.set_not_written(status.whyNotWritten);
    message.set_lost(status.lost);
    for (const auto &[name, restored, changes] : status.controllers) {
        v1::Journal::Restored &each = *message.add_restored();
        each.set_controller(name);
        each.set_objects(restored.objects);
        each.set_failed(restored.failed);
        each.set_paused(restored.paused);
        each.set_withheld(restored.withheld);
        each.set_owed(restored.owed);
        each.set_damaged(restored.damaged);
        each.set_damaged_texts(restored.damagedTexts);
        each.set_dropped(restored.dropped);
        each.set_dropped_texts(restored.droppedTexts);
        each.set_controller_paused(restored.isPaused);
        each.set_texts(restored.texts);
        write(changes, each);
    }
}

JournalStatus read(const v1::Journal &message)
{
    JournalStatus status{message.file(),
                         message.size(),
                         WallTime(Duration(message.written())),
                         message.not_written(),
                         message.lost(),
                         {}};
    for (const v1::Journal::Restored &each : message.restored())
        status.controllers.push_back(
            {each.controller(),
             {each.objects(), each.failed(), each.paused(), each.withheld(), each.owed(),
              each.damaged(), each.damaged_texts(), each.dropped(), each.dropped_texts(),
              each.controller_paused(), each.texts()},
             changesIn(each)});
    return status;
}

} // namespace qontroller::remote
