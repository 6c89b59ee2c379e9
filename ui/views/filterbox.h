// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QLineEdit>

#include "ui/filter/filtertext.h"

class QLabel;

namespace qontroller::ui {

/// The one box to find items with. Waits for a pause in typing; a text that is no
/// filter leaves the last good one in force, marks where it is wrong, and says why below
/// as long as the box has the focus. When the focus goes, the box shows the filter in force again.
class FilterBox final : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterBox(QWidget *parent = nullptr);

    /// Sets the text and applies it at once.
    void setFilterText(const QString &text);
    /// Goes on with \a text, which may be wrong.
    void edit(const QString &text);
    /// What is wrong is explained over the upper edge of \a place, which is below the box.
    void explainOver(QWidget *place);
    /// Terms on others than \a fields are struck through, for what the operator looks at does not
    /// heed them; \a why is a sentence.
    void setHeeded(FilterFields fields, const QString &why);
    /// Why terms are struck through; empty: none is.
    [[nodiscard]] QString whyStruckThrough() const;
    [[nodiscard]] const std::optional<FilterFault> &error() const { return m_error; }

signals:
    void filterChanged(const qontroller::Filter &filter);
    /// \a text was no filter, as \a sentence says, and is gone from the box.
    void rejected(const QString &text, const QString &sentence);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void apply();
    void mark();
    void reject();
    [[nodiscard]] QString whatIsWrong() const;
    void describe();
    void explainError();
    void placeExplanation();

    FilterFields m_heeded = AllFilterFields;
    QString m_whyNotHeeded;
    QTimer m_debounce;
    std::optional<FilterFault> m_error;
    QString m_applied;
    bool m_marking = false;
    QWidget *m_place = nullptr;
    QLabel *m_explanation = nullptr; ///< over the place; the window's
};

} // namespace qontroller::ui
