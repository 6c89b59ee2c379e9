// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

#include <functional>
#include <stdexcept>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// A journal that is not as it should be.
class BadJournal final : public KnownItems
{
public:
    explicit BadJournal(std::function<void(KnownSink &)> read)
        : m_read(std::move(read))
    {}
    void read(KnownSink &sink) override { m_read(sink); }

private:
    std::function<void(KnownSink &)> m_read;
};

} // namespace

/// What a controller is told by a journal that is not as it should be.
class JournalTest : public QObject
{
    Q_OBJECT

private slots:
    void idsThatNoObjectCanHaveAreCountedAndShown()
    {
        ControllerSpec spec;
        EngineRig rig;
        spec = rig.spec();
        spec.known = std::make_shared<BadJournal>([](KnownSink &sink) {
            for (int i = 0; i < 700; ++i) {
                KnownItem item;
                item.id = "o" + std::to_string(i);
                item.text = std::string(1 << 20, 'x');
                sink.add(std::move(item));
            }
            sink.add({});
            KnownItem item;
            item.id = std::string(LongestId + 1, 'x');
            sink.add(std::move(item));
        });
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(added);
        rig.id = *added;
        QCOMPARE(rig.gauges().known, 700U);
        QCOMPARE(rig.counters().idsRefused, 2U);
        QCOMPARE(rig.events(EventRecord::Kind::IdsRefused).size(), std::size_t(1));
        QVERIFY(rig.row("o3").text.size() <= LongestText);
    }

    void aJournalThatCannotBeReadKeepsItsControllerFromStarting()
    {
        EngineRig rig;
        ControllerSpec spec = rig.spec();
        spec.known = std::make_shared<BadJournal>([](KnownSink &sink) {
            KnownItem item;
            item.id = "a";
            item.next = NextRun::Worker;
            sink.add(std::move(item));
            throw std::runtime_error("the disk is gone");
        });
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(!added);
        QCOMPARE(added.error(), std::string("controller \"batman\": what is known of its objects "
                                            "cannot be read: the disk is gone"));
        QCOMPARE(rig.source->listsBegun(), 0);
        QVERIFY(rig.host.status().empty());
        QVERIFY(rig.host.add(rig.spec())); // the name is free again
    }
};

QONTROLLER_TEST(JournalTest)
#include "tst_journal.moc"
