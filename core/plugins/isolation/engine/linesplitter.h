// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/concealer.h"
#include "core/base/text/text.h"

#include <functional>
#include <string>
#include <string_view>

namespace qontroller::isolation {

/// Makes lines of bytes that come cut anywhere. A longer one comes in parts of Longest, and marks
/// say where it was cut: so a Concealer finds the parts of a secret there.
class LineSplitter
{
public:
    static constexpr std::size_t Longest = 4096;

    explicit LineSplitter(std::function<void(std::string_view)> take)
        : m_take(std::move(take))
    {}

    void add(std::string_view bytes)
    {
        for (const char byte : bytes) {
            if (byte == '\n') {
                flush();
                continue;
            }
            if (m_line.size() == Longest)
                cut();
            m_line += byte;
        }
    }

    /// Gives what is not a whole line yet.
    void flush()
    {
        if (!m_line.empty() && m_take)
            m_take(m_line);
        m_line.clear();
    }

private:
    void cut()
    {
        m_line += CutMark;
        flush();
        m_line = BeginCutMark;
    }

    std::function<void(std::string_view)> m_take;
    std::string m_line;
};

} // namespace qontroller::isolation
