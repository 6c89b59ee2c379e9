// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/top/cursor.h"
#include "app/qontrollerctl/top/listing.h"
#include "app/qontrollerctl/top/question.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::top {

enum class Key : unsigned char {
    Text, ///< KeyPress::text
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Enter,
    Escape,
    Backspace,
    Clear, ///< all of a line that is typed
    Other,
};

struct KeyPress
{
    Key key = Key::Other;
    std::string text; ///< one character
};

/// What the host said to a question.
struct Answer
{
    Question question;
    std::uint64_t run = 0; ///< of the host, as far as connections tell
    TimePoint asked;
    tl::expected<Listing, CtlProblem> listing;
};

/// What is shown is not what the host has now, if it is older.
inline constexpr Duration Stale = std::chrono::seconds(3);

/// What `top` shows, and what keys do to it. It knows neither of a terminal nor of a connection.
///
/// Pages lie on each other; Escape takes the uppermost one away. A page that is asked for lies
/// there from its first answer on; if the host refuses, it is said, and nothing changes.
class TopModel final
{
public:
    /// \a now on the clock of Answer::asked. The command that \a key means, if it means one.
    [[nodiscard]] std::optional<Steering> press(const KeyPress &key, TimePoint now);
    void take(Answer answer);
    void take(Link link) { m_link = std::move(link); }
    /// \a outcome of a command, as a sentence.
    void say(std::string outcome) { m_message = std::move(outcome); }

    /// What the host is to be asked for now.
    [[nodiscard]] const Question &question() const;
    [[nodiscard]] bool isOver() const { return m_isOver; }

    [[nodiscard]] Page page() const { return top().question.page; }
    /// Null: nothing is known yet.
    [[nodiscard]] const Listing *listing() const;
    [[nodiscard]] Cursor &cursor() { return m_pages.back().cursor; }
    /// When what is shown was asked for; nothing: nothing is shown.
    [[nodiscard]] std::optional<TimePoint> asked() const { return top().asked; }
    [[nodiscard]] const Link &link() const { return m_link; }
    [[nodiscard]] const std::string &message() const { return m_message; }
    /// The filter that is being typed.
    [[nodiscard]] const std::optional<std::string> &prompt() const { return m_prompt; }
    /// So many rows or lines make a page for PageUp and PageDown.
    void setHeight(std::size_t rows) { m_height = rows; }
    /// The first line that is shown of a page of text.
    [[nodiscard]] std::size_t firstLine() const { return top().firstLine; }

private:
    struct Shown
    {
        Question question;
        std::optional<Listing> listing = {};
        std::optional<TimePoint> asked = {};
        std::uint64_t run = 0;
        Cursor cursor = {};
        std::size_t firstLine = 0;
    };

    [[nodiscard]] const Shown &top() const { return m_pages.back(); }
    [[nodiscard]] Shown &top() { return m_pages.back(); }
    /// The row that a key is for; nothing: there is none, and it is said.
    [[nodiscard]] const Row *chosen();
    void move(std::ptrdiff_t by);
    void type(const KeyPress &key);
    void want(Page wanted, std::string filter, RowName object);
    void open();
    void goBack();
    void show(Answer answer);
    [[nodiscard]] std::optional<Steering> command(char key, TimePoint now);
    [[nodiscard]] std::optional<Steering> steer(std::variant<Action, ItemVerb> what, TimePoint now);

    std::vector<Shown> m_pages = std::vector<Shown>(1);
    std::optional<Question> m_wanted;
    std::uint64_t m_lastNumber = 0;
    Link m_link;
    std::string m_message;
    std::optional<std::string> m_prompt;
    std::size_t m_height = 1;
    bool m_isOver = false;
};

} // namespace qontroller::top
