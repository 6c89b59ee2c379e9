// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/marks.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Marks)
};

} // namespace

bool isMarked(const ItemRow &row, Mark mark)
{
    switch (mark) {
    case Mark::Failing: return row.lastError != TimePoint{};
    case Mark::Kept: return row.kept;
    }
    return false;
}

unsigned marksOf(const ItemRow &row)
{
    unsigned marks = 0;
    for (int i = 0; i < MarkCount; ++i)
        marks |= isMarked(row, markAt(i)) ? 1U << unsigned(i) : 0;
    return marks;
}

QString nameOf(Mark mark)
{
    switch (mark) {
    case Mark::Failing: return Text::tr("Failing");
    case Mark::Kept: return Text::tr("Kept");
    }
    return {};
}

QString keyOf(Mark mark)
{
    switch (mark) {
    case Mark::Failing: return QStringLiteral("failing");
    case Mark::Kept: return QStringLiteral("kept");
    }
    return {};
}

const std::string &errorOf(const ItemRow &row)
{
    return row.error.empty() ? row.text : row.error;
}

} // namespace qontroller::ui
