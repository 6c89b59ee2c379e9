// SPDX-License-Identifier: LGPL-3.0-or-later
#include "listings.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::top;

namespace {

std::string chosen(TopModel &model)
{
    const auto position = model.cursor().position();
    return position ? model.listing()->rows[*position].name.text() : "none";
}

TopModel withControllers()
{
    TopModel model;
    answer(model, controllersListing({"photos", "servers"}));
    return model;
}

TopModel withObjects(const std::vector<std::string> &ids)
{
    TopModel model = withControllers();
    press(model, Key::Enter);
    answer(model, objectsListing(ids));
    return model;
}

} // namespace

class TopModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void aControllerIsPausedResumedAndListed()
    {
        TopModel model = withControllers();
        type(model, "j");
        const auto paused = type(model, "p");
        QVERIFY(paused);
        QCOMPARE(paused->controller, 2U);
        QCOMPARE(paused->run, std::uint64_t(1));
        QVERIFY(std::get<Action>(paused->what) == Action(ControllerVerb::Pause));
        QVERIFY(std::get<Action>(type(model, "r")->what) == Action(ControllerVerb::Resync));
        Listing resting = controllersListing({"photos", "servers"});
        resting.rows[1].isPaused = true;
        answer(model, std::move(resting));
        QVERIFY(std::get<Action>(type(model, "p")->what) == Action(ControllerVerb::Resume));
        QCOMPARE(model.message(), std::string("servers: asked for …"));
    }

    void whatDoesNotRunIsNotSteered()
    {
        TopModel model;
        answer(model,
               listingOf(StatusAnswer{at(0), {{"photos", {Health::Failing, "not started"}}}}));
        QVERIFY(!type(model, "p")); // controller 0 would be all of them
        QCOMPARE(model.message(), std::string("photos: not done: it does not run"));
        QVERIFY(!type(model, "r"));
    }

    void anObjectIsPausedResumedAndRequeued()
    {
        TopModel model = withObjects({"a", "b"});
        press(model, Key::Down);
        const auto requeue = type(model, "r");
        QVERIFY(requeue);
        QCOMPARE(requeue->controller, 7U);
        QCOMPARE(requeue->row.id, std::string("b"));
        QCOMPARE(std::get<ItemVerb>(requeue->what), ItemVerb::Requeue);
        QCOMPARE(std::get<ItemVerb>(type(model, "p")->what), ItemVerb::Pause);
        Listing resting = objectsListing({"a", "b"});
        resting.rows[1].isPaused = true;
        answer(model, std::move(resting));
        QCOMPARE(std::get<ItemVerb>(type(model, "p")->what), ItemVerb::Resume);
    }

    void theCursorStaysOnItsObject()
    {
        TopModel model = withObjects({"a", "b", "c"});
        press(model, Key::Down);
        QCOMPARE(chosen(model), std::string("photos/b"));
        answer(model, objectsListing({"0", "1", "c", "b"}));
        QCOMPARE(chosen(model), std::string("photos/b"));
        answer(model, objectsListing({"0", "1", "c", "d", "e"}));
        QCOMPARE(chosen(model), std::string("none"));
        QVERIFY(!type(model, "p"));
        QVERIFY(!type(model, "r"));
        press(model, Key::Enter);
        QCOMPARE(model.question().page, Page::Objects);
        QCOMPARE(model.message(),
                 std::string("no row is chosen: the chosen one is gone; choose another one"));
        press(model, Key::Down); // to the row at its place
        QCOMPARE(chosen(model), std::string("photos/d"));
        press(model, Key::End);
        QCOMPARE(chosen(model), std::string("photos/e"));
        press(model, Key::Down);
        QCOMPARE(chosen(model), std::string("photos/e"));
        press(model, Key::Home);
        press(model, Key::Up);
        QCOMPARE(chosen(model), std::string("photos/0"));
        answer(model, objectsListing({}));
        QVERIFY(!type(model, "p"));
        QCOMPARE(model.message(), std::string("there is nothing here"));
    }

    void pagesLieOnEachOther()
    {
        TopModel model = withControllers();
        type(model, "j");
        press(model, Key::Enter);
        QCOMPARE(model.page(), Page::Controllers); // until the host has answered
        QCOMPARE(model.question().filter, std::string("controller:/^servers$/"));
        answer(model, objectsListing({"a"}));
        QCOMPARE(model.page(), Page::Objects);
        type(model, "w");
        QCOMPARE(model.question().object, (RowName{"photos", "a"}));
        Listing why;
        why.lines = {"paused"};
        answer(model, std::move(why));
        QCOMPARE(model.page(), Page::Why);
        QVERIFY(!type(model, "p"));
        press(model, Key::Escape);
        QCOMPARE(model.page(), Page::Objects);
        press(model, Key::Escape);
        QCOMPARE(model.page(), Page::Controllers);
        QCOMPARE(chosen(model), std::string("servers"));
        QCOMPARE(model.question().page, Page::Controllers);
        QVERIFY(!model.isOver());
        press(model, Key::Escape);
        QVERIFY(model.isOver());
    }

    void qQuitsEverywhere()
    {
        TopModel model = withObjects({"a"});
        type(model, "q");
        QVERIFY(model.isOver());
    }

    void aFilterIsTyped()
    {
        TopModel model = withControllers();
        type(model, "/jq"); // no commands now
        QCOMPARE(model.prompt(), std::optional<std::string>("jq"));
        press(model, Key::Clear);
        QVERIFY(!model.press({Key::Text, "ä"}, at(0)));
        type(model, "b");
        press(model, Key::Backspace);
        press(model, Key::Backspace);
        QCOMPARE(model.prompt(), std::optional<std::string>(""));
        press(model, Key::Backspace);
        type(model, "state:failed");
        press(model, Key::Enter);
        QVERIFY(!model.prompt());
        QCOMPARE(model.question().filter, std::string("state:failed"));
        answer(model, objectsListing({"a"}, "state:failed"));
        QCOMPARE(model.listing()->note, std::string("1 object: state:failed"));
        type(model, "/"); // another one, in the place of this page
        QCOMPARE(model.prompt(), std::optional<std::string>("state:failed"));
        press(model, Key::Clear);
        press(model, Key::Enter);
        answer(model, objectsListing({"a", "b"}));
        QCOMPARE(model.listing()->note, std::string("2 objects"));
        press(model, Key::Escape);
        QCOMPARE(model.page(), Page::Controllers);
        type(model, "/x");
        press(model, Key::Escape);
        QVERIFY(!model.prompt());
        QVERIFY(!model.isOver());
    }

    void aWrongFilterIsSaidAndChangesNothing()
    {
        TopModel model = withObjects({"a", "b"});
        press(model, Key::Down);
        const std::uint64_t before = model.question().number;
        type(model, "/!");
        press(model, Key::Enter);
        QVERIFY(model.question().number != before);
        refuse(model, CtlStatus::Refused, "no filter\033[31m");
        QCOMPARE(model.message(), std::string("no filter\\x1b[31m"));
        QCOMPARE(model.question().number, before);
        QCOMPARE(chosen(model), std::string("photos/b"));
    }

    void whatIsNotAskedForAnyMoreIsNotShown()
    {
        TopModel model = withControllers();
        press(model, Key::Enter);
        const Question late = model.question();
        press(model, Key::Escape); // before it has come
        QVERIFY(!model.isOver());
        model.take(Answer{late, 1, at(0), objectsListing({"a"})});
        QCOMPARE(model.page(), Page::Controllers);
    }

    void nothingIsSteeredBlindly()
    {
        TopModel model = withObjects({"a"});
        const TimePoint late = at(0) + Stale + std::chrono::seconds(1);
        QVERIFY(!model.press({Key::Text, "p"}, late));
        QCOMPARE(model.message(), std::string("photos/a: not done: the host does not answer"));
        QVERIFY(model.press({Key::Text, "p"}, at(0)));
        model.take(Link{"db1", "no host listens there", at(1)});
        QVERIFY(!model.press({Key::Text, "p"}, at(0)));
        refuse(model, CtlStatus::NotReached, "no host listens there");
        QCOMPARE(chosen(model), std::string("photos/a")); // it keeps what it showed
    }

    void outcomesAreSentences_data()
    {
        QTest::addColumn<int>("verb");
        QTest::addColumn<QString>("skipped");
        QTest::addColumn<QString>("said");
        QTest::newRow("pause") << int(ItemVerb::Pause) << ""
                               << "pause photos/a: done";
        QTest::newRow("requeue") << int(ItemVerb::Requeue) << ""
                                 << "requeue photos/a: runs as soon as it can";
        QTest::newRow("left out") << int(ItemVerb::Requeue) << "paused: resume first"
                                  << "requeue photos/a: not done: paused: resume first";
    }
    void outcomesAreSentences()
    {
        QFETCH(int, verb);
        QFETCH(QString, skipped);
        JobStatus job;
        job.verb = static_cast<ItemVerb>(verb);
        job.eligible = skipped.isEmpty() ? 1 : 0;
        if (!skipped.isEmpty())
            job.skipped = {{1, skipped.toStdString()}};
        const Steering steering{1, 7, {"photos", "a"}, job.verb};
        QTEST(QString::fromStdString(doneText(steering, job)), "said");
    }

    void aRefusalSaysWhatKindItIs()
    {
        const Steering steering{1, 7, {"photos", {}}, Action(ControllerVerb::Pause)};
        QCOMPARE(notDone(steering, {CtlStatus::NotAllowed, "victor may look"}),
                 std::string("pause controller photos: not allowed: victor may look"));
        QCOMPARE(notDone(steering, {CtlStatus::NotReached, "it is gone"}),
                 std::string("pause controller photos: not done: it is gone"));
    }

    void aControllersNameIsNoExpression()
    {
        QCOMPARE(filterFor("a.b/c\\"), std::string(R"(controller:/^a\.b\/c\\$/)"));
    }

    void theCursorIsAlwaysSeen()
    {
        Cursor cursor;
        const Listing many = objectsListing({"a", "b", "c", "d", "e"});
        cursor.follow(many.rows);
        QCOMPARE(cursor.firstShown(5, 2), std::size_t(0));
        cursor.move(many.rows, 3);
        QCOMPARE(cursor.firstShown(5, 2), std::size_t(2));
        cursor.move(many.rows, -1);
        QCOMPARE(cursor.firstShown(5, 2), std::size_t(2)); // no further than it must
        QCOMPARE(cursor.firstShown(5, 5), std::size_t(0));
        QCOMPARE(cursor.firstShown(0, 0), std::size_t(0));
        cursor.move(many.rows, 1'000'000);
        QCOMPARE(cursor.firstShown(5, 0), std::size_t(4));
    }
};

QONTROLLER_GUILESS_TEST(TopModelTest)
#include "tst_topmodel.moc"
