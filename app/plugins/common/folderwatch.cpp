// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/folderwatch.h"

#include "app/plugins/common/folderchanges.h"
#include "core/base/stopfd.h"

#include <poll.h>

#include <array>
#include <system_error>

namespace qontroller {

namespace {

std::string why(int code)
{
    return std::generic_category().message(code);
}

} // namespace

WatchEnd watchFolder(const WatchedFolder &folder,
                     const std::function<void(const std::string &name)> &tell, WatchSink &sink,
                     const std::stop_token &stop, const AlsoAwaited &also)
{
    const std::string named = folder.noun + " \"" + folder.path + '"';
    const FolderChanges changes(folder.path);
    if (!changes)
        return WatchEnd::failed(named + " cannot be watched: " + why(errno));
    const StopFd wake(stop);
    if (!wake)
        return WatchEnd::failed("there is no descriptor left: " + why(errno));
    const auto missed = [&](std::string_view reason) { sink.missed(reason); };
    sink.ready();
    while (true) {
        // A negative descriptor is skipped.
        std::array<pollfd, 3> waiting{
            {{wake.get(), POLLIN, 0}, {changes.fd(), POLLIN, 0}, {also.fd, POLLIN, 0}}};
        static_cast<void>(::poll(waiting.data(), waiting.size(), -1));
        if (stop.stop_requested())
            return WatchEnd::closed();
        also.look();
        if (!changes.passOn(tell, missed))
            return WatchEnd::failed(named + " is gone");
    }
}

} // namespace qontroller
