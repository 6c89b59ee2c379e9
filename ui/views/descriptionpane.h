// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/state/describing.h"
#include "ui/state/livestate.h"
#include "ui/words/linediff.h"

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace qontroller::ui {

/// What an object should be and what it is, line by line, and when its plugin said so.
class DescriptionPane final : public QWidget
{
    Q_OBJECT

public:
    DescriptionPane(const HostLinks &hosts, const LiveState &state, QWidget *parent = nullptr);

    /// Asks if it is another item, or the same one after another run.
    void follow(const ItemRef &item, TimePoint lastRun);
    /// Nothing is shown.
    void forget();
    /// Says how old the answer is.
    void refresh();

protected:
    void changeEvent(QEvent *event) override;

private:
    void ask();
    void show(const std::optional<Description> &description);
    void showDifference(const Description &description);
    void markDifferences();

    const LiveState &m_state;
    std::optional<ItemRef> m_item;
    TimePoint m_lastRun;
    TimePoint m_asked;
    TimePoint m_answered; ///< TimePoint{}: not yet
    std::vector<DiffLine> m_lines;
    QLabel *m_verdict;
    QLabel *m_age;
    QToolButton *m_again;
    QPlainTextEdit *m_text;
    Describing m_describing;
};

} // namespace qontroller::ui
