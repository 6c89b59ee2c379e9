// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/filterfields.h"

#include "core/engine/observe/items/itemmark.h"
#include "core/engine/observe/items/itemrow.h"

#include <algorithm>
#include <array>

namespace qontroller {

namespace {

Texts idOf(const FilterSubject &s)
{
    return {{s.row.id}, 1};
}

Texts controllerOf(const FilterSubject &s)
{
    return {{s.controller}, 1};
}

Texts hostOf(const FilterSubject &s)
{
    return {{s.host}, 1};
}

/// What its row says, and the error behind it.
Texts errorTextsOf(const FilterSubject &s)
{
    return {{s.row.text, s.row.error}, 2};
}

Texts idAndError(const FilterSubject &s)
{
    return {{s.row.id, s.row.text, s.row.error}, 3};
}

using Number = std::optional<double>;

Number triesOf(const FilterSubject &s)
{
    return double(s.row.errors);
}

Number coalescedOf(const FilterSubject &s)
{
    return double(s.row.coalesced);
}

Number behindOf(const FilterSubject &s)
{
    return double(behind(s.row));
}

Number workerOf(const FilterSubject &s)
{
    return s.row.worker < 0 ? Number() : Number(s.row.worker);
}

double secondsSince(TimePoint then, TimePoint now)
{
    return std::chrono::duration<double>(now - then).count();
}

Number secondsInState(const FilterSubject &s)
{
    return s.row.since == TimePoint{} ? Number() : Number(secondsSince(s.row.since, s.now));
}

Number secondsWaiting(const FilterSubject &s)
{
    return s.row.state == ItemState::Waiting ? secondsInState(s) : Number();
}

Number secondsToNext(const FilterSubject &s)
{
    return s.row.nextRun == TimePoint{} ? Number() : Number(-secondsSince(s.row.nextRun, s.now));
}

template<class Enum>
std::string wordFor(int index)
{
    return keyOf(name(static_cast<Enum>(index)));
}

unsigned stateOf(const FilterSubject &s)
{
    return 1U << static_cast<unsigned>(s.row.state);
}

unsigned marksOfRow(const FilterSubject &s)
{
    return marksOf(s.row);
}

unsigned bandOf(const FilterSubject &s)
{
    return 1U << static_cast<unsigned>(s.row.band);
}

unsigned causesOf(const FilterSubject &s)
{
    return unsigned(s.row.causes);
}

constexpr std::array Fields{
    FilterField{"id", TextField{idOf}},
    FilterField{"error", TextField{errorTextsOf}},
    FilterField{"controller", TextField{controllerOf}},
    FilterField{"host", TextField{hostOf}},
    FilterField{"state", WordField{ItemStateCount, wordFor<ItemState>, stateOf}},
    FilterField{"is", WordField{MarkCount, wordFor<Mark>, marksOfRow}},
    FilterField{"queue", WordField{BandCount, wordFor<Band>, bandOf}},
    FilterField{"cause", WordField{CauseCount, wordFor<Cause>, causesOf}},
    FilterField{"tries", NumberField{triesOf}},
    FilterField{"coalesced", NumberField{coalescedOf}},
    FilterField{"behind", NumberField{behindOf}},
    FilterField{"worker", NumberField{workerOf}},
    FilterField{"age", TimeField{secondsInState}},
    FilterField{"wait", TimeField{secondsWaiting}},
    FilterField{"next", TimeField{secondsToNext}},
};

} // namespace

std::span<const FilterField> filterFields()
{
    return Fields;
}

const FilterField *findFilterField(std::string_view name)
{
    const auto found = std::ranges::find(Fields, name, &FilterField::name);
    return found == Fields.end() ? nullptr : &*found;
}

FilterFields filterFieldBit(std::string_view name)
{
    static_assert(Fields.size() < 31);
    if (name.empty())
        return FilterFields{1} << 31U;
    const auto found = std::ranges::find(Fields, name, &FilterField::name);
    return found == Fields.end() ? 0 : FilterFields{1} << unsigned(found - Fields.begin());
}

TextField anyTextField()
{
    return {idAndError};
}

std::vector<std::string> wordsOf(const WordField &field)
{
    std::vector<std::string> words;
    for (int i = 0; i < field.count; ++i)
        words.push_back(field.word(i));
    return words;
}

} // namespace qontroller
