// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace qontroller::script {

/// Makes lines of what a command writes, which comes cut anywhere. Keeps no more than one line,
/// however long that is. For one thread.
class LineCutter final
{
public:
    struct Line
    {
        std::string_view text; ///< without its end; empty if it is too long
        std::size_t number;    ///< from 1
        bool isTooLong;        ///< longer than the limit
    };
    using Take = std::function<void(const Line &line)>;

    /// A line has at most \a limit bytes.
    LineCutter(std::size_t limit, Take take)
        : m_limit(limit)
        , m_take(std::move(take))
    {}

    void add(std::string_view bytes);
    /// Nothing more comes: a last line without a newline counts as one.
    void end();

private:
    void addPiece(std::string_view piece);
    void endLine();

    std::size_t m_limit;
    Take m_take;
    std::string m_line;
    bool m_isTooLong = false;
    std::size_t m_number = 0;
};

} // namespace qontroller::script
