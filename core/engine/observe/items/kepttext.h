// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace qontroller {

/// What an attempt has left with its object (AttemptSink::keep()): any bytes. Whoever copies it
/// shares the text, which never changes.
class KeptText
{
public:
    KeptText() = default;
    explicit KeptText(std::string_view text)
        : m_text(text.empty() ? nullptr : std::make_shared<const std::string>(text))
    {}

    [[nodiscard]] bool isEmpty() const { return !m_text; }
    [[nodiscard]] const std::string &text() const
    {
        static const std::string nothing;
        return m_text ? *m_text : nothing;
    }

    friend bool operator==(const KeptText &one, const KeptText &other)
    {
        return one.m_text == other.m_text || one.text() == other.text();
    }

private:
    std::shared_ptr<const std::string> m_text; // null: none
};

} // namespace qontroller
