// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <string>

namespace qontroller {

/// A text that many may have in common, and that never changes. One without a text is empty.
class SharedText
{
public:
    SharedText() = default;

    [[nodiscard]] bool isEmpty() const { return !m_text; }
    [[nodiscard]] const std::string &text() const
    {
        static const std::string nothing;
        return m_text ? *m_text : nothing;
    }
    [[nodiscard]] bool isSharedWith(const SharedText &other) const
    {
        return m_text == other.m_text;
    }

private:
    friend class SharedTexts;
    explicit SharedText(std::shared_ptr<const std::string> text)
        : m_text(std::move(text))
    {}

    std::shared_ptr<const std::string> m_text;
};

/// Finds equal texts: when a hundred thousand objects fail with one sentence it is kept once.
///
/// Remembers a text for each of a few numbers that texts hash to, the one seen last. So it
/// stays small whatever is said, and finds again what is said often. Not thread-safe.
class SharedTexts
{
public:
    static constexpr std::size_t Remembered = 256;

    /// \a text, in common with an equal one if that is remembered.
    [[nodiscard]] SharedText share(const std::string &text);

private:
    std::array<SharedText, Remembered> m_last;
};

} // namespace qontroller
