// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/observe/feed/delta.h"

#include <set>

using namespace qontroller;

namespace {

/// How many different names the first \a count values have; 0 if one has none.
template<class Enum>
int differentNames(int count)
{
    std::set<std::string_view> names;
    for (int i = 0; i < count; ++i)
        names.insert(name(static_cast<Enum>(i)));
    return names.contains({}) ? 0 : static_cast<int>(names.size());
}

} // namespace

class NamesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyValueHasANameOfItsOwn()
    {
        QCOMPARE(differentNames<ItemState>(ItemStateCount), ItemStateCount);
        QCOMPARE(differentNames<Cause>(CauseCount), CauseCount);
        QCOMPARE(differentNames<Band>(BandCount), BandCount);
        QCOMPARE(differentNames<EventRecord::Kind>(int(EventRecord::Kind::Notice) + 1),
                 int(EventRecord::Kind::Notice) + 1);
        QCOMPARE(differentNames<ControllerState>(int(ControllerState::Stopped) + 1),
                 int(ControllerState::Stopped) + 1);
        QCOMPARE(differentNames<ListEnd>(ListEndCount), ListEndCount);
        QCOMPARE(differentNames<WatchState>(int(WatchState::Retrying) + 1),
                 int(WatchState::Retrying) + 1);
    }

    void statesReadAsOperatorsSayThem()
    {
        QCOMPARE(std::string(name(ItemState::InSync)), "In sync");
        QCOMPARE(std::string(name(ItemState::WaitingForLock)), "Waiting for lock");
        QCOMPARE(std::string(name(Cause::Missing)), "missing from list");
    }
};

QONTROLLER_TEST(NamesTest)
#include "tst_names.moc"
