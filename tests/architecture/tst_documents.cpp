// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"

#include "core/engine/api/optiontable.h"

#include <QtCore/QDirIterator>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <functional>

using namespace qontroller;
using namespace qontroller::test;

namespace {

const QString Top = QStringLiteral(QONTROLLER_SOURCE_DIR "/");

/// Every file below the top that \a pattern fits, by its path from there; not what is built, nor
/// the inside of git.
QStringList filesOf(const QString &pattern)
{
    QStringList files;
    QDirIterator all(Top, {pattern}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString file = all.next().mid(Top.size());
        if (!file.startsWith("build/") && !file.startsWith(".git/"))
            files += file;
    }
    return files;
}

/// \a file as a reader takes it: a command that goes on in the next line is one.
QString textOf(const QString &file)
{
    return QString::fromUtf8(contentsOf(Top + file)).replace("\\\n", " ");
}

/// What \a pattern captures in \a text.
QStringList captured(const QString &text, const QString &pattern)
{
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    QStringList all;
    for (auto match = expression.globalMatch(text); match.hasNext();)
        all += match.next().captured(1);
    return all;
}

/// What all files that fit \a files say in the places of \a pattern.
QSet<QString> capturedIn(const QString &files, const QString &pattern)
{
    QSet<QString> all;
    for (const QString &file : filesOf(files)) {
        const QStringList found = captured(textOf(file), pattern);
        all += QSet<QString>(found.begin(), found.end());
    }
    return all;
}

/// The name of a heading in an address, as GitHub makes it.
QString anchorOf(const QString &heading)
{
    static const QRegularExpression unnamed(R"([^\w\- ])",
                                            QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(unnamed).replace(' ', '-');
}

bool hasHeading(const QString &path, const QString &anchor)
{
    const QStringList headings = captured(QString::fromUtf8(contentsOf(path)), "^#+ (.*)$");
    return std::any_of(headings.begin(), headings.end(),
                       [&](const QString &heading) { return anchorOf(heading) == anchor; });
}

/// Whether a target has \a name, or a loop over tests makes one of a test's source.
bool isTarget(const QString &name)
{
    static const QSet<QString> words = capturedIn("CMakeLists.txt", R"(([\w-]+))");
    static const QRegularExpression prefix("^(tst_|ui-)");
    return words.contains(name)
           || !filesOf("tst_" + QString(name).remove(prefix) + ".cpp").isEmpty();
}

bool isPreset(const QString &name)
{
    static const QStringList presets = captured(textOf("CMakePresets.json"),
                                                R"re("name": "(\w+)")re");
    return presets.contains(name);
}

bool isOption(const QString &name)
{
    static const QSet<QString> options = capturedIn("*.cpp", R"re(\{"(--[a-z-]+)")re");
    return options.contains(name);
}

using Judge = std::function<bool(const QString &file, const QString &found)>;

/// What \a pattern captures in any document and is not as \a isRight says, each after the name of
/// its file. Fails the test if there are less than \a atLeast such places: then the pattern no
/// longer fits what it was made for.
QStringList wrongIn(const QString &pattern, int atLeast, const Judge &isRight)
{
    QStringList wrong;
    int count = 0;
    for (const QString &file : filesOf("*.md")) {
        for (const QString &found : captured(textOf(file), pattern)) {
            ++count;
            if (!isRight(file, found))
                wrong += file + ": " + found;
        }
    }
    if (count < atLeast)
        wrong += QString("only %1 places fit %2").arg(count).arg(pattern);
    return wrong;
}

/// Of the manual's table of options.
QString rowOf(const ControllerOption &option)
{
    const std::string value = valueText(option.in(ControllerOptions{}));
    const bool isText = std::holds_alternative<Duration>(option.in(ControllerOptions{}));
    const std::string_view text = option.text.empty() ? option.title : option.text;
    return QString("| `%1` | `%2` | %3 | %4 |")
        .arg(QString::fromStdString(option.fullName()),
             QString::fromStdString(isText ? '"' + value + '"' : value),
             option.isLive ? "yes" : "no", QString::fromUtf8(text.data(), qsizetype(text.size())));
}

} // namespace

/// What the documents name is there.
class DocumentsTest final : public QObject
{
    Q_OBJECT

private slots:
    void everyLinkLeadsSomewhere()
    {
        const QStringList wrong = wrongIn(R"(\[[^\]\n]*\]\(([^)\s]+)\))", 100,
                                          [](const QString &file, const QString &link) {
                                              if (link.startsWith("http"))
                                                  return true;
                                              const QString target = link.section('#', 0, 0);
                                              const QString anchor = link.section('#', 1);
                                              const QString path = target.isEmpty()
                                                                       ? Top + file
                                                                       : folderOf(file) + target;
                                              return QFile::exists(path)
                                                     && (anchor.isEmpty()
                                                         || hasHeading(path, anchor));
                                          });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    }

    void everyNamedPathExists()
    {
        const QStringList wrong =
            wrongIn(R"((?<![\w./~-])((?:app|core|installer|resources|tests|ui)/[\w./-]*\w))", 200,
                    [](const QString &, const QString &path) {
                        static const QRegularExpression placeholder("/[A-Z]+$");
                        return path.contains(placeholder) ? path.endsWith("/PLUGIN")
                                                          : QFile::exists(Top + path);
                    });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    }

    void theManualHasEveryOptionOfAController()
    {
        const QString manual =
            QString::fromUtf8(contentsOf(QONTROLLER_SOURCE_DIR "/resources/manual/server.md"));
        const qsizetype end = manual.indexOf("drains the controller and starts it anew");
        const QString newStart = manual.left(end).section('\n', -1);
        for (const ControllerOption &each : optionTable()) {
            const QString row = rowOf(each);
            QVERIFY2(manual.contains('\n' + row + '\n'), qPrintable("no row: " + row));
            const QString name = '`' + QString::fromStdString(each.fullName()) + '`';
            QVERIFY2(each.isLive || newStart.contains(name), qPrintable("starts anew: " + name));
        }
    }

    void everyNamedTestAndProgramIsBuilt()
    {
        const Judge exists = [](const QString &, const QString &name) { return isTarget(name); };
        QStringList wrong = wrongIn(R"(build/\w+/(?:bin|tests)/([\w-]+))", 5, exists);
        wrong += wrongIn(R"(--target ([\w-]+))", 2, exists);
        wrong += wrongIn(R"(\b(tst_\w+)(?!\w*\.cpp))", 5, exists);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    }

    void everyNamedPresetExists()
    {
        const Judge exists = [](const QString &, const QString &name) { return isPreset(name); };
        QStringList wrong = wrongIn(R"(--preset (\w+))", 5, exists);
        wrong += wrongIn(R"((?<!\$)build/(\w+)/(?:bin|tests)/)", 5, exists);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    }

    void everyNamedOptionExists()
    {
        const QStringList wrong = wrongIn(
            R"((?:^|[`/ ])(?:qontroller|qontrollerd|qontroller-conformance|installer/run) ([^`|;#\n]*))",
            20, [](const QString &, const QString &words) {
                const QStringList options = captured(words, R"((?:^|\s)(--[a-z-]+))");
                return std::all_of(options.begin(), options.end(), isOption);
            });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    }

    void seesWhatIsWrong()
    {
        QVERIFY(!isOption("--no-such"));
        QVERIFY(!isPreset("no-such"));
        QVERIFY(!isTarget("tst_no_such"));
        QVERIFY(!hasHeading(Top + "README.md", "no-such"));
        QVERIFY(hasHeading(Top + "core/engine/api/README.md", "1-what-is-built"));
        QCOMPARE(wrongIn("no document has this", 1, {}).size(), 1);
    }

private:
    static QString folderOf(const QString &file) { return QFileInfo(Top + file).path() + '/'; }
};

QONTROLLER_TEST(DocumentsTest)
#include "tst_documents.moc"
