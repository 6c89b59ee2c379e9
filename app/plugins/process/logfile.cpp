// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logfile.h"

#include <fcntl.h>

#include <filesystem>

namespace qontroller::supervision {

namespace fs = std::filesystem;

namespace {

constexpr mode_t Mode = 0640;

fs::path numbered(const std::string &path, unsigned number)
{
    return path + '.' + std::to_string(number);
}

} // namespace

// Appending: after the file was emptied a writer goes on at its beginning.
UniqueFd openLog(const std::string &path)
{
    return UniqueFd(
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, Mode));
}

// No earlier log goes before the copy of this one is there.
bool rotateLog(const std::string &path, std::uint64_t size, unsigned count)
{
    std::error_code error;
    const std::uintmax_t length = fs::file_size(path, error);
    if (error || length <= size)
        return true;
    const std::string copy = path + ".new";
    if (count > 0 && !fs::copy_file(path, copy, fs::copy_options::overwrite_existing, error)) {
        std::error_code ignored;
        fs::remove(copy, ignored);
        return false;
    }
    for (unsigned number = count; number > 1; --number) {
        if (fs::exists(numbered(path, number - 1), error))
            fs::rename(numbered(path, number - 1), numbered(path, number), error);
        if (error)
            return false;
    }
    if (count > 0)
        fs::rename(copy, numbered(path, 1), error);
    if (!error)
        fs::resize_file(path, 0, error);
    return !error;
}

} // namespace qontroller::supervision
