// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/topmodel.h"

#include "core/base/text/readabletext.h"

#include <algorithm>
#include <utility>

namespace qontroller::top {

namespace {

void removeLastCharacter(std::string &utf8)
{
    const auto isInside = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
    };
    while (!utf8.empty() && isInside(utf8.back()))
        utf8.pop_back();
    if (!utf8.empty())
        utf8.pop_back();
}

std::variant<Action, ItemVerb> pauseOrResume(const Row &row)
{
    if (!row.name.id.empty())
        return row.isPaused ? ItemVerb::Resume : ItemVerb::Pause;
    return row.isPaused ? Action(ControllerVerb::Resume) : Action(ControllerVerb::Pause);
}

} // namespace

const Question &TopModel::question() const
{
    return m_wanted ? *m_wanted : top().question;
}

const Listing *TopModel::listing() const
{
    return top().listing ? &*top().listing : nullptr;
}

std::optional<Steering> TopModel::press(const KeyPress &key, TimePoint now)
{
    m_message.clear();
    if (m_prompt) {
        type(key);
        return std::nullopt;
    }
    const auto height = static_cast<std::ptrdiff_t>(m_height);
    constexpr std::ptrdiff_t All = 1'000'000;
    switch (key.key) {
    case Key::Up: move(-1); break;
    case Key::Down: move(1); break;
    case Key::PageUp: move(-height); break;
    case Key::PageDown: move(height); break;
    case Key::Home: move(-All); break;
    case Key::End: move(All); break;
    case Key::Enter: open(); break;
    case Key::Escape: goBack(); break;
    case Key::Text: return key.text.size() == 1 ? command(key.text.front(), now) : std::nullopt;
    case Key::Backspace:
    case Key::Clear:
    case Key::Other: break;
    }
    return std::nullopt;
}

std::optional<Steering> TopModel::command(char key, TimePoint now)
{
    const bool isTable = page() != Page::Why;
    switch (key) {
    case 'q': m_isOver = true; break;
    case 'j': move(1); break;
    case 'k': move(-1); break;
    case '/':
        if (isTable)
            m_prompt = page() == Page::Objects ? top().question.filter : std::string();
        break;
    case 'w':
        if (page() == Page::Objects)
            open();
        break;
    case 'p':
        if (const Row *row = isTable ? chosen() : nullptr)
            return steer(pauseOrResume(*row), now);
        break;
    case 'r':
        if (isTable && chosen())
            return page() == Page::Controllers ? steer(Action(ControllerVerb::Resync), now)
                                               : steer(ItemVerb::Requeue, now);
        break;
    default: break;
    }
    return std::nullopt;
}

std::optional<Steering> TopModel::steer(std::variant<Action, ItemVerb> what, TimePoint now)
{
    const Row &row = *chosen();
    if (row.controller == 0) { // which would mean all of them
        m_message = row.name.text() + ": not done: it does not run";
        return std::nullopt;
    }
    if (!m_link.trouble.empty() || now - top().asked.value_or(TimePoint{}) > Stale) {
        m_message = row.name.text() + ": not done: the host does not answer";
        return std::nullopt;
    }
    m_message = row.name.text() + ": asked for …";
    return Steering{top().run, row.controller, row.name, std::move(what)};
}

const Row *TopModel::chosen()
{
    const auto position = cursor().position();
    if (!position && listing())
        m_message = listing()->rows.empty()
                        ? "there is nothing here"
                        : "no row is chosen: the chosen one is gone; choose another one";
    return position && listing() ? &listing()->rows[*position] : nullptr;
}

void TopModel::move(std::ptrdiff_t by)
{
    if (!listing())
        return;
    if (page() != Page::Why)
        return cursor().move(listing()->rows, by);
    const auto most = static_cast<std::ptrdiff_t>(listing()->lines.size()) - 1;
    const auto line = static_cast<std::ptrdiff_t>(top().firstLine) + by;
    top().firstLine = static_cast<std::size_t>(
        std::clamp(line, std::ptrdiff_t(0), std::max(most, std::ptrdiff_t(0))));
}

void TopModel::type(const KeyPress &key)
{
    switch (key.key) {
    case Key::Text: *m_prompt += key.text; break;
    case Key::Backspace: removeLastCharacter(*m_prompt); break;
    case Key::Clear: m_prompt->clear(); break;
    case Key::Escape: m_prompt.reset(); break;
    case Key::Enter: want(Page::Objects, *std::exchange(m_prompt, std::nullopt), {}); break;
    default: break;
    }
}

void TopModel::want(Page wanted, std::string filter, RowName object)
{
    m_wanted = Question{++m_lastNumber, wanted, std::move(filter), std::move(object)};
}

void TopModel::open()
{
    const Row *row = page() == Page::Why ? nullptr : chosen();
    if (!row)
        return;
    if (page() == Page::Controllers)
        want(Page::Objects, filterFor(row->name.controller), {});
    else
        want(Page::Why, {}, row->name);
}

void TopModel::goBack()
{
    if (std::exchange(m_wanted, std::nullopt))
        return; // what has not come yet
    if (m_pages.size() == 1)
        m_isOver = true;
    else
        m_pages.pop_back();
}

void TopModel::take(Answer answer)
{
    const bool isWanted = m_wanted && m_wanted->number == answer.question.number;
    if (!isWanted && answer.question.number != top().question.number)
        return; // a page that is gone
    if (!answer.listing && answer.listing.error().status == CtlStatus::NotReached)
        return; // the link says so, and the question is asked again
    if (!answer.listing) {
        m_message = readableText(answer.listing.error().sentence);
        if (isWanted)
            m_wanted.reset();
        return;
    }
    if (isWanted) {
        const Page page = std::exchange(m_wanted, std::nullopt)->page;
        if (page == top().question.page)
            m_pages.pop_back();
        m_pages.push_back(Shown{answer.question});
    }
    show(std::move(answer));
}

void TopModel::show(Answer answer)
{
    Shown &page = top();
    page.listing = *std::move(answer.listing);
    page.asked = answer.asked;
    page.run = answer.run;
    page.cursor.follow(page.listing->rows);
}

} // namespace qontroller::top
