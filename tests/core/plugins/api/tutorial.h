// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "newcomer.h"
#include "walkthrough.h"

namespace qontroller::test {

/// A program loads only plugins of its own kind, and this one may be for debugging.
[[nodiscard]] QByteArray asThisBuild(QByteArray commands);

/// The newcomer does what \a steps say; gives the first thing that went wrong.
[[nodiscard]] QByteArray follow(Newcomer &newcomer, const QList<Step> &steps);

/// Those of \a steps that come before the one that is \a text.
[[nodiscard]] QList<Step> stepsBefore(QList<Step> steps, const QByteArray &text);

/// The first difference between what \a steps write and the files of \a folder, but its README and
/// the licence lines; empty: there is none.
[[nodiscard]] QByteArray differenceOf(const QList<Step> &steps, const QString &folder);

} // namespace qontroller::test
