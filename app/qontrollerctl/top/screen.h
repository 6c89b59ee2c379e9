// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/top/picture.h"

#include <tl/expected.hpp>

#include <memory>
#include <optional>
#include <string>

#include <termios.h>

namespace qontroller::top {

/// Whether a person is there who sees and types.
[[nodiscard]] bool hasTerminal();

/// The terminal, through ncurses, which is used nowhere else. One at a time, for one thread.
///
/// The terminal is as it was before when this ends.
class Screen final
{
public:
    /// Only where hasTerminal(). The error is a sentence.
    [[nodiscard]] static tl::expected<std::unique_ptr<Screen>, std::string> open();
    ~Screen();
    Screen(const Screen &) = delete;
    Screen &operator=(const Screen &) = delete;

    [[nodiscard]] Size size() const;
    /// A terminal that takes nothing is not waited for: it is shown the next picture, perhaps.
    void show(const Picture &picture);
    /// Nothing: no other key has been pressed yet.
    [[nodiscard]] std::optional<KeyPress> readKey();
    /// After the terminal was made larger or smaller.
    void fitToTerminal();
    /// Gives the terminal back, stops the program, and goes on when it is continued.
    void suspend();

private:
    explicit Screen(const termios &before);
    void setUp() const;
    [[nodiscard]] unsigned attributesOf(const PictureLine &line) const;

    const termios m_before;
    bool m_hasColours = false;
};

} // namespace qontroller::top
