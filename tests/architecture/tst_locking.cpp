// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"

#include <QtCore/QDirIterator>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <algorithm>
#include <iterator>

using namespace qontroller::test;

namespace {

constexpr auto OverLines = QRegularExpression::DotMatchesEverythingOption;

/// \a source without comments, literals and directives.
QString bareCode(QString source)
{
    static const QStringList passive{
        R"(//[^\n]*)",
        R"(/\*.*?\*/)",
        R"(R\x22(\w*)\(.*?\)\1\x22)", // the quote itself confuses moc
        R"(\x22(?:\\.|[^\x22\\\n])*\x22)",
        R"('(?:\\.[^'\n]*|[^'\\\n])')",
        R"(^[ \t]*#(?:[^\n]*\\\n)*[^\n]*)",
    };
    static const QRegularExpression any(passive.join('|'),
                                        OverLines | QRegularExpression::MultilineOption);
    return source.replace(any, " ");
}

/// Finds the mutexes that a source declares. It is read as text, without a compiler.
class MutexReader
{
public:
    explicit MutexReader(const QString &path)
        : m_file(path.section('/', -1))
    {}

    /// Each as `Outer::Inner::m_mutex`. One in a function is `function()::mutex`, one in no class
    /// `file.cpp::mutex`.
    [[nodiscard]] QStringList mutexesIn(const QString &source)
    {
        for (const QChar c : bareCode(source))
            read(c);
        return m_found;
    }

private:
    void read(QChar c)
    {
        if (c == ';')
            note();
        else if (c == '{')
            open();
        else if (c == '}' && !m_scopes.isEmpty())
            m_scopes.removeLast();
        if (c == ';' || c == '{' || c == '}')
            m_statement.clear();
        else
            m_statement += c;
    }

    void open()
    {
        const QString name = classBegun();
        if (name.isEmpty())
            note(); // it may have a value in braces
        m_scopes += name.isEmpty() ? functionBegun() : name;
    }

    /// The statement so far, without what stands in angle brackets.
    [[nodiscard]] QString flat() const
    {
        static const QRegularExpression arguments("<[^<>]*>");
        QString statement = m_statement;
        while (statement.contains(arguments))
            statement.remove(arguments);
        return statement;
    }

    /// Empty: the statement begins none.
    [[nodiscard]] QString classBegun() const
    {
        static const QRegularExpression
            head(R"((?<!\benum\s)\b(?:class|struct|union)\s+)"
                 R"((?:\w+\s*\((?:[^()]|\([^()]*\))*\)\s*|\[\[[^\]]*\]\]\s*)*)" // attributes
                 R"((\w+(?:::\w+)*)\s*(?:\bfinal\s*)?(?::[^:].*)?$)",
                 OverLines);
        return head.match(flat()).captured(1);
    }

    /// Empty: the statement begins none, or a block in one.
    [[nodiscard]] QString functionBegun() const
    {
        static const QRegularExpression head(R"((\w+(?:::\w+)*)\s*\()");
        const auto isFunction = [](const QString &scope) { return scope.endsWith("()"); };
        if (std::any_of(m_scopes.begin(), m_scopes.end(), isFunction))
            return {};
        const QString name = head.match(flat()).captured(1);
        return name.isEmpty() ? QString() : name + "()";
    }

    void note()
    {
        static const QRegularExpression declaration(
            R"((?<!_guard<)(?<!_lock<)\b(?:Mutex|Q(?:Recursive)?Mutex|std::\w*mutex)\b)"
            R"((?:\s*,[^>;]*)?>?\s+(\w+(?:\s*,\s*\w+)*)\s*)" // in a container, several
            R"((?:\[[^\]]*\]\s*)*(?:\b[A-Z][A-Z0-9_]*\s*\([^)]*\)\s*)*$)"); // an array, attributes
        const QString names = declaration.match(m_statement).captured(1);
        for (const QString &name : names.split(',', Qt::SkipEmptyParts))
            m_found += placeOf(name.trimmed());
    }

    [[nodiscard]] QString placeOf(const QString &mutex) const
    {
        QStringList place = m_scopes;
        place.removeAll(QString());
        if (place.isEmpty())
            place += m_file;
        return (place << mutex).join("::");
    }

    const QString m_file;
    QString m_statement;
    QStringList m_scopes; ///< names of classes and functions; of other braces empty
    QStringList m_found;
};

struct LockRow
{
    QString wing; ///< whose group it is in
    QString name;
    QStringList inside; ///< as the row has them
};

QStringList cellsOf(const QString &line)
{
    QStringList cells;
    for (const QString &cell : line.split('|'))
        cells += cell.trimmed();
    return cells;
}

const QString LockColumns = QStringLiteral("lock | guards | may be taken inside | longest hold\n");

/// The rows of the table of locks in \a page.
QList<LockRow> lockRowsOf(const QString &page)
{
    static const QRegularExpression group(R"(^\*\*(\w+)\*\*)");
    const QString table = page.section(LockColumns, 1).section("\n\n", 0, 0);
    QList<LockRow> rows;
    QString wing;
    for (const QString &line : table.split('\n')) {
        if (const auto match = group.match(line); match.hasMatch())
            wing = match.captured(1);
        else if (line.startsWith('`'))
            rows.push_back({wing, cellsOf(line).at(0).section('`', 1, 1),
                            cellsOf(line).value(2).remove('`').split(", ", Qt::SkipEmptyParts)});
    }
    return rows;
}

/// Those of \a rows that \a word means: a lock, or the class that has it.
QStringList locksCalled(const QString &word, const QList<LockRow> &rows)
{
    QStringList locks;
    for (const LockRow &row : rows) {
        if (row.name == word || row.name.section("::", 0, -2) == word)
            locks += row.name;
    }
    return locks;
}

using Inside = QMap<QString, QStringList>;

/// What may be taken inside each lock, as far as \a rows say it well.
Inside insideOf(const QList<LockRow> &rows)
{
    Inside inside;
    for (const LockRow &row : rows) {
        QStringList &locks = inside[row.name];
        for (const QString &word : row.inside)
            locks += locksCalled(word, rows);
        if (!row.inside.contains("any"))
            continue;
        std::transform(rows.begin(), rows.end(), std::back_inserter(locks),
                       [](const LockRow &each) { return each.name; });
        locks.removeAll(row.name);
    }
    return inside;
}

/// A way from a lock to itself; empty: there is none.
QStringList circleIn(Inside inside)
{
    const auto leadsOn = [&](const QString &lock) { return inside.contains(lock); };
    const auto next = [&](const QString &lock) {
        const QStringList &locks = inside[lock];
        const auto found = std::find_if(locks.begin(), locks.end(), leadsOn);
        return found == locks.end() ? QString() : *found;
    };
    for (bool isLess = true; isLess;) {
        isLess = false;
        for (const QString &lock : inside.keys()) {
            if (next(lock).isEmpty())
                isLess = inside.remove(lock) > 0;
        }
    }
    QStringList way;
    for (QString lock = inside.isEmpty() ? QString() : inside.firstKey(); !lock.isEmpty();
         lock = next(lock)) {
        if (way.contains(lock))
            return way.mid(way.indexOf(lock)) << lock;
        way += lock;
    }
    return {};
}

using Sources = QMap<QString, QString>; // by path from the top

/// The files that declare each mutex.
QMap<QString, QStringList> mutexesOf(const Sources &sources)
{
    QMap<QString, QStringList> files;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        for (const QString &mutex : MutexReader(source.key()).mutexesIn(source.value()))
            files[mutex] += source.key();
    }
    return files;
}

/// What is wrong with the row of one mutex that \a files declare.
QStringList complaintsOfMutex(const QString &mutex, const QStringList &files,
                              const QList<LockRow> &rows)
{
    const QString wing = files.front().section('/', 1, 1);
    QStringList wings;
    for (const LockRow &row : rows) {
        if (row.name == mutex)
            wings += row.wing;
    }
    if (files.size() > 1)
        return {files.join(" and ") + " declare " + mutex + ": give one another name"};
    if (wings.isEmpty())
        return {files.front() + " declares " + mutex + ": add a row `" + mutex + "` below " + wing};
    if (wings.size() > 1)
        return {mutex + " has " + QString::number(wings.size()) + " rows: remove all but one"};
    if (wings.front() != wing)
        return {"the row " + mutex + " is below " + wings.front() + ": move it below " + wing};
    return {};
}

/// What is wrong with what \a row says of other locks.
QStringList complaintsOfInside(const LockRow &row, const QList<LockRow> &rows)
{
    static const QStringList words{"clock", "log", "any"};
    if (row.inside.isEmpty())
        return {"the row " + row.name
                + " does not say what may be taken inside: write — if nothing"};
    if (row.inside == QStringList("—"))
        return {};
    QStringList complaints;
    for (const QString &word : row.inside) {
        const qsizetype meant = words.contains(word) ? 1 : locksCalled(word, rows).size();
        if (meant == 0)
            complaints += "the row " + row.name + " names " + word
                          + ", which has no row: add one, or remove the name";
        if (meant > 1)
            complaints += "the row " + row.name + " names " + word
                          + ", which has several locks: say which";
    }
    return complaints;
}

/// What core/LOCKING.md, which is \a page, lacks or says wrongly of \a sources.
QStringList complaintsOf(const QString &page, const Sources &sources)
{
    const QList<LockRow> rows = lockRowsOf(page);
    const QMap<QString, QStringList> mutexes = mutexesOf(sources);
    if (rows.isEmpty())
        return {"there is no table with the columns " + LockColumns.trimmed()};
    QStringList complaints;
    for (auto mutex = mutexes.begin(); mutex != mutexes.end(); ++mutex)
        complaints += complaintsOfMutex(mutex.key(), mutex.value(), rows);
    for (const LockRow &row : rows) {
        if (!mutexes.contains(row.name))
            complaints += "no source declares " + row.name + ": remove its row";
        complaints += complaintsOfInside(row, rows);
    }
    if (const QStringList circle = circleIn(insideOf(rows)); !circle.isEmpty())
        complaints += "locks are taken in a circle: " + circle.join(" > ");
    return complaints;
}

QString pageWith(const QString &rows)
{
    return "# Locks\n" + LockColumns + "---|---|---|---\n" + rows + '\n';
}

QString lockingPage()
{
    return QString::fromUtf8(contentsOf(QONTROLLER_SOURCE_DIR "/core/LOCKING.md"));
}

Sources sourcesOfCore()
{
    const QString top = QONTROLLER_SOURCE_DIR "/";
    Sources sources;
    QDirIterator files(top + "core", {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        sources[path.mid(top.size())] = QString::fromUtf8(contentsOf(path));
    }
    return sources;
}

} // namespace

/// The table in core/LOCKING.md has each mutex of core, and an order of them that can be kept.
class LockingTest : public QObject
{
    Q_OBJECT

private slots:
    void everyMutexHasARowAndEveryRowAMutex()
    {
        const QStringList complaints = complaintsOf(lockingPage(), sourcesOfCore());
        QVERIFY2(complaints.isEmpty(), qPrintable("core/LOCKING.md:\n" + complaints.join('\n')));
    }

    void findsMutexes_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("mutexes");
        const auto row = [](const char *name, const char *source, const QStringList &mutexes) {
            QTest::newRow(name) << QString::fromUtf8(source) << mutexes;
        };
        row("of a class",
            "namespace a::b {\nclass A final : public B\n{\nprivate:\n Mutex m_x;\n};}",
            {"A::m_x"});
        row("of a template", "template<class T>\nclass A : public B<T>\n{ mutable Mutex m_x; };",
            {"A::m_x"});
        row("nested", "class A { struct B { Mutex x; }; void f() { g(); } Mutex y; };",
            {"A::B::x", "A::y"});
        row("nested, defined outside",
            "struct A::B : std::enable_shared_from_this<A::B>\n{ Mutex x; };", {"A::B::x"});
        row("with attributes", "class M(capability(\"a\")) A { alignas(64) Mutex x M(y); };",
            {"A::x"});
        row("with values", "struct A { Mutex x{}; int i = 1; std::mutex y; };", {"A::x", "A::y"});
        row("several", "struct A { Mutex x, y; Mutex z[4]; std::array<Mutex, 4> all; };",
            {"A::x", "A::y", "A::z", "A::all"});
        row("of Qt and the library", "struct A { QMutex x; std::shared_mutex y; };",
            {"A::x", "A::y"});
        row("owned", "struct A { std::unique_ptr<Mutex> x; };", {"A::x"});
        row("in a function", "int f(int i)\n{\n if (i) {\n static Mutex x;\n }\n}", {"f()::x"});
        row("in a member function", "void A::f() const\n{\n Mutex x;\n}", {"A::f()::x"});
        row("in no class", "namespace {\nMutex s_x;\n}", {"tst.cpp::s_x"});
        row("behind quotes", "auto a = '\\''; auto b = '{'; int c = 1'000; struct A { Mutex x; };",
            {"A::x"});
        row("behind literals",
            "auto a = \"}\"; auto b = '{'; auto c = R\"(})\"; struct A { Mutex x; };", {"A::x"});
        row("in an enum's place", "struct A { enum class B : int { C }; Mutex x; };", {"A::x"});
        row("none: comments", "struct A { // Mutex x;\n /* Mutex y; */ };\n#define M Mutex z;\n",
            {});
        row("none: not its own", "struct A { Mutex &x; Mutex *y = nullptr; Mutex &z() const; };",
            {});
        row("none: locks", "void f() { MutexLock a(m); std::lock_guard<std::mutex> b{m}; }", {});
        row("none: the class", "class Mutex final\n{\n Mutex(const Mutex &) = delete;\n};", {});
    }
    void findsMutexes()
    {
        QFETCH(const QString, source);
        QFETCH(const QStringList, mutexes);
        QCOMPARE(MutexReader("core/base/tst.cpp").mutexesIn(source), mutexes);
    }

    void complainsOfRows_data()
    {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QString>("complaint"); // empty: none
        const auto row = [](const char *name, const char *rows, const char *complaint) {
            QTest::newRow(name) << QString::fromUtf8(rows) << QString::fromUtf8(complaint);
        };
        row("right", "`A::x` | a | `B`, clock, log | b\n`B::y` | c | —", "");
        row("a word for all", "`A::x` | a | any\n`B::y` | c | clock", "");
        row("missing", "`A::x` | a | —",
            "core/base/b.h declares B::y: add a row `B::y` below base");
        row("too many", "`A::x` | a | —\n`B::y` | b | —\n`B::y` | b | —",
            "B::y has 2 rows: remove all but one");
        row("of no mutex", "`A::x` | a | —\n`B::y` | b | —\n`C::z` | c | —",
            "no source declares C::z: remove its row");
        row("in another wing", "`A::x` | a | —\n**sdk** |\n`B::y` | b | —",
            "the row B::y is below sdk: move it below base");
        row("names a lock without a row", "`A::x` | a | `C`\n`B::y` | b | —",
            "the row A::x names C, which has no row: add one, or remove the name");
        row("says nothing", "`A::x` | a\n`B::y` | b | —",
            "the row A::x does not say what may be taken inside: write — if nothing");
        row("a leaf that is none", "`A::x` | a | —, `B`\n`B::y` | b | —",
            "the row A::x names —, which has no row: add one, or remove the name");
        row("inside itself", "`A::x` | a | `A`\n`B::y` | b | —",
            "locks are taken in a circle: A::x > A::x");
        row("a circle", "`A::x` | a | `B`\n`B::y` | b | clock, `A::x`",
            "locks are taken in a circle: A::x > B::y > A::x");
        row("a circle through any", "`A::x` | a | any\n`B::y` | b | `A`",
            "locks are taken in a circle: A::x > B::y > A::x");
    }
    void complainsOfRows()
    {
        QFETCH(const QString, rows);
        QFETCH(const QString, complaint);
        const QString page = pageWith("**base** |\n" + rows + "\n\n`Other::text` | is | no row");
        const Sources sources{{"core/base/a.h", "struct A { Mutex x; };"},
                              {"core/base/b.h", "struct B { Mutex y; };"}};
        QCOMPARE(complaintsOf(page, sources).join('\n'), complaint);
    }

    void twoMutexesOfOneNameAreFound()
    {
        const QString text = "struct A { Mutex x; };";
        const QString page = pageWith("**base** |\n`A::x` | a | —");
        QCOMPARE(complaintsOf(page, {{"core/base/a.h", text}, {"core/sdk/a.h", text}}),
                 QStringList("core/base/a.h and core/sdk/a.h declare A::x: give one another name"));
    }

    void aPageWithoutTheTableIsFound()
    {
        QCOMPARE(complaintsOf("# Locks\n\n`A::x` | a | —\n", {}),
                 QStringList("there is no table with the columns lock | guards | may be taken "
                             "inside | longest hold"));
    }

    void aClassWithSeveralLocksIsNotEnough()
    {
        const QList<LockRow> rows{{"base", "A::x", {}},
                                  {"base", "A::y", {}},
                                  {"base", "B::z", {"A"}}};
        QCOMPARE(complaintsOfInside(rows.last(), rows),
                 QStringList("the row B::z names A, which has several locks: say which"));
    }
};

QONTROLLER_TEST(LockingTest)
#include "tst_locking.moc"
