// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logwriter/losses.h"

namespace qontroller::supervision {

void Losses::drop(std::string_view text)
{
    m_bytes += text.size();
    while (!text.empty()) {
        m_lines += m_isInLine ? 0 : 1;
        const std::size_t end = text.find('\n');
        m_isInLine = end == std::string_view::npos;
        text.remove_prefix(m_isInLine ? text.size() : end + 1);
    }
}

std::string_view Losses::restOfLine(std::string_view text) const
{
    if (!m_isInLine)
        return {};
    const std::size_t end = text.find('\n');
    return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

} // namespace qontroller::supervision
