// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filter/filterfields.h"

#include "ui/words/marks.h"
#include "ui/words/names.h"

#include <algorithm>
#include <array>

namespace qontroller::ui {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

QString idOf(const FilterSubject &s)
{
    return text(s.row.id);
}

QString controllerOf(const FilterSubject &s)
{
    return s.controller;
}

/// What its row says, and the error behind it.
QString errorTextOf(const FilterSubject &s)
{
    return s.row.error.empty() ? text(s.row.text)
                               : text(s.row.text) + QLatin1Char('\n') + text(s.row.error);
}

QString idAndError(const FilterSubject &s)
{
    return idOf(s) + QLatin1Char('\n') + errorTextOf(s);
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
QString wordFor(int index)
{
    return keyOf(static_cast<Enum>(index));
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
    FilterField{"error", TextField{errorTextOf}},
    FilterField{"controller", TextField{controllerOf}},
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

const FilterField *findFilterField(const QString &name)
{
    const auto found = std::find_if(Fields.begin(), Fields.end(), [&](const FilterField &field) {
        return name.compare(QLatin1String(field.name), Qt::CaseInsensitive) == 0;
    });
    return found == Fields.end() ? nullptr : &*found;
}

TextField anyTextField()
{
    return {idAndError};
}

QStringList wordsOf(const WordField &field)
{
    QStringList words;
    for (int i = 0; i < field.count; ++i)
        words += field.word(i);
    return words;
}

} // namespace qontroller::ui
