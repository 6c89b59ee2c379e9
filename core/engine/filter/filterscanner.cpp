// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/filterscanner.h"

#include "core/engine/observe/items/itemmark.h"

#include <utility>

namespace qontroller {

namespace {

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {}

    FilterTokens run()
    {
        while (!m_result.error && skipSpace())
            scanToken();
        return std::move(m_result);
    }

private:
    bool skipSpace()
    {
        while (m_at < m_text.size() && isSpace(m_text[m_at]))
            ++m_at;
        return m_at < m_text.size();
    }

    [[nodiscard]] bool isAt(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size() || isSpace(m_text[m_at]); }

    void scanToken()
    {
        FilterToken token;
        token.position = m_at;
        if (isAt('-') && m_at + 1 < m_text.size() && !isSpace(m_text[m_at + 1])) {
            token.negated = true;
            ++m_at;
        }
        token.field = scanField();
        token.valuePosition = m_at;
        if (isAt('/'))
            scanExpression(token);
        else
            scanValues(token);
        token.length = m_at - token.position;
        if (!m_result.error)
            m_result.tokens.push_back(std::move(token));
    }

    std::string scanField()
    {
        std::size_t end = m_at;
        while (end < m_text.size() && isLetter(m_text[end]))
            ++end;
        if (end == m_at || end >= m_text.size() || m_text[end] != ':')
            return {};
        const std::size_t start = std::exchange(m_at, end + 1);
        return keyOf(m_text.substr(start, end - start));
    }

    void scanExpression(FilterToken &token)
    {
        const std::size_t start = m_at++;
        std::string expression;
        while (m_at < m_text.size() && m_text[m_at] != '/') {
            if (isAt('\\') && m_at + 1 < m_text.size() && m_text[m_at + 1] == '/')
                ++m_at;
            expression += m_text[m_at++];
        }
        if (!isAt('/'))
            return fail(start, FilterError::Kind::OpenExpression);
        ++m_at;
        token.kind = FilterToken::Kind::Expression;
        token.values = {std::move(expression)};
    }

    void scanValues(FilterToken &token)
    {
        do {
            if (isAt(','))
                ++m_at;
            token.values.push_back(isAt('"') ? scanQuoted() : scanWord());
        } while (isAt(',') && !m_result.error);
    }

    std::string scanQuoted()
    {
        const std::size_t start = m_at++;
        std::string value;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            if (isAt('\\') && m_at + 1 < m_text.size())
                ++m_at;
            value += m_text[m_at++];
        }
        if (!isAt('"'))
            fail(start, FilterError::Kind::OpenQuotation);
        ++m_at;
        return value;
    }

    std::string scanWord()
    {
        const std::size_t start = m_at;
        while (!atEnd() && !isAt(','))
            ++m_at;
        return std::string(m_text.substr(start, m_at - start));
    }

    void fail(std::size_t position, FilterError::Kind kind)
    {
        m_result.error = FilterError{kind, position, m_text.size() - position};
    }

    const std::string_view m_text;
    std::size_t m_at = 0;
    FilterTokens m_result;
};

} // namespace

FilterTokens scanFilter(std::string_view text)
{
    return Scanner(text).run();
}

} // namespace qontroller
