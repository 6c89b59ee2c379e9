// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filter/filterscanner.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

class Scanner
{
    Q_DECLARE_TR_FUNCTIONS(Filter)

public:
    explicit Scanner(const QString &text)
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
        while (m_at < m_text.size() && m_text[m_at].isSpace())
            ++m_at;
        return m_at < m_text.size();
    }

    [[nodiscard]] bool isAt(char c) const
    {
        return m_at < m_text.size() && m_text[m_at] == QLatin1Char(c);
    }

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size() || m_text[m_at].isSpace(); }

    void scanToken()
    {
        FilterToken token;
        token.position = m_at;
        if (isAt('-') && m_at + 1 < m_text.size() && !m_text[m_at + 1].isSpace()) {
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
            m_result.tokens.push_back(token);
    }

    QString scanField()
    {
        int end = m_at;
        while (end < m_text.size() && m_text[end].isLetter())
            ++end;
        if (end == m_at || end >= m_text.size() || m_text[end] != QLatin1Char(':'))
            return {};
        QString field = m_text.mid(m_at, end - m_at);
        m_at = end + 1;
        return field;
    }

    void scanExpression(FilterToken &token)
    {
        const int start = m_at++;
        QString expression;
        while (m_at < m_text.size() && m_text[m_at] != QLatin1Char('/')) {
            if (isAt('\\') && m_at + 1 < m_text.size() && m_text[m_at + 1] == QLatin1Char('/'))
                ++m_at;
            expression += m_text[m_at++];
        }
        if (!isAt('/'))
            return fail(start, tr("the expression has no closing /"));
        ++m_at;
        token.kind = FilterToken::Kind::Expression;
        token.values = {expression};
    }

    void scanValues(FilterToken &token)
    {
        do {
            if (isAt(','))
                ++m_at;
            token.values += isAt('"') ? scanQuoted() : scanWord();
        } while (isAt(',') && !m_result.error);
    }

    QString scanQuoted()
    {
        const int start = m_at++;
        QString value;
        while (m_at < m_text.size() && m_text[m_at] != QLatin1Char('"')) {
            if (isAt('\\') && m_at + 1 < m_text.size())
                ++m_at;
            value += m_text[m_at++];
        }
        if (!isAt('"'))
            fail(start, tr("the quotation has no closing \""));
        ++m_at;
        return value;
    }

    QString scanWord()
    {
        const int start = m_at;
        while (!atEnd() && !isAt(','))
            ++m_at;
        return m_text.mid(start, m_at - start);
    }

    void fail(int position, const QString &sentence)
    {
        m_result.error = FilterError{position, int(m_text.size()) - position, sentence};
    }

    const QString &m_text;
    int m_at = 0;
    FilterTokens m_result;
};

} // namespace

FilterTokens scanFilter(const QString &text)
{
    return Scanner(text).run();
}

} // namespace qontroller::ui
