// SPDX-License-Identifier: LGPL-3.0-or-later
#include "classes.h"

#include "rules.h"

#include <QtCore/QRegularExpression>

namespace qontroller::architecture {

namespace {

/// The declarations in one class, as far as the braces that end it.
class ClassBody
{
public:
    ClassBody(QStringView code, QString name, bool isPublic)
        : m_code(code)
        , m_name(std::move(name))
        , m_isPublic(isPublic)
    {}

    [[nodiscard]] int publicFunctions()
    {
        for (qsizetype i = 0; i < m_code.size() && m_depth >= 0; ++i)
            read(m_code[i]);
        return m_count;
    }

private:
    void read(QChar c)
    {
        if (c == '{') {
            if (m_depth++ == 0 && m_parentheses == 0)
                endStatement();
        } else if (c == '}') {
            --m_depth;
        } else if (m_depth == 0) {
            readOwn(c);
        }
    }

    void readOwn(QChar c)
    {
        if (c == '(')
            ++m_parentheses;
        else if (c == ')')
            --m_parentheses;
        if (c == ';' && m_parentheses == 0)
            endStatement();
        else if (c == ':' && m_parentheses == 0 && isAccess())
            m_statement.clear();
        else
            m_statement += c;
    }

    /// Whether the statement so far is `public`, `private slots` and the like, which is noted.
    [[nodiscard]] bool isAccess()
    {
        static const QRegularExpression pattern(
            R"(\b(public|signals|protected|private)\s*(slots)?\s*$)");
        const auto match = pattern.match(m_statement);
        if (match.hasMatch())
            m_isPublic = match.captured(1) == u"public" || match.captured(1) == u"signals";
        return match.hasMatch();
    }

    void endStatement()
    {
        static const QRegularExpression uncounted(
            R"(=\s*(delete|default)\b|\b(friend|using|operator|override|final)\b|~)");
        const QRegularExpression constructor(R"(\b)" + m_name + R"(\s*\()");
        const bool isFunction = m_statement.contains('(') && !m_statement.contains(uncounted)
                                && !m_statement.contains(constructor);
        m_count += m_isPublic && isFunction;
        m_statement.clear();
    }

    const QStringView m_code;
    const QString m_name;
    bool m_isPublic;
    int m_count = 0;
    int m_depth = 0;
    int m_parentheses = 0;
    QString m_statement;
};

QString codeOf(std::string_view text)
{
    return QString::fromStdString(codeOnly(text));
}

} // namespace

std::set<std::string> classesDefinedIn(std::string_view source)
{
    // A definition begins at the start of a line; a name in a call does not.
    static const QRegularExpression
        pattern(R"(^(?![ \t#}])[^;={}\n()]*?\b(\w+(?:::\w+)*)::(?:~?\w+|operator[^\s(]+)\s*\()",
                QRegularExpression::MultilineOption);
    std::set<std::string> classes;
    const QString code = codeOf(source);
    for (auto match = pattern.globalMatch(code); match.hasNext();)
        classes.insert(match.next().captured(1).toStdString());
    return classes;
}

std::map<std::string, int> publicFunctionsIn(std::string_view header)
{
    static const QRegularExpression pattern(
        R"(\b(class|struct)\s+(?:\[\[[^\]]*\]\]\s*|alignas\([^)]*\)\s*|QONTROLLER_\w+(?:\([^)]*\))?\s+)*)"
        R"((\w+)(?:<[^>{]*>)?(?:\s+final)?\s*(?::[^{;]*)?\{)");
    std::map<std::string, int> counts;
    const QString code = codeOf(header);
    for (auto match = pattern.globalMatch(code); match.hasNext();) {
        const auto found = match.next();
        ClassBody body(QStringView(code).sliced(found.capturedEnd()), found.captured(2),
                       found.captured(1) == u"struct");
        counts[found.captured(2).toStdString()] += body.publicFunctions();
    }
    return counts;
}

} // namespace qontroller::architecture
