// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace qontroller::ui {

/// Makes icons and translations available and installs the translation for
/// \a language (`de`), or for the system's if it is empty. Call before the first
/// widget is made; calling it again changes the language of widgets made later.
void prepareResources(const QString &language);

} // namespace qontroller::ui
