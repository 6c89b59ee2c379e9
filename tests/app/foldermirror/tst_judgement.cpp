// SPDX-License-Identifier: LGPL-3.0-or-later
// What a list may conclude, by what the target was a copy of.
#include "app/plugins/foldermirror/judgement.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::foldermirror;

namespace {

enum class Conclusion : unsigned char {
    Complete,
    Replaced,
    Partial,
};

Conclusion conclusionOf(const ListResult &result)
{
    if (result.kind() == ListResult::Kind::Partial)
        return Conclusion::Partial;
    return result.doubt().empty() ? Conclusion::Complete : Conclusion::Replaced;
}

constexpr FolderIdentity Root{0xEF53, 77, 2};
constexpr FolderIdentity Other{0xEF53, 78, 2};
constexpr FolderIdentity Disk{0x58465342, 79, 128};

ListFacts known()
{
    ListFacts facts;
    facts.before = MirrorRecord{"/srv", Root, {{"disk", Disk}}, true};
    facts.source = "/srv";
    facts.root = Root;
    facts.mounts = {{"disk", Disk}};
    facts.surplus = {"old"};
    return facts;
}

} // namespace

class JudgementTest final : public QObject
{
    Q_OBJECT

private slots:
    void concludesWhatItMay_data()
    {
        QTest::addColumn<ListFacts>("facts");
        QTest::addColumn<Conclusion>("conclusion");
        QTest::addColumn<QString>("why");
        QTest::addColumn<bool>("isSettled");
        const auto row = [](const char *name, auto change, Conclusion conclusion, const char *why,
                            bool isSettled) {
            ListFacts facts = known();
            change(facts);
            QTest::newRow(name) << facts << conclusion << why << isSettled;
        };
        row(
            "as before", [](ListFacts &) {}, Conclusion::Complete, "", true);
        row(
            "a target with something in it, for the first time",
            [](ListFacts &f) { f.before.reset(); }, Conclusion::Replaced,
            "was not a copy of \"/srv\"", false);
        row(
            "an empty one",
            [](ListFacts &f) {
                f.before.reset();
                f.surplus.clear();
            },
            Conclusion::Complete, "", true);
        row(
            "another source in the session",
            [](ListFacts &f) {
                f.source = "/home";
                f.root = Other;
            },
            Conclusion::Replaced, "a copy of \"/srv\" so far, not of \"/home\"", false);
        row(
            "another path of the same folder", [](ListFacts &f) { f.source = "/link"; },
            Conclusion::Complete, "", true);
        row(
            "the disk is not mounted", [](ListFacts &f) { f.root = Other; }, Conclusion::Replaced,
            "check that its disk is mounted", false);
        row(
            "it is not, and nothing is missing",
            [](ListFacts &f) {
                f.root = Other;
                f.surplus.clear();
            },
            Conclusion::Complete, "", true);
        row(
            "nobody has decided before the restart",
            [](ListFacts &f) { f.before->isSettled = false; }, Conclusion::Replaced,
            "nobody had decided on it", false);
        row(
            "nobody has decided yet",
            [](ListFacts &f) {
                f.before->isSettled = false;
                f.isOwn = true;
            },
            Conclusion::Complete, "", false);
        row(
            "all is decided",
            [](ListFacts &f) {
                f.before->isSettled = false;
                f.surplus.clear();
            },
            Conclusion::Complete, "", true);
        row(
            "a mount has gone",
            [](ListFacts &f) {
                f.mounts.clear();
                f.gone = {"disk"};
            },
            Conclusion::Partial, "nothing is mounted at \"/srv/disk\" any more", true);
        row(
            "another mount, and something is missing",
            [](ListFacts &f) {
                f.mounts = {{"disk", Other}};
                f.surplus = {"disk/file"};
            },
            Conclusion::Replaced, "another file system than before is mounted at \"/srv/disk\"",
            false);
        row(
            "another mount, and nothing of it is missing",
            [](ListFacts &f) {
                f.mounts = {{"disk", Other}};
            },
            Conclusion::Complete, "", true);
        row(
            "mounted over what was there", [](ListFacts &f) { f.mounts.emplace("old", Other); },
            Conclusion::Replaced, "a file system was mounted at \"/srv/old\"", false);
        row(
            "a folder cannot be read",
            [](ListFacts &f) {
                f.unreadable = "cannot read";
                f.below = {"secret/"};
            },
            Conclusion::Partial, "cannot read", true);
        row(
            "nor is the source the same",
            [](ListFacts &f) {
                f.unreadable = "cannot read";
                f.below = {"secret/"};
                f.root = Other;
            },
            Conclusion::Replaced, "mounted; cannot read", false);
        row(
            "the source is not the same, and who knows",
            [](ListFacts &f) {
                f.unreadable = "cannot read";
                f.below = {"secret/"};
                f.root = Other;
                f.surplus.clear();
            },
            Conclusion::Partial, "cannot read", false);
    }
    void concludesWhatItMay()
    {
        QFETCH(ListFacts, facts);
        QFETCH(Conclusion, conclusion);
        QFETCH(QString, why);
        QFETCH(bool, isSettled);
        const Judgement judgement = judge(facts);
        QVERIFY(conclusionOf(judgement.result) == conclusion);
        const QString text = QString::fromStdString(judgement.result.text()
                                                    + judgement.result.doubt());
        QVERIFY2(text.contains(why) && text.isEmpty() == why.isEmpty(), qPrintable(text));
        QCOMPARE(judgement.record.isSettled, isSettled);
        QVERIFY(judgement.record.root == facts.root);
        // One that has gone is not forgotten for that.
        QVERIFY(judgement.record.mounts.contains("disk") || !facts.before);
    }

    void namesWhereNothingIsKnown()
    {
        ListFacts facts = known();
        facts.mounts.clear();
        facts.gone = {"disk"};
        facts.unreadable = "cannot read";
        facts.below = {"secret/"};
        QVERIFY(judge(facts).result.below() == (std::vector<std::string>{"secret/", "disk"}));
    }

    void aRecordIsReadAsItWasWritten()
    {
        const MirrorRecord record{"/srv/odd%0Aname", Root, {{"a b", Disk}, {"x\n%", Other}}, true};
        QVERIFY(MirrorRecord::of(record.text()) == record);
        MirrorRecord undecided = record;
        undecided.isSettled = false;
        QVERIFY(MirrorRecord::of(undecided.text()) == undecided);
    }

    void noneIsMadeOfWhatIsNone()
    {
        const std::string text = MirrorRecord{"/srv", Root, {{"a", Disk}}, true}.text();
        QVERIFY(MirrorRecord::of(text));
        for (std::size_t size = 0; size < text.size(); ++size) { // a line more may be another mount
            const auto cut = MirrorRecord::of(std::string_view(text).substr(0, size));
            QVERIFY(!cut || (cut->root == Root && cut->mounts.empty()));
        }
        QVERIFY(!MirrorRecord::of(text + "more\n"));
        QVERIFY(!MirrorRecord::of("qontroller-mirror 2" + text.substr(19)));
        QVERIFY(!MirrorRecord::of(text + "mount 1 2 3 ../out\n"));
    }
};

QONTROLLER_GUILESS_TEST(JudgementTest)
#include "tst_judgement.moc"
