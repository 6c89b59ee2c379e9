// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerctl/top/picture.h"
#include "listings.h"

#include <QtTest/QtTest>

#include <clocale>

using namespace qontroller;
using namespace qontroller::top;

namespace {

std::string textOf(const Picture &picture)
{
    std::string text;
    for (const PictureLine &line : picture.lines)
        text += (line.isReverse ? "*" : "") + line.text + '\n';
    return text;
}

TopModel pictureWithObjects(const std::vector<std::string> &ids)
{
    TopModel model;
    model.take(Link{"db1", {}, {}});
    answer(model, controllersListing({"photos"}));
    type(model, "/");
    press(model, Key::Enter);
    answer(model, objectsListing(ids));
    return model;
}

Now noon(int seconds)
{
    return {at(seconds), "12:00:00"};
}

} // namespace

class TopPictureTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { std::setlocale(LC_CTYPE, "C.UTF-8"); }

    void showsAHostsControllers()
    {
        TopModel model;
        QCOMPARE(textOf(draw(model, {40, 5}, noon(0))),
                 std::string("  12:00:00  nothing known yet\n\n\n\n"
                             "q quit  p pause/resume  r list now  Ent…\n"));
        model.take(Link{"db1", {}, {}});
        answer(model, controllersListing({"photos", "servers"}));
        press(model, Key::Down);
        QCOMPARE(textOf(draw(model, {60, 8}, noon(2))),
                 std::string("db1  12:00:00  2s old\n"
                             "2 controllers\n"
                             "CONTROLLER  HEALTH   LIST  WHY\n"
                             "photos      healthy  0.0s\n"
                             "*servers     healthy  0.0s\n"
                             "\n"
                             "\n"
                             "q quit  p pause/resume  r list now  Enter objects  / filter\n"));
    }

    // It is cut only where there are no lines for it.
    void whyAControllerIsNotWellIsWholeWhereThereIsRoom()
    {
        const auto textIn = [](std::size_t height) {
            TopModel model;
            StatusAnswer status;
            const std::string why = "2 objects failed: connection to 10.0.7.197:22 timed out";
            status.lines.push_back({"photos", {Health::Failing, why}, {}, 1});
            status.lines.push_back({"servers", {}, {}, 2});
            answer(model, listingOf(status));
            return textOf(draw(model, {60, height}, noon(0)));
        };
        QVERIFY2(textIn(10).ends_with("CONTROLLER  HEALTH   LIST\n"
                                      "  WHY\n"
                                      "*photos      failing  0.0s\n"
                                      "*  2 objects failed: connection to 10.0.7.197:22 timed out\n"
                                      "servers     healthy  0.0s\n"
                                      "\n"
                                      "\n"
                                      "q quit  p pause/resume  r list now  Enter objects  / "
                                      "filter\n"),
                 textIn(10).c_str());
        QVERIFY2(textIn(8).find("…") != std::string::npos, textIn(8).c_str());
    }

    void whatNeedsAPersonStandsAboveTheControllers()
    {
        const auto linesOf = [](int needs, std::size_t height) {
            TopModel model;
            answer(model, needsListing(needs));
            const Picture picture = draw(model, {80, height}, noon(0));
            QStringList lines;
            for (const PictureLine &line : picture.lines)
                lines += QString::fromStdString(line.text);
            return lines.mid(2); // behind who and how many
        };
        const QStringList two = linesOf(2, 24);
        QVERIFY2(two[0].contains("  1s  ") && two[0].endsWith("2 objects failed: error 1"),
                 qPrintable(two[0]));
        QVERIFY(two[1].endsWith("2 objects failed: error 2"));
        QVERIFY(two[2].startsWith("CONTROLLER"));
        const QStringList many = linesOf(9, 14); // of ten rows all but two
        QVERIFY2(many[7] == "2 more needs: qontrollerctl needs", qPrintable(many.join('\n')));
        QVERIFY(many[8].startsWith("CONTROLLER"));
        QCOMPARE(linesOf(2, 7)[0], QString("2 needs: qontrollerctl needs"));
        QVERIFY(linesOf(0, 24)[0].startsWith("CONTROLLER"));
    }

    void aHostThatIsAwayIsSaid()
    {
        TopModel model = pictureWithObjects({"a"});
        const auto head = [&](int seconds) {
            return textOf(draw(model, {70, 8}, noon(seconds))).substr(0, 70);
        };
        QVERIFY(head(3).starts_with("db1  12:00:00  3s old\n"));
        QVERIFY(head(6).starts_with("*db1  12:00:00  6s old  the host does not answer\n"));
        model.take(Link{"db1", "no host\nlistens there", at(9)});
        QVERIFY2(head(6).starts_with("*db1  12:00:00  6s old  no host\\nlistens there; tried again "
                                     "in 3s\n"),
                 head(6).c_str());
        QVERIFY(textOf(draw(model, {70, 8}, noon(6))).find("photos/a") != std::string::npos);
        model.take(Link{"db1", {}, {}});
        answer(model, objectsListing({"a"}), at(6));
        QVERIFY(head(6).starts_with("db1  12:00:00  0s old\n"));
    }

    void nothingIsWiderOrHigherThanTheTerminal()
    {
        for (const std::size_t height : {1, 2, 3, 4, 5, 7, 24}) {
            for (const std::size_t width : {1, 2, 5, 20, 80}) {
                TopModel model = pictureWithObjects(
                    {"日本語の名前", "b\033[31m", std::string(300, 'x'), "d", "e", "f"});
                press(model, Key::End);
                for (const char *keys : {"", "w", "/日本"}) {
                    type(model, keys);
                    const Picture picture = draw(model, {width, height}, noon(9));
                    QCOMPARE(picture.lines.size(), height);
                    for (const PictureLine &line : picture.lines) {
                        QVERIFY2(widthOf(line.text) <= width, line.text.c_str());
                        QVERIFY(line.text.find('\033') == std::string::npos);
                    }
                    QVERIFY(!picture.caret || *picture.caret < width);
                }
            }
        }
    }

    void aSmallTerminalShowsTheChosenRow()
    {
        TopModel model = pictureWithObjects({"a", "b", "c"});
        press(model, Key::End);
        QCOMPARE(textOf(draw(model, {20, 5}, noon(0))), std::string("db1  12:00:00  0s o…\n"
                                                                    "OBJECT   STATE   FO…\n"
                                                                    "*photos/c in-sync  1…\n"
                                                                    "\n"
                                                                    "q quit  Esc back  p…\n"));
    }

    void aRowThatIsGoneLeavesNoneHighlighted()
    {
        TopModel model = pictureWithObjects({"a", "b"});
        QVERIFY(textOf(draw(model, {80, 24}, noon(0))).find("*photos/a") != std::string::npos);
        answer(model, objectsListing({"b"}));
        QVERIFY(textOf(draw(model, {80, 24}, noon(0))).find('*') == std::string::npos);
    }

    void whatIsTypedIsSeenToItsEnd()
    {
        TopModel model = pictureWithObjects({"a"});
        type(model, "/state:failed");
        const Picture wide = draw(model, {20, 6}, noon(0));
        QCOMPARE(wide.lines[4].text, std::string("/state:failed"));
        QCOMPARE(wide.caret, std::optional<std::size_t>(13));
        QCOMPARE(wide.caretRow, std::size_t(4));
        QCOMPARE(draw(model, {8, 6}, noon(0)).lines[4].text, std::string(":failed"));
    }

    void longReasonsAreWrapped()
    {
        TopModel model = pictureWithObjects({"a"});
        type(model, "w");
        Listing why;
        why.note = "photos/a";
        why.lines = {"paused, goes on in 5m", "ääääääääääääö", "日本語日本語日本語日本語", "end"};
        answer(model, std::move(why));
        QCOMPARE(textOf(draw(model, {12, 12}, noon(0))), std::string("db1  12:00:…\n"
                                                                     "photos/a\n"
                                                                     "paused, goes\n"
                                                                     "on in 5m\n"
                                                                     "ääääääääääää\n"
                                                                     "ö\n"
                                                                     "日本語日本語\n"
                                                                     "日本語日本語\n"
                                                                     "end\n"
                                                                     "\n"
                                                                     "\n"
                                                                     "q quit  Esc…\n"));
        press(model, Key::Down);
        QVERIFY(textOf(draw(model, {12, 12}, noon(0))).find("paused") == std::string::npos);
    }

    void troubleHasItsColour()
    {
        remote::SelectAnswer items{at(0), 600, {}};
        ItemRow row;
        row.state = ItemState::Failed;
        items.objects.push_back({7, "photos", row});
        const Listing listing = listingOf(items, "x");
        QCOMPARE(listing.rows[0].tone, Tone::Bad);
        QCOMPARE(listing.note, std::string("600 objects, 1 of them here: x"));
    }
};

QONTROLLER_GUILESS_TEST(TopPictureTest)
#include "tst_toppicture.moc"
