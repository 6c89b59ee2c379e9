// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/privatecopy.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace qontroller {

namespace fs = std::filesystem;

tl::expected<PrivateCopy, std::string> PrivateCopy::of(const std::string &file)
{
    std::error_code error;
    std::string folder = (fs::temp_directory_path(error) / "qontroller-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        error = std::error_code(errno, std::generic_category());
    const fs::path path = fs::path(folder) / fs::path(file).filename();
    if (!error && fs::copy_file(file, path, error))
        return PrivateCopy(path.string());
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return tl::unexpected("cannot be copied to where nobody else can write: " + error.message());
}

PrivateCopy::PrivateCopy(PrivateCopy &&other) noexcept
    : m_path(std::exchange(other.m_path, {}))
{}

PrivateCopy::~PrivateCopy()
{
    std::error_code ignored; // a copy that stays behind does no harm
    if (!m_path.empty())
        fs::remove_all(fs::path(m_path).parent_path(), ignored);
}

} // namespace qontroller
