// SPDX-License-Identifier: LGPL-3.0-or-later
#include "classes.h"
#include "layers.h"
#include "picture.h"
#include "rules.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller::architecture;

namespace {

constexpr auto Lgpl = "// SPDX-License-Identifier: LGPL-3.0-or-later\n";
constexpr auto Gpl = "// SPDX-License-Identifier: GPL-3.0-or-later\n";

int count(const std::string &text, const char *part)
{
    return static_cast<int>(QByteArray::fromStdString(text).count(part));
}

/// The texts of a picture, in its order: by name.
QStringList textsOf(const std::string &picture)
{
    static const QRegularExpression pattern("<text[^>]*>([^<]*)<");
    QStringList texts;
    auto matches = pattern.globalMatch(QString::fromStdString(picture));
    while (matches.hasNext())
        texts << matches.next().captured(1);
    return texts;
}

/// Where \a text stands, from the top.
int heightOf(const std::string &picture, const QString &text)
{
    const QRegularExpression pattern("<text[^>]* y=\"(\\d+)\">" + text + "<");
    return pattern.match(QString::fromStdString(picture)).captured(1).toInt();
}

} // namespace

class ArchitectureTest : public QObject
{
    Q_OBJECT

private slots:
    void theTreeKeepsTheRules();
    void findsWhatIsPlanted_data();
    void findsWhatIsPlanted();
    void hasNothingToSayAboutGoodFiles_data();
    void hasNothingToSayAboutGoodFiles();
    void knowsWhatBelongsAtTheTop();
    void aLayerIncludesOnlyWhatStandsAboveIt();
    void thePictureIsThatOfTheTable();
    void thePictureHasABoxForEachWingAndProgram();
    void thePictureDrawsNoArrowThatFollowsFromOthers();
    void thePictureDrawsAWingAsOneBox();
    void thePictureOfACycleHasItsArrows();
    void aRowOfWhatDoesNotExistIsFound();
    void aPermissionWithoutUseIsFound();
    void aClassInTwoSourcesIsFound();
    void aClassInTwoFoldersIsFound();
    void twoClassesOfOneNameAreFound();
    void twoHeadersOfOneNameAreFound();
    void classesOfSourcesAreTheirOwn();
    void readsWhoseFunctionsASourceDefines_data();
    void readsWhoseFunctionsASourceDefines();
    void countsPublicFunctions_data();
    void countsPublicFunctions();
    void knowsAClassWithAMacroBeforeItsName();
};

void ArchitectureTest::theTreeKeepsTheRules()
{
    const auto violations = violationsBelow(QONTROLLER_SOURCE_DIR);
    for (const auto &violation : violations)
        qWarning("%s", violation.c_str());
    QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().c_str());
}

void ArchitectureTest::findsWhatIsPlanted_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("violation");

    const auto row = [](const char *name, const char *file, const QByteArray &text,
                        const char *violation) {
        QTest::newRow(name) << QByteArray(file) << text << QByteArray(violation);
    };
    row("layer above", "core/engine/api/x.h", Lgpl + QByteArray("#include \"core/engine/queue/workqueue.h\"\n"),
        "core/engine/api/x.h: includes \"core/engine/queue/workqueue.h\", but core/engine/api may not; see layers.cpp");
    row("layer above in angle brackets", "core/base/text/x.h",
        Lgpl + QByteArray("#include <core/engine/api/error.h>\n"),
        "core/base/text/x.h: includes \"core/engine/api/error.h\", but core/base/text may not; see "
        "layers.cpp");
    row("engine in the window", "ui/window/x.cpp",
        Gpl + QByteArray("#include <QtCore/QString>\n#  include \"core/engine/host/host.h\"\n"),
        "ui/window/x.cpp: includes \"core/engine/host/host.h\", but ui/window may not; see layers.cpp");
    row("author's interface in the window", "ui/state/x.cpp",
        Gpl + QByteArray("#include \"core/engine/api/handler.h\"\n"),
        "ui/state/x.cpp: includes \"core/engine/api/handler.h\", but ui/state may not; see layers.cpp");
    row("models in the state", "ui/state/x.cpp",
        Gpl + QByteArray("#include \"ui/models/itemsmodel.h\"\n"),
        "ui/state/x.cpp: includes \"ui/models/itemsmodel.h\", but ui/state may not; see "
        "layers.cpp");
    row("window in the engine", "core/engine/host/x.cpp",
        Lgpl + QByteArray("#include \"ui/window/mainwindow.h\"\n"),
        "core/engine/host/x.cpp: includes \"ui/window/mainwindow.h\", but core/engine/host may not; see "
        "layers.cpp");
    row("engine in a plugin", "app/plugins/script/x.cpp",
        Lgpl + QByteArray("#include \"core/engine/controller/controller.h\"\n"),
        "app/plugins/script/x.cpp: includes \"core/engine/controller/controller.h\", but "
        "app/plugins/script may not; see layers.cpp");
    row("window in the server", "app/qontrollerd/x.cpp",
        Lgpl + QByteArray("#include \"ui/applicationport.h\"\n"),
        "app/qontrollerd/x.cpp: includes \"ui/applicationport.h\", but app/qontrollerd may not; "
        "see layers.cpp");
    row("checks in their harness", "app/conformance/harness/x.cpp",
        Lgpl + QByteArray("#include \"app/conformance/checks/check.h\"\n"),
        "app/conformance/harness/x.cpp: includes \"app/conformance/checks/check.h\", but "
        "app/conformance/harness may not; see layers.cpp");
    row("laxer licence of the desktop program", "app/qontroller/x.cpp", Lgpl,
        "app/qontroller/x.cpp: should be GPL-3.0-or-later");
    row("file beside the folders of the programs", "app/x.h", Lgpl,
        "app/x.h: belongs to no layer; see layers.cpp");
    row("engine's end in an isolated process", "core/plugins/isolation/served/x.cpp",
        Lgpl + QByteArray("#include \"core/plugins/isolation/engine/child.h\"\n"),
        "core/plugins/isolation/served/x.cpp: includes \"core/plugins/isolation/engine/child.h\", but "
        "core/plugins/isolation/served may not; see layers.cpp");
    row("plugins in JSON", "core/plugins/json/x.cpp",
        Lgpl + QByteArray("#include \"core/plugins/load/pluginfile.h\"\n"),
        "core/plugins/json/x.cpp: includes \"core/plugins/load/pluginfile.h\", but core/plugins/json may not; see "
        "layers.cpp");
    row("Qt in the engine", "core/engine/queue/x.cpp", Lgpl + QByteArray("#include <QtCore/QString>\n"),
        "core/engine/queue/x.cpp: includes <QtCore/QString>, but core/engine/queue does without Qt");
    row("Qt without its module", "core/engine/metrics/x.cpp", Lgpl + QByteArray("#include <QString>\n"),
        "core/engine/metrics/x.cpp: includes <QString>, but core/engine/metrics does without Qt");
    row("relative include", "ui/models/x.cpp", Gpl + QByteArray("#include \"../theme/theme.h\"\n"),
        "ui/models/x.cpp: includes \"../theme/theme.h\" by a relative path; write it from the top");
    row("include from the file's folder", "app/conformance/main.cpp",
        Lgpl + QByteArray("#include \"harness/hand.h\"\n#include \"x.moc\"\n"),
        "app/conformance/main.cpp: includes \"harness/hand.h\"; write it from the top");
    row("large class beside one that may be", "core/engine/queue/schedule.h",
        Lgpl
            + ("struct Schedule\n{\n" + QByteArray("void f();\n").repeated(26)
               + "};\nstruct Other\n{\n" + QByteArray("void f();\n").repeated(26) + "};\n"),
        "core/engine/queue/schedule.h: class Other has 26 public functions, and at most 25 are seen at a "
        "glance");
    row("another plugin", "app/plugins/script/x.cpp",
        Lgpl + QByteArray("#include \"app/plugins/process/launch.h\"\n"),
        "app/plugins/script/x.cpp: includes \"app/plugins/process/launch.h\", but "
        "app/plugins/script may not; see layers.cpp");
    row("hidden relative include", "core/engine/api/x.h",
        Lgpl + QByteArray("#include \"core/engine/api/../queue/item.h\"\n"),
        "core/engine/api/x.h: includes \"core/engine/api/../queue/item.h\" by a relative path; write it from the "
        "top");
    row("folder without a row", "core/novelty/x.h", Lgpl,
        "core/novelty/x.h: belongs to no layer; see layers.cpp");
    row("file beside the folders of the window", "ui/x.h", Gpl,
        "ui/x.h: belongs to no layer; see layers.cpp");
    row("no licence", "core/engine/api/x.h", "#pragma once\n", "core/engine/api/x.h: has no SPDX line");
    row("no licence in CMake", "core/engine/api/CMakeLists.txt", "qontroller_add_layer(x)\n",
        "core/engine/api/CMakeLists.txt: has no SPDX line");
    row("no licence in a script", "installer/x", "#!/usr/bin/env bash\n",
        "installer/x: has no SPDX line");
    row("stricter licence in the engine", "core/engine/api/x.h", Gpl,
        "core/engine/api/x.h: should be LGPL-3.0-or-later");
    row("laxer licence in the window", "ui/words/x.h", Lgpl,
        "ui/words/x.h: should be GPL-3.0-or-later");
    row("laxer licence of a single header", "ui/applicationport.h", Lgpl,
        "ui/applicationport.h: should be GPL-3.0-or-later");
    row("code by another name", "core/engine/queue/x.inc", "void Item::f() {}\n",
        "core/engine/queue/x.inc: is read as code; call it .h or .cpp");
    row("long line", "core/engine/queue/x.cpp",
        Lgpl + QByteArray("// ") + QByteArray("ö").repeated(98) + "\n",
        "core/engine/queue/x.cpp: line 2 has 101 columns; wrap it after 100");
    row("long line in the window", "ui/words/x.cpp",
        Gpl + QByteArray("// ") + QByteArray("x").repeated(98) + "\n",
        "ui/words/x.cpp: line 2 has 101 columns; wrap it after 100");
    row("test that sleeps", "tests/core/x.cpp",
        Lgpl + QByteArray("void f() { QTest::qSleep(50); }\n"),
        "tests/core/x.cpp: calls qSleep(); wait for a condition instead");
    row("test that waits a while", "tests/core/x.cpp",
        Lgpl + QByteArray("void f() { QTest::qWait (50); }\n"),
        "tests/core/x.cpp: calls qWait(); wait for a condition instead");
    row("test that sleeps in standard words", "tests/core/x.h",
        Lgpl + QByteArray("/* so */ auto f() { std::this_thread::sleep_for(d); }\n"),
        "tests/core/x.h: calls sleep_for(); wait for a condition instead");
    row("test that sleeps in POSIX words", "tests/ui/x.cpp",
        Lgpl + QByteArray("char c = '\"'; int f() { return usleep(50); }\n"),
        "tests/ui/x.cpp: calls usleep(); wait for a condition instead");
}

void ArchitectureTest::findsWhatIsPlanted()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, violation);
    const auto violations = violationsOf(file.toStdString(), text.toStdString());
    QCOMPARE(violations.size(), std::size_t(1));
    QCOMPARE(QByteArray::fromStdString(violations.front()), violation);
}

void ArchitectureTest::hasNothingToSayAboutGoodFiles_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("text");

    const auto row = [](const char *name, const char *file, const QByteArray &text) {
        QTest::newRow(name) << QByteArray(file) << text;
    };
    row("layer below", "core/engine/queue/x.cpp",
        Lgpl
            + QByteArray(
                "#include \"core/engine/queue/x.h\"\n#include \"core/base/threads/clock.h\"\n#include <map>\n"));
    row("options in the window", "ui/dialogs/x.cpp",
        Gpl + QByteArray("#include \"core/engine/api/options.h\"\n#include \"ui/dialogs/x.h\"\n"));
    row("single header", "ui/words/x.cpp", Gpl + QByteArray("#include \"ui/applicationport.h\"\n"));
    row("Qt at the edge of the engine", "core/plugins/load/x.cpp",
        Lgpl + QByteArray("#include <QtCore/QPluginLoader>\n"));
    row("neighbour", "tests/core/x/x.cpp", Lgpl + QByteArray("#include \"fake.h\"\n"));
    row("window in the desktop program", "app/qontroller/x.cpp",
        Gpl
            + QByteArray("#include \"core/engine/metrics/hostcollector.h\"\n"
                         "#include \"ui/window/mainwindow.h\"\n"));
    row("comment on sleeping", "tests/core/x.cpp",
        Lgpl
            + QByteArray(
                "// not qSleep(50)\n/* nor\nusleep(50) */ const char *s = \"\\\"sleep(1)\";\n"));
    row("command that sleeps", "tests/core/x.cpp",
        Lgpl + QByteArray("auto s = R\"(\"sleep(1))\";\n"));
    row("what waits for a condition", "tests/support/eventually.h",
        Lgpl + QByteArray("auto f() { std::this_thread::sleep_for(d); }\n"));
    row("benchmark that sleeps", "tests/benchmarks/x.cpp",
        Lgpl + QByteArray("void f() { std::this_thread::sleep_for(d); }\n"));
    row("line that is just not too long", "app/qontrollerd/x.cpp",
        Lgpl + QByteArray("// ") + QByteArray("ö").repeated(97));
    row("text", "README.md", "no licence needed\n");
}

void ArchitectureTest::hasNothingToSayAboutGoodFiles()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, text);
    const auto violations = violationsOf(file.toStdString(), text.toStdString());
    QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().c_str());
}

void ArchitectureTest::knowsWhatBelongsAtTheTop()
{
    for (const char *folder :
         {"app", "core", "ui", "resources", "tests", "installer", ".ci", ".git"})
        QVERIFY2(violationOfTopFolder(folder).empty(), folder);
    for (const char *folder : {"docs", "src", "scripts", "third_party", "cmake"})
        QVERIFY2(!violationOfTopFolder(folder).empty(), folder);
}

// So there is no cycle, however long.
void ArchitectureTest::aLayerIncludesOnlyWhatStandsAboveIt()
{
    const auto isBelow = [](std::string_view path, std::string_view folder) {
        return path.starts_with(folder)
               && (path.size() == folder.size() || path[folder.size()] == '/');
    };
    const auto table = layers();
    for (std::size_t i = 0; i < table.size(); ++i) {
        for (const std::string_view included : table[i].mayInclude) {
            for (const Layer &later : table.subspan(i)) {
                QVERIFY2(layerOf(included) != &later && !isBelow(later.folder, included),
                         std::string(table[i].folder).append(": ").append(included).c_str());
            }
        }
    }
}

void ArchitectureTest::thePictureIsThatOfTheTable()
{
    QFile picture(QONTROLLER_SOURCE_DIR "/core/architecture.svg");
    QVERIFY(picture.open(QIODevice::ReadOnly));
    QVERIFY2(picture.readAll() == QByteArray::fromStdString(pictureOf(layers())),
             "the table has changed: build the target architecture-picture and write what it "
             "prints to core/architecture.svg");
}

void ArchitectureTest::thePictureHasABoxForEachWingAndProgram()
{
    const std::vector<Layer> table{{"core/a", {}},
                                   {"ui/b/single.h", {}},
                                   {"app/c", {}},
                                   {"tests", {"core/a"}}};
    QCOMPARE(textsOf(pictureOf(table)), (QStringList{"app/c", "core/a"}));
}

void ArchitectureTest::thePictureDrawsNoArrowThatFollowsFromOthers()
{
    const std::vector<Layer> chain{{"core/a", {}},
                                   {"core/b", {"core/a"}},
                                   {"core/c", {"core/a", "core/b/b.h"}}};
    const std::string picture = pictureOf(chain);
    QCOMPARE(count(picture, "<line"), 2);
    QVERIFY(heightOf(picture, "core/c") < heightOf(picture, "core/b"));
    QVERIFY(heightOf(picture, "core/b") < heightOf(picture, "core/a"));
}

void ArchitectureTest::thePictureDrawsAWingAsOneBox()
{
    const std::vector<Layer> table{{"core/a/one", {}},
                                   {"core/a/two", {"core/a/one"}},
                                   {"core/b", {}},
                                   {"app/b", {"core"}}};
    QCOMPARE(textsOf(pictureOf(table)), (QStringList{"app/b", "core/a", "core/b"}));
    QCOMPARE(count(pictureOf(table), "<line"), 2);
}

// The table has none, but it is drawn before the test of its order fails, too.
void ArchitectureTest::thePictureOfACycleHasItsArrows()
{
    const std::vector<Layer> table{{"core/a", {"core/c"}},
                                   {"core/b", {"core/a"}},
                                   {"core/c", {"core/b"}},
                                   {"core/d", {"core/c"}}};
    const std::string picture = pictureOf(table);
    QCOMPARE(count(picture, "<line"), 4);
    QCOMPARE(textsOf(picture), (QStringList{"core/a", "core/b", "core/c", "core/d"}));
}

void ArchitectureTest::aRowOfWhatDoesNotExistIsFound()
{
    const QTemporaryDir empty;
    const auto violations = violationsOfLayers(empty.path().toStdString());
    QVERIFY(!violations.empty());
    QCOMPARE(violations.front(),
             "layers.cpp: the row core/base/text names core/base/text, which does not exist");
}

void ArchitectureTest::aPermissionWithoutUseIsFound()
{
    const std::vector<Layer> table{{"core/a", {}},
                                   {"core/b", {"core/a/a.h"}},
                                   {"core/c", {"core/a", "core/b"}},
                                   {"core/c/d", {"core/b"}}};
    const auto violations = violationsOfPermissions(table,
                                                    {{"core/a/a.h", ""},
                                                     {"core/b/b.h", "#include \"core/a/a.h\"\n"},
                                                     {"core/c/c.cpp", "#include \"core/a/a.h\"\n"},
                                                     {"core/c/d/d.cpp",
                                                      "#include \"core/b/b.h\"\n"}});
    QCOMPARE(violations.size(), std::size_t(1));
    QCOMPARE(violations.front(),
             "layers.cpp: the row core/c permits core/b, which no file there includes");
}

void ArchitectureTest::aClassInTwoSourcesIsFound()
{
    const std::string header = "class Foo\n{\n};\nclass Bar\n{\n};\n";
    const std::string include = "#include \"core/x/x.h\"\n";
    const std::string first =
        "Foo::Foo()\n    : m_a(1)\n{}\n\nstd::vector<int> Foo::all() const\n{\n}\n"
        "int Bar::x()\n{\n    return Foo::y();\n}\n";
    const std::string second = "// Bar::z()\nnamespace {\nint free()\n{\n    Bar::x();\n}\n}\n"
                               "void Foo::two()\n{}\n";
    const auto violations = violationsOfClasses(
        {{"core/x/x.h", header},
         {"core/x/a.cpp", include + first},
         {"core/x/b.cpp", include + second},
         {"core/y/x.h", header},
         {"core/y/b.cpp", "#include \"core/y/x.h\"\n" + first}});
    QCOMPARE(violations.size(), std::size_t(1));
    QCOMPARE(violations.front(), "core/x/b.cpp: defines functions of Foo, as core/x/a.cpp does; a "
                                 "class has one source");
}

void ArchitectureTest::aClassInTwoFoldersIsFound()
{
    const auto violations = violationsOfClasses(
        {{"core/x/x.h", "namespace space {\nclass Foo\n{\n};\n}\n"},
         {"core/x/a.cpp", "#include \"core/x/x.h\"\nvoid space::Foo::one()\n{}\n"},
         {"core/y/near.h", "#include \"core/x/x.h\"\n"},
         {"core/y/b.cpp", "#include \"core/y/near.h\"\nvoid Foo::two()\n{}\n"}});
    QCOMPARE(violations.size(), std::size_t(1));
    QCOMPARE(violations.front(), "core/y/b.cpp: defines functions of Foo, as core/x/a.cpp does; a "
                                 "class has one source");
}

void ArchitectureTest::twoClassesOfOneNameAreFound()
{
    const std::string header = "namespace space {\n\nclass Foo final : public Bar\n{\n};\n\n}\n";
    const auto violations = violationsOfNames(
        {{"app/w/w.h", header},
         {"core/x/x.h", "namespace other {\n\nstruct Foo\n{\n};\n\n}\n"},
         {"core/y/y.h", "namespace space {\nclass Foo;\n}\n"},
         {"core/z/z.h", "namespace space {\n\nstruct Foo\n{\n};\n\n}\n"}});
    QCOMPARE(violations.size(), std::size_t(1));
    QCOMPARE(violations.front(), "core/z/z.h: defines space::Foo, as app/w/w.h does; a program has "
                                 "one class of a name");
}

void ArchitectureTest::twoHeadersOfOneNameAreFound()
{
    const auto violations = violationsOfNames(
        {{"app/x/a.h", ""}, {"core/x/a.cpp", ""}, {"core/x/a.h", ""}, {"tests/core/x/a.h", ""}});
    QCOMPARE(violations.size(), std::size_t(1));
    QCOMPARE(violations.front(),
             "core/x/a.h: is called as app/x/a.h is; a program has one header of a name");
}

void ArchitectureTest::classesOfSourcesAreTheirOwn()
{
    const std::string own = "namespace {\nclass Foo\n{\n    void f();\n};\nvoid Foo::f()\n{}\n}\n";
    QCOMPARE(violationsOfClasses({{"core/x/a.cpp", own}, {"core/x/b.cpp", own}}).size(),
             std::size_t(0));
}

void ArchitectureTest::readsWhoseFunctionsASourceDefines_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("name");

    const auto row = [](const char *name, const char *source, const char *found) {
        QTest::newRow(name) << QByteArray(source) << QByteArray(found);
    };
    row("constructor", "Foo::Foo(int a)\n    : m_a{a}\n    , m_b(g::h(a))\n{}\n", "Foo");
    row("destructor that is defaulted", "Foo::~Foo() = default;\n", "Foo");
    row("return type with parentheses", "std::function<void(int)> Foo::f()\n{\n}\n", "Foo");
    row("deduced return type", "decltype(a(b())) Foo::f() {}\n", "Foo");
    row("template", "template<class T>\nvoid Foo<T>::bar()\n{}\n", "Foo");
    row("template of templates", "template<class T>\nFoo<std::vector<T>>::Foo() {}\n", "Foo");
    row("conversion", "Foo::operator bool() const\n{\n}\n", "Foo");
    row("call", "int Foo::operator()(int) const {}\n", "Foo");
    row("shift", "Foo &Foo::operator<<(int) {}\n", "Foo");
    row("assignment", "Foo &Foo::operator=(const Foo &) {}\n", "Foo");
    row("inside a namespace", "namespace a::b {\n    void Foo::f()\n    {\n    }\n}\n", "Foo");
    row("after a macro", "Q_LOGGING_CATEGORY(x, y)\nvoid Foo::f() {}\n", "Foo");
    row("nested class", "int Foo::In::f() const\n{}\n", "Foo::In");
    row("call in a function", "void f()\n{\n    Foo::g();\n}\n", "");
    row("initial value", "const int x = Foo::g();\nauto y = Foo::g([] {});\n", "");
    row("declaration", "void f(Foo::In);\n", "");
    row("type", "struct Foo::In\n{\n};\n", "");
    row("macro of several lines", "#define X(a) \\\n    void Foo::a() {}\n", "");
}

void ArchitectureTest::readsWhoseFunctionsASourceDefines()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, name);
    const auto classes = classesDefinedIn(source.toStdString());
    QCOMPARE(classes.size(), std::size_t(name.isEmpty() ? 0 : 1));
    if (!name.isEmpty())
        QCOMPARE(QByteArray::fromStdString(*classes.begin()), name);
}

void ArchitectureTest::countsPublicFunctions_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("count");

    const auto row = [](const char *name, const QByteArray &body, int count) {
        QTest::newRow(name) << "class Foo final : public Bar\n{\n" + body + "\n};" << count;
    };
    row("private", "    void a();\n", 0);
    row("public",
        "public:\n    void a();\n    int b() const { return 1; }\nprivate:\n    int c();\n", 2);
    row("signals and slots", "public slots:\n    void a();\nsignals:\n    void b();\n", 2);
    row("what does not count",
        "public:\n    Foo(int a = f());\n    ~Foo();\n    Foo(const Foo &) = delete;\n"
        "    bool operator==(const Foo &) const = default;\n    int g() const override;\n"
        "    friend int f(int);\n    int m_a = 1;\n",
        0);
    row("default in a name", "public:\n    void wait(int ms = defaultMs());\n", 1);
    row("nested", "public:\n    struct In\n    {\n        int x() const;\n    };\n    void a();\n",
        1);
    row("signals and slots in capitals",
        "public Q_SLOTS:\n    void a();\nQ_SIGNALS:\n    void b();\nprivate Q_SLOTS:\n    void "
        "c();\n",
        2);
    row("return type with parentheses", "public:\n    std::function<void()> f();\n", 1);
    row("member with parentheses",
        "public:\n    std::function<void(int)> m_f;\n    int m_a = g();\n", 0);
    row("conversion", "public:\n    explicit operator bool() const;\n", 0);
    row("initial values", "public:\n    Foo() : m_a{1}, m_b(2) {}\n    int a();\n", 1);
    row("comment", "public:\n    // void a();\n", 0);
    row("template",
        "public:\n    template<class F>\n    void each(F f)\n    {\n        f(1);\n    }\n", 1);
}

void ArchitectureTest::knowsAClassWithAMacroBeforeItsName()
{
    for (const char *header : {"class FOO_EXPORT Foo\n{\npublic:\n    int f();\n};\n",
                               "class FOO(1) Foo : public FOO\n{\npublic:\n    int f();\n};\n"})
        QCOMPARE(publicFunctionsIn(header).at("Foo"), 1);
}

void ArchitectureTest::countsPublicFunctions()
{
    QFETCH(QByteArray, header);
    QFETCH(int, count);
    QCOMPARE(publicFunctionsIn(header.toStdString()).at("Foo"), count);
}

QTEST_APPLESS_MAIN(ArchitectureTest)
#include "tst_architecture.moc"
