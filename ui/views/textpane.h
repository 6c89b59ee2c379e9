// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/state/livestate.h"

class QPlainTextEdit;
class QToolButton;

namespace qontroller::ui {

/// Details that are text. Those of a controller have its parameters below: its host is asked for
/// them once, or every few seconds until it tells them.
class TextPane final : public QWidget
{
    Q_OBJECT

public:
    explicit TextPane(QWidget *parent);

    /// Beside the parameters; what it does is the window's.
    [[nodiscard]] QToolButton &editButton() const { return *m_edit; }

    /// Text that stays the same keeps its place and what is selected in it.
    void setText(const QString &text);
    /// The same, of \a controller as it is at \a now.
    void setController(ControllerId controller, const QString &text, TimePoint now);

    /// What is known of the parameters of a controller.
    struct Parameters
    {
        QString text;       ///< a line each, or why none are told
        bool isTold = true; ///< otherwise its host is asked again
    };
    /// Of one that is not shown any more nothing is taken.
    void take(ControllerId controller, const Parameters &parameters);

signals:
    /// take() is to be told of \a controller.
    void parametersWanted(qontroller::ControllerId controller);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void show(const QString &text);
    void ask(TimePoint now);
    void fit();

    QPlainTextEdit *m_text;
    QWidget *m_below; ///< the parameters with their heading
    QToolButton *m_edit;
    QPlainTextEdit *m_parameters;
    ControllerId m_controller = 0; ///< 0: the text is of none
    TimePoint m_asked;             ///< TimePoint{}: not yet
    bool m_isTold = false;
};

} // namespace qontroller::ui
