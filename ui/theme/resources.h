// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace qontroller::ui {

/// Makes icons and translations available and has the program speak \a language (`de`),
/// or the system's if it is empty: our words, Qt's own (buttons, names of keys), and how
/// numbers are written. Call before the first widget is made; calling it again changes
/// the language of widgets made later.
void prepareResources(const QString &language);

} // namespace qontroller::ui
