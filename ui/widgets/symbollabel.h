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

    void setSymbol(const QString &name, Severity severity);
    void setState(ItemState state) { setSymbol(keyOf(state), severityOf(state)); }

protected:
    void changeEvent(QEvent *event) override;

private:
    void draw();

    QString m_name;
    Severity m_severity = Severity::Normal;
};

} // namespace qontroller::ui
