// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/screen.h"

#include "app/qontrollerctl/texttable.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cwchar>

#define NCURSES_NOMACROS // functions, that do not change other names
#include <ncurses.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace qontroller::top {

namespace {

constexpr short WarningPair = 1;
constexpr short BadPair = 2;
constexpr int EscapeDelay = 50; // ms: keys that begin with Escape come at once

// NOLINTBEGIN(concurrency-mt-unsafe): nothing sets any
bool wantsColours()
{
    const char *refused = std::getenv("NO_COLOR");
    return !refused || *refused == '\0';
}

std::string terminalName()
{
    const char *name = std::getenv("TERM");
    return name ? name : "";
}
// NOLINTEND(concurrency-mt-unsafe)

KeyPress textKey(wint_t character)
{
    std::array<char, MB_LEN_MAX> bytes{};
    std::mbstate_t state{};
    // NOLINTNEXTLINE(concurrency-mt-unsafe): it has a state of its own
    const std::size_t count = std::wcrtomb(bytes.data(), static_cast<wchar_t>(character), &state);
    if (count == static_cast<std::size_t>(-1))
        return {};
    return {Key::Text, std::string(bytes.data(), count)};
}

KeyPress keyOf(wint_t character)
{
    constexpr wint_t Escape = 27;
    constexpr wint_t ControlH = 8;
    constexpr wint_t ControlU = 21;
    constexpr wint_t Delete = 127;
    switch (character) {
    case '\n':
    case '\r': return {Key::Enter, {}};
    case Escape: return {Key::Escape, {}};
    case ControlH:
    case Delete: return {Key::Backspace, {}};
    case ControlU: return {Key::Clear, {}};
    default: return character < ' ' ? KeyPress() : textKey(character);
    }
}

KeyPress functionKey(wint_t code)
{
    switch (code) {
    case KEY_UP: return {Key::Up, {}};
    case KEY_DOWN: return {Key::Down, {}};
    case KEY_PPAGE: return {Key::PageUp, {}};
    case KEY_NPAGE: return {Key::PageDown, {}};
    case KEY_HOME: return {Key::Home, {}};
    case KEY_END: return {Key::End, {}};
    case KEY_ENTER: return {Key::Enter, {}};
    case KEY_BACKSPACE: return {Key::Backspace, {}};
    default: return {};
    }
}

bool takesOutput()
{
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLOUT) != 0;
}

} // namespace

bool hasTerminal()
{
    return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

tl::expected<std::unique_ptr<Screen>, std::string> Screen::open()
{
    termios before{};
    static_cast<void>(::tcgetattr(STDOUT_FILENO, &before));
    if (!::newterm(nullptr, stdout, stdin))
        return tl::unexpected("the terminal \"" + terminalName()
                              + "\" is not known or can do too little: set TERM, as in TERM=xterm");
    return std::unique_ptr<Screen>(new Screen(before));
}

Screen::Screen(const termios &before)
    : m_before(before)
    , m_hasColours(wantsColours() && ::has_colors())
{
    setUp();
}

Screen::~Screen()
{
    ::endwin();
    ::tcsetattr(STDOUT_FILENO, TCSANOW, &m_before);
    ::delscreen(::set_term(nullptr));
}

void Screen::setUp() const
{
    ::cbreak();
    ::noecho();
    ::nonl();
    ::set_escdelay(EscapeDelay);
    ::keypad(stdscr, TRUE);
    ::nodelay(stdscr, TRUE);
    termios settings{};
    if (::tcgetattr(STDOUT_FILENO, &settings) == 0) {
        settings.c_iflag &= ~tcflag_t(IXON); // Ctrl-S would stop the program, too
        ::tcsetattr(STDOUT_FILENO, TCSANOW, &settings);
        ::def_prog_mode();
    }
    if (m_hasColours) {
        ::start_color();
        ::use_default_colors();
        ::init_pair(WarningPair, COLOR_YELLOW, -1);
        ::init_pair(BadPair, COLOR_RED, -1);
    }
}

Size Screen::size() const
{
    return {static_cast<std::size_t>(std::max(COLS, 1)),
            static_cast<std::size_t>(std::max(LINES, 1))};
}

unsigned Screen::attributesOf(const PictureLine &line) const
{
    unsigned attributes = (line.isReverse ? A_REVERSE : 0) | (line.isBold ? A_BOLD : 0);
    if (m_hasColours && line.tone != Tone::Plain)
        attributes |= static_cast<unsigned>(
            COLOR_PAIR(line.tone == Tone::Bad ? BadPair : WarningPair));
    return attributes;
}

void Screen::show(const Picture &picture)
{
    if (!takesOutput())
        return;
    ::erase();
    const std::size_t width = size().width;
    for (std::size_t row = 0; row < picture.lines.size(); ++row) {
        const PictureLine &line = picture.lines[row];
        std::string text = line.text;
        if (line.isReverse)
            text.append(width - std::min(width, widthOf(text)), ' ');
        ::attrset(static_cast<int>(attributesOf(line)));
        ::mvaddstr(static_cast<int>(row), 0, text.c_str());
    }
    ::attrset(A_NORMAL);
    ::curs_set(picture.caret ? 1 : 0);
    if (picture.caret)
        ::move(static_cast<int>(picture.caretRow), static_cast<int>(*picture.caret));
    ::refresh();
}

std::optional<KeyPress> Screen::readKey()
{
    wint_t character = 0;
    switch (::get_wch(&character)) {
    case OK: return keyOf(character);
    case KEY_CODE_YES: return functionKey(character);
    default: return std::nullopt;
    }
}

void Screen::fitToTerminal()
{
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        ::resizeterm(size.ws_row, size.ws_col);
    ::clearok(curscr, TRUE);
}

void Screen::suspend()
{
    ::endwin();
    static_cast<void>(std::raise(SIGSTOP));
    ::refresh();
    fitToTerminal();
}

} // namespace qontroller::top
