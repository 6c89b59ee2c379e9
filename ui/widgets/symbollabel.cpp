// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/symbollabel.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"

#include <QtCore/QEvent>

namespace qontroller::ui {

void SymbolLabel::setSymbol(const QString &name, Severity severity)
{
    if (m_name == name && m_severity == severity)
        return;
    m_name = name;
    m_severity = severity;
    draw();
}

void SymbolLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_name.isEmpty())
        draw();
}

void SymbolLabel::draw()
{
    setPixmap(symbol(m_name, Theme::current().colorOf(m_severity)).pixmap(m_side, m_side));
}

} // namespace qontroller::ui
