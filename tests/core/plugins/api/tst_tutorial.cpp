// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "newcomer.h"
#include "testprogram.h"
#include "tutorial.h"

#include <QtTest/QtTest>

using namespace qontroller::test;

namespace {

const QString Template = PREFIX "/share/qontroller/template";
const QByteArray OpenWindow = "qontroller session.json\n";

QList<Step> tutorial()
{
    return stepsOf(contentsOf(QONTROLLER_SOURCE_DIR "/core/engine/api/README.md"));
}

} // namespace

/// A newcomer does what core/engine/api/README.md and the template's README say, word by word.
class TutorialTest : public QObject
{
    Q_OBJECT

private slots:
    /// The prefix is not ours alone, and the tutorial installs into it.
    void cleanup() { QFile::remove(PREFIX "/" PLUGIN_FOLDER "/checksums.so"); }

    void leadsFromAnEmptyFolderToTheWindow();
    void makesTheTemplate();
    void theTemplateDoesWhatItsReadmeSays();
    void theTemplateTellsAnErrorAndTriesAgain();
    void aListingWithoutANameIsNoticed();
};

void TutorialTest::leadsFromAnEmptyFolderToTheWindow()
{
    QCOMPARE(tutorial().last().text, OpenWindow);
    Newcomer newcomer;
    const QByteArray problem = follow(newcomer, stepsBefore(tutorial(), OpenWindow));
    QVERIFY2(problem.isEmpty(), problem);
    if (!QONTROLLER_HAS_WINDOW)
        return; // nothing more to type: this build has no window

    const QString checksum = newcomer.file("checksums/texts/three.txt.sha256");
    QVERIFY(newcomer.type(OpenWindow.chopped(1) + " & window=$!\n echo three > texts/three.txt\n"));
    QTRY_VERIFY(contentsOf(checksum).endsWith("  three.txt\n"));
    QVERIFY(newcomer.type("rm texts/three.txt\n"));
    QTRY_VERIFY(!QFile::exists(checksum));
    QVERIFY2(newcomer.type("kill $window; wait $window || test $? = 143\n"), newcomer.complaint());
}

void TutorialTest::makesTheTemplate()
{
    QCOMPARE(differenceOf(tutorial(), Template), QByteArray());
}

void TutorialTest::theTemplateDoesWhatItsReadmeSays()
{
    Newcomer newcomer;
    QVERIFY(newcomer.type("cp -r ~/qontroller/share/qontroller/template mine; cd mine\n"));
    const auto steps = stepsOf(contentsOf(Template + "/README.md"));
    QCOMPARE(steps.size(), 1);
    const auto output = newcomer.type(asThisBuild(steps.first().text));
    QVERIFY2(output, newcomer.complaint());
    QVERIFY2(output->endsWith("2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806  "
                              "one.txt\n"),
             *output);
}

void TutorialTest::theTemplateTellsAnErrorAndTriesAgain()
{
    Newcomer newcomer;
    QVERIFY2(newcomer.type("export PATH=~/qontroller/bin:$PATH\n"
                           "cp -r ~/qontroller/share/qontroller/template mine; cd mine\n"
                           "cmake -B build -G Ninja -DCMAKE_BUILD_TYPE=" CMAKE_BUILD_TYPE
                           " -DCMAKE_PREFIX_PATH=~/qontroller\n"
                           "cmake --build build\n"
                           "run() { qontrollerd session.json --plugin-path build/plugins"
                           " --until-idle --metrics off --json"
                           " --trust $(sha256sum < build/plugins/checksums.so | cut -c -64); }\n"
                           "mkdir -p texts/one.txt.sha256; echo one > texts/one.txt\n"),
             newcomer.complaint());

    // A folder is where the checksum should be: it fails, is tried again, and fails for good.
    const auto failed = newcomer.type("run || echo status $?\n");
    QVERIFY2(failed, newcomer.complaint());
    QVERIFY2(failed->contains("status 3\n") && failed->contains("\"retries\":5"), *failed);
    QVERIFY2(newcomer.complaint().contains("the checksum cannot be written"), newcomer.complaint());

    const auto mended = newcomer.type(
        "rmdir texts/one.txt.sha256; run; cat texts/one.txt.sha256\n");
    QVERIFY2(mended && mended->endsWith("  one.txt\n"), newcomer.complaint());
}

void TutorialTest::aListingWithoutANameIsNoticed()
{
    Newcomer newcomer;
    const auto steps = stepsOf("Text.\n\n```cpp\nint lost;\n```\n");
    QCOMPARE(follow(newcomer, steps), QByteArray("no step says what to do with\nint lost;\n"));
    QCOMPARE(follow(newcomer, stepsOf("```sh\necho a b\n```\n\n```text\na …\n```\n")),
             QByteArray());
    QCOMPARE(follow(newcomer, stepsOf("```sh\necho a\n```\n\n```text\nb\n```\n")),
             QByteArray("instead of\nb\nit is\na\n"));
    QVERIFY(follow(newcomer, stepsOf("```sh\nfalse\n```\n")).startsWith("false\nfails: "));
}

QONTROLLER_GUILESS_TEST(TutorialTest)
#include "tst_tutorial.moc"
