// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace qontroller {

/// A copy of a file in a folder of its own that only this user can enter: what is looked at there
/// stays what it is. Removed with this object; what is mapped stays.
class PrivateCopy
{
public:
    /// The error is the end of a sentence that begins with the file's name.
    [[nodiscard]] static tl::expected<PrivateCopy, std::string> of(const std::string &file);

    PrivateCopy(PrivateCopy &&other) noexcept;
    PrivateCopy &operator=(PrivateCopy &&) = delete;
    ~PrivateCopy();

    /// It has the original's name in another folder.
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    explicit PrivateCopy(std::string path)
        : m_path(std::move(path))
    {}

    std::string m_path; ///< empty: moved from
};

} // namespace qontroller
