// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace qontroller::supervision {

/// Counts lines that were lost, each of which counts once, however much of it was. Pure.
class Losses
{
public:
    void drop(std::string_view text);

    /// Whether what comes next belongs to a line that is lost.
    [[nodiscard]] bool isInLine() const { return m_isInLine; }
    /// The first bytes of \a text that do: up to the end of that line. Empty if isInLine() is not.
    [[nodiscard]] std::string_view restOfLine(std::string_view text) const;

    [[nodiscard]] std::uint64_t lines() const { return m_lines; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    std::uint64_t m_lines = 0;
    std::uint64_t m_bytes = 0;
    bool m_isInLine = false;
};

} // namespace qontroller::supervision
