// SPDX-License-Identifier: LGPL-3.0-or-later
// What lists of the specs and their watch say of files that go: never two things at once.
#include "eventually.h"
#include "testprogram.h"

#include "app/plugins/process/specfolder.h"
#include "core/testing/recordinglist.h"
#include "core/testing/recordingwatch.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;

namespace {

struct SpecsRig
{
    explicit SpecsRig(Duration patience)
        : listed(std::make_shared<ListedFolder>(folder.path().toStdString(), patience))
    {}
    [[nodiscard]] QString file(const QString &id) const { return folder.filePath(id + ".json"); }
    void put(const QString &id) const
    {
        QFile spec(file(id));
        if (!spec.open(QIODevice::WriteOnly) || spec.write("{}") != 2)
            qFatal("cannot write");
    }
    /// Takes \a id away, and waits until \a told shows that its watch has seen that: what it tells
    /// of another file was read after it.
    [[nodiscard]] bool isSeenToGo(const QString &id, const RecordingWatch &told) const
    {
        const bool isRemoved = QFile::remove(file(id));
        put("c");
        return isRemoved && told.waitFor("~c");
    }

    QTemporaryDir folder, state;
    std::shared_ptr<ListedFolder> listed;
    SpecFolder specs{listed, std::make_shared<Supervisor>(state.path().toStdString(), LOGWRITER,
                                                          OnStop::Stop)};
};

} // namespace

class SpecFolderTest final : public QObject
{
    Q_OBJECT

private slots:
    void aReadThatBeganBeforeTheDeletionTakesNoEventAway()
    {
        SpecsRig rig(std::chrono::milliseconds(20));
        rig.put("a");
        QCOMPARE(listOf(rig.specs), std::string("a complete"));
        Watching watch(rig.specs);
        QVERIFY(watch.told.waitFor("ready"));
        QVERIFY(QFile::remove(rig.file("a")));
        QVERIFY(comesTrue([&] {
            rig.listed->absences().noteThere("a"); // it has read the file when that was there
            return watch.told.has("-a");
        }));
    }

    void aListIsNeverAheadOfTheEvent()
    {
        SpecsRig rig(std::chrono::milliseconds(5));
        Watching watch(rig.specs);
        QVERIFY(watch.told.waitFor("ready"));
        int ahead = 0;
        for (int i = 0; i < 100; ++i) {
            const QString id = "p" + QString::number(i);
            rig.put(id);
            QVERIFY(listOf(rig.specs).find(id.toStdString()) != std::string::npos);
            QVERIFY(QFile::remove(rig.file(id)));
            const bool wasTold = comesTrue([&] {
                const std::string list = listOf(rig.specs);
                return list.find(id.toStdString()) == std::string::npos;
            });
            QVERIFY(wasTold);
            ahead += !watch.told.has("-" + id.toStdString());
            QVERIFY(watch.told.waitFor("-" + id.toStdString()));
        }
        QVERIFY2(ahead <= 3,
                 QByteArray::number(ahead)); // between the end of the wait and the event
    }

    void aFileThatMayComeBackHoldsUpNoList()
    {
        SpecsRig rig(std::chrono::hours(1));
        rig.put("a");
        rig.put("b");
        QCOMPARE(listOf(rig.specs), std::string("a b complete"));
        Watching watch(rig.specs);
        QVERIFY(watch.told.waitFor("ready"));
        QVERIFY(rig.isSeenToGo("a", watch.told));
        QCOMPARE(listOf(rig.specs), std::string("a b c complete"));
        rig.put("a");
        QVERIFY(watch.told.waitFor("~a"));
        QVERIFY(!watch.told.has("-a"));
    }

    void withoutAWatchAListWaits()
    {
        SpecsRig rig(std::chrono::milliseconds(20));
        rig.put("a");
        rig.put("b");
        QCOMPARE(listOf(rig.specs), std::string("a b complete"));
        QVERIFY(QFile::remove(rig.file("a")));
        QCOMPARE(listOf(rig.specs), std::string("b complete"));
    }

    void whatAWatchHasSeenGoCountsNoMoreWhenItHasEnded()
    {
        SpecsRig rig(std::chrono::milliseconds(50));
        rig.put("a");
        rig.put("b");
        QCOMPARE(listOf(rig.specs), std::string("a b complete"));
        {
            Watching watch(rig.specs);
            QVERIFY(watch.told.waitFor("ready"));
            QVERIFY(rig.isSeenToGo("a", watch.told));
        }
        QCOMPARE(listOf(rig.specs), std::string("b c complete"));
    }
};

QONTROLLER_TEST(SpecFolderTest)
#include "tst_specfolder.moc"
