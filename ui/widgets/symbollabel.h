// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QLabel>

#include "ui/words/names.h"

namespace qontroller::ui {

/// One of our own icons at the size of text, in the colour of a severity.
class SymbolLabel final : public QLabel
{
    Q_OBJECT

public:
    using QLabel::QLabel;

    /// How large it is; 16 unless it is set, before the symbol.
    void setSide(int side) { m_side = side; }
    void setSymbol(const QString &name, Severity severity);
    void setState(ItemState state) { setSymbol(keyOf(state), severityOf(state)); }

protected:
    void changeEvent(QEvent *event) override;

private:
    void draw();

    int m_side = 16;
    QString m_name;
    Severity m_severity = Severity::Normal;
};

} // namespace qontroller::ui
