// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace qontroller {

/// Says whose parts are being destroyed, by foreign code that may never return. From begin()
/// until its destructor.
class EndingParts
{
public:
    explicit EndingParts(std::string name)
        : m_name(std::move(name))
    {}
    ~EndingParts();
    EndingParts(const EndingParts &) = delete;
    EndingParts &operator=(const EndingParts &) = delete;

    /// Without memory it is not said.
    void begin() noexcept;

    /// The names of those whose parts are being destroyed now. Thread-safe.
    [[nodiscard]] static std::vector<std::string> names();

private:
    const std::string m_name;
};

} // namespace qontroller
