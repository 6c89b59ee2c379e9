// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/journalmessages.h"

namespace qontroller::remote {

void write(const JournalStatus &status, v1::Journal &message)
{
    message.set_file(status.file);
    message.set_size(status.bytes);
    message.set_written(Duration(status.written.time_since_epoch()).count());
    message.set_not_written(status.whyNotWritten);
    for (const auto &[name, restored] : status.controllers) {
        v1::Journal::Restored &each = *message.add_restored();
        each.set_controller(name);
        each.set_objects(restored.objects);
        each.set_failed(restored.failed);
        each.set_paused(restored.paused);
        each.set_withheld(restored.withheld);
        each.set_owed(restored.owed);
        each.set_damaged(restored.damaged);
        each.set_dropped(restored.dropped);
        each.set_controller_paused(restored.isPaused);
    }
}

JournalStatus read(const v1::Journal &message)
{
    JournalStatus status{message.file(),
                         message.size(),
                         WallTime(Duration(message.written())),
                         message.not_written(),
                         {}};
    for (const v1::Journal::Restored &each : message.restored())
        status.controllers.push_back(
            {each.controller(),
             {each.objects(), each.failed(), each.paused(), each.withheld(), each.owed(),
              each.damaged(), each.dropped(), each.controller_paused()}});
    return status;
}

} // namespace qontroller::remote
