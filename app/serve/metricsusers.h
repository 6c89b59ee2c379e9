// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// Who may read the metrics: users and their passwords, as HTTP's basic authentication has them.
/// A value: any number of threads may ask one.
class MetricsUsers
{
public:
    /// Reads \a file, whose lines are `user:password`; empty ones and those that begin with # are
    /// skipped. It is this user's or root's, and nobody else can read it. The error is the end of a
    /// sentence that begins with the file's name; it repeats nothing of the file.
    [[nodiscard]] static tl::expected<MetricsUsers, std::string> read(const std::string &file);

    /// Whether \a authorization, the value of that header, is of one of them. Takes as long for any
    /// value of the same length.
    [[nodiscard]] bool mayRead(std::string_view authorization) const;

private:
    std::vector<std::string> m_credentials; ///< `user:password` in base64
};

} // namespace qontroller
