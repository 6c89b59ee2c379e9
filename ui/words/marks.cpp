// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/marks.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct MarksText
{
    Q_DECLARE_TR_FUNCTIONS(Marks)
};

} // namespace

QString nameOf(Mark mark)
{
    switch (mark) {
    case Mark::Failing: return MarksText::tr("Failing");
    case Mark::GivenUp: return MarksText::tr("Given Up");
    case Mark::Kept: return MarksText::tr("Kept");
    case Mark::Looping: return MarksText::tr("Looping");
    }
    return {};
}

} // namespace qontroller::ui
