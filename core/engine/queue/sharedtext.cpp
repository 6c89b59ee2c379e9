// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/sharedtext.h"

#include <functional>

namespace qontroller {

SharedText SharedTexts::share(const std::string &text)
{
    if (text.empty())
        return {};
    SharedText &last = m_last[std::hash<std::string>()(text) % Remembered];
    if (last.isEmpty() || last.text() != text)
        last = SharedText(std::make_shared<const std::string>(text));
    return last;
}

} // namespace qontroller
