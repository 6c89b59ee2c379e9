// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/plugins/foldermirror/watchedtree.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::foldermirror;

namespace {

// root 1 { a 2 { b 3 { c 4 } }, d 5 }
WatchedTree sample()
{
    WatchedTree tree;
    tree.setRoot(1);
    tree.attach(2, 1, "a");
    tree.attach(3, 2, "b");
    tree.attach(4, 3, "c");
    tree.attach(5, 1, "d");
    return tree;
}

QString path(const WatchedTree &tree, int wd)
{
    const auto found = tree.pathOf(wd);
    return found ? '/' + QString::fromStdString(*found) : QString("none");
}

} // namespace

class WatchedTreeTest final : public QObject
{
    Q_OBJECT

private slots:
    void knowsThePathOfEachWatch()
    {
        const WatchedTree tree = sample();
        QCOMPARE(path(tree, 1), "/");
        QCOMPARE(path(tree, 4), "/a/b/c");
        QCOMPARE(path(tree, 5), "/d");
        QCOMPARE(path(tree, 6), "none");
    }

    void movesAWholeTreeInOneStep()
    {
        WatchedTree tree = sample();
        QCOMPARE(tree.cutOff(1, "a"), 2);
        QVERIFY(tree.isCutOff(2) && !tree.isCutOff(3));
        QCOMPARE(path(tree, 4), "none");
        tree.attach(2, 5, "moved");
        QCOMPARE(path(tree, 4), "/d/moved/b/c");
        QCOMPARE(tree.cutOff(1, "a"), WatchedTree::None);
    }

    void attachingSomewhereElseDetachesFirst()
    {
        WatchedTree tree = sample();
        tree.attach(3, 1, "b");
        QCOMPARE(path(tree, 4), "/b/c");
        QCOMPARE(tree.cutOff(2, "b"), WatchedTree::None);
    }

    void aNewFolderTakesTheNameOfTheOld()
    {
        WatchedTree tree = sample();
        tree.attach(9, 1, "a");
        QCOMPARE(path(tree, 9), "/a");
        QVERIFY(tree.isCutOff(2));
        tree.erase(2); // the kernel's last word on the old one comes late
        QCOMPARE(path(tree, 9), "/a");
        QCOMPARE(path(tree, 4), "none");
    }

    void erasesAllThatIsBelow()
    {
        WatchedTree tree = sample();
        tree.cutOff(1, "a");
        QCOMPARE(tree.eraseAll(2), (std::vector<int>{2, 3, 4}));
        QCOMPARE(tree.size(), std::size_t(2));
    }

    void ignoresParentsItDoesNotKnow()
    {
        WatchedTree tree = sample();
        tree.attach(7, 99, "x");
        QCOMPARE(path(tree, 7), "none");
        tree.attach(1, 2, "root");
        QCOMPARE(path(tree, 1), "/");
    }
};

QONTROLLER_GUILESS_TEST(WatchedTreeTest)
#include "tst_watchedtree.moc"
