// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/linecutter.h"

namespace qontroller::script {

void LineCutter::add(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        addPiece(bytes.substr(0, end));
        if (end == std::string_view::npos)
            return;
        endLine();
        bytes.remove_prefix(end + 1);
    }
}

void LineCutter::end()
{
    if (!m_line.empty() || m_isTooLong)
        endLine();
}

void LineCutter::addPiece(std::string_view piece)
{
    m_isTooLong = m_isTooLong || piece.size() > m_limit - m_line.size();
    if (m_isTooLong)
        m_line.clear();
    else
        m_line += piece;
}

void LineCutter::endLine()
{
    m_take({m_line, ++m_number, m_isTooLong});
    m_line.clear();
    m_isTooLong = false;
}

} // namespace qontroller::script
