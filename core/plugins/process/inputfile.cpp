// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/inputfile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace qontroller {

namespace {

// Writing beyond it would end this process with SIGXFSZ.
bool isBeyondFileLimit(std::size_t size)
{
    rlimit limit{};
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
           && size > limit.rlim_cur;
}

// At a position, so that the child begins to read at 0.
bool writeAll(int fd, std::string_view content)
{
    for (std::size_t done = 0; done < content.size();) {
        const ssize_t written = ::pwrite(fd, content.data() + done, content.size() - done,
                                         static_cast<off_t>(done));
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
    return true;
}

} // namespace

UniqueFd makeInputFile(std::string_view content)
{
    if (content.empty())
        return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (isBeyondFileLimit(content.size())) {
        errno = EFBIG;
        return {};
    }
    UniqueFd file(::memfd_create("qontroller-input", MFD_CLOEXEC));
    if (file && !writeAll(file.get(), content))
        file.reset();
    return file;
}

} // namespace qontroller
