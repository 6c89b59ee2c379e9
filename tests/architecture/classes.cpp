// SPDX-License-Identifier: LGPL-3.0-or-later
#include "classes.h"

#include "rules.h"

#include <QtCore/QRegularExpression>

namespace qontroller::architecture {

namespace {

QString codeOf(std::string_view text)
{
    return QString::fromStdString(codeOnly(text));
}

/// \a statement with each `operator…` as one name, and without what stands in angle brackets.
QString flattened(QString statement)
{
    static const QRegularExpression called(R"(\boperator\s*\(\s*\))");
    static const QRegularExpression symbolOrType(R"(\boperator\b[^(]*)");
    static const QRegularExpression arguments("<[^<>]*>");
    statement.replace(called, "operator_");
    statement.replace(symbolOrType, "operator_");
    while (statement.contains(arguments))
        statement.remove(arguments);
    return statement;
}

/// \a statement as far as its first parenthesis that is not of `decltype` or an attribute; empty if
/// there is none, or only one in an initial value.
QString beforeParameters(QString statement)
{
    static const QRegularExpression notParameters(
        R"(\b(decltype|explicit|alignas|noexcept)\s*(\((?:[^()]|(?2))*\))|\[\[.*?\]\])",
        QRegularExpression::DotMatchesEverythingOption);
    statement = flattened(statement).remove(notParameters);
    const QString before = statement.left(statement.indexOf('('));
    return before.size() < statement.size() && !before.contains('=') ? before : QString();
}

/// Reads a source as far as its functions: goes into namespaces, and past all other braces.
class SourceReader
{
public:
    [[nodiscard]] std::set<std::string> classesIn(const QString &code)
    {
        for (const QChar c : code)
            read(c);
        return std::move(m_classes);
    }

private:
    void read(QChar c)
    {
        if (c == '{') {
            open();
        } else if (c == '}') {
            m_skipped = std::max(m_skipped - 1, 0);
            m_statement.clear();
        } else if (m_skipped == 0) {
            m_statement += c;
            if (c == ';')
                end();
        }
    }

    void open()
    {
        static const QRegularExpression scope(R"(^\s*(inline\s+)?namespace\b|^\s*extern\s*$)");
        if (m_skipped > 0 || !m_statement.contains(scope)) {
            if (m_skipped == 0)
                note();
            ++m_skipped;
        }
        m_statement.clear();
    }

    void end()
    {
        static const QRegularExpression definition(R"(=\s*(default|delete)\s*;$)");
        if (m_statement.contains(definition))
            note();
        m_statement.clear();
    }

    void note()
    {
        static const QRegularExpression pattern(R"((\w+(?:\s*::\s*\w+)*)\s*::\s*~?\s*\w+\s*$)");
        const auto match = pattern.match(beforeParameters(m_statement));
        if (match.hasMatch())
            m_classes.insert(match.captured(1).remove(' ').toStdString());
    }

    std::set<std::string> m_classes;
    QString m_statement;
    int m_skipped = 0; ///< open braces that are not those of a namespace
};

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
            R"(\b(public|signals|Q_SIGNALS|protected|private)\s*(slots|Q_SLOTS)?\s*$)");
        const auto match = pattern.match(m_statement);
        if (match.hasMatch())
            m_isPublic = match.captured(1) != u"protected" && match.captured(1) != u"private";
        return match.hasMatch();
    }

    void endStatement()
    {
        // A comma goes on with the initial values of members.
        static const QRegularExpression uncounted(
            R"(^\s*,|=\s*(delete|default)\b|\b(friend|using|operator|static_assert|override|final)\b|~)");
        const QString name = beforeParameters(m_statement);
        const QRegularExpression constructor(R"(\b)" + m_name + R"(\s*$)");
        const bool isFunction = !name.isEmpty() && !name.contains(constructor)
                                && !m_statement.contains(uncounted);
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

} // namespace

std::set<std::string> classesDefinedIn(std::string_view source)
{
    // Lines that are no statements: directives, and macros that stand alone.
    static const QRegularExpression
        alone(R"(^[ \t]*(#(?:[^\n]*\\\n)*[^\n]*|[A-Z][A-Z0-9_]*\([^\n]*\)[ \t]*)$)",
              QRegularExpression::MultilineOption);
    return SourceReader().classesIn(codeOf(source).remove(alone));
}

std::set<std::string> classesOf(std::string_view header)
{
    static const QRegularExpression pattern(
        R"(^namespace\s+([\w:]+)\s*\{|^(?:class|struct|enum class)\s+(?:[A-Z][A-Z0-9_]*\([^;{]*\)\s+)?(\w+)(?:\s+final)?\s*(?::[^;{]*)?\{)",
        QRegularExpression::MultilineOption);
    std::set<std::string> classes;
    QString space;
    const QString code = codeOf(header);
    for (auto match = pattern.globalMatch(code); match.hasNext();) {
        const auto found = match.next();
        if (found.capturedLength(1) > 0)
            space = found.captured(1) + "::";
        else
            classes.insert((space + found.captured(2)).toStdString());
    }
    return classes;
}

std::map<std::string, int> publicFunctionsIn(std::string_view header)
{
    static const QRegularExpression pattern(
        R"(\b(class|struct)\s+(?:\[\[[^\]]*\]\]\s*|alignas\([^)]*\)\s*|[A-Z][A-Z0-9_]*(?:\([^)]*\))?\s+)*)"
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
