// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/overviewrow.h"
#include "ui/state/shownneed.h"

class QMenu;
class QPushButton;
class QToolButton;

namespace qontroller::ui {

/// A need: how bad it is, whose, what and why, since when, and a button that helps. What else
/// helps is behind "…".
///
/// A button is for what was painted when it was pressed, and an entry of the menu for what was
/// there when that opened: neither becomes another one before it is let go.
class NeedRow final : public OverviewRow
{
    Q_OBJECT

public:
    explicit NeedRow(QWidget *parent);

    /// How wide a column is in all rows, as the widest wants it.
    struct Columns
    {
        int place = 0;
        int age = 0;
        int verb = 0;
        int text = 0; ///< of what and why, whole
        void include(const Columns &other);
        friend bool operator==(const Columns &, const Columns &) = default;
    };

    void setNeed(const Need &need, const Moment &moment);
    [[nodiscard]] const Need &need() const { return m_need; }
    [[nodiscard]] Columns wanted() const;
    [[nodiscard]] const Columns &columns() const { return m_columns; }
    void setColumns(const Columns &columns);
    /// What has come of what was asked for here; in place of why.
    void setResult(const QString &result, TimePoint now);
    /// After a minute without another one the row says again what it is about.
    void dropOldResult(TimePoint now);
    [[nodiscard]] const QString &result() const { return m_result; }
    /// It is no need any more, but its place is kept: nothing can be asked of it. \a failing: as
    /// many objects still fail with its cause, and are tried again; it is not over then.
    void settle(std::uint64_t failing = 0);
    [[nodiscard]] bool isSettled() const { return m_isSettled; }
    /// What it is about, as that is by now.
    [[nodiscard]] QString whatText() const;
    /// Its button is pressed, or its menu is open.
    [[nodiscard]] bool isAtWork() const;

    [[nodiscard]] QSize sizeHint() const override;
    QWidget *followInTabOrder(QWidget *before) override;

signals:
    /// \a need is as it was offered: it may be settled by now.
    void asked(qontroller::ui::NeedVerb verb, const qontroller::ui::Need &need);

protected:
    [[nodiscard]] std::vector<Cell> cells() const override;
    void paintMore(QPainter &painter) const override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// Also where its button "…" is not pressed.
    void openMenu(const QPoint &globalPosition);
    void openMenuByKey();
    [[nodiscard]] QPoint belowMore() const;
    void ask(NeedVerb verb);
    void holdPainted();
    void letGo();
    void offer(const Need &need);
    void offerVerbs();
    void nameButtons();
    /// From a button that goes to the row itself.
    void keepKeyboard();
    void enableVerbs(bool enabled);
    void describe();
    [[nodiscard]] QString whyText() const;
    [[nodiscard]] bool isDim() const { return m_isSettled || m_need.acknowledged.has_value(); }
    [[nodiscard]] int textRight() const;
    [[nodiscard]] int placeWidth() const;

    Need m_need;
    Need m_offered; ///< what button and menu are for
    Need m_painted; ///< … when they were painted last
    QString m_age;
    QString m_result; ///< empty: nothing was asked for here lately
    TimePoint m_resultAt;
    QString m_acknowledged; ///< by whom; empty: nobody has
    Columns m_columns;
    QPushButton *m_verb;
    QToolButton *m_more;
    QMenu *m_menu;
    bool m_isSettled = false;
    std::uint64_t m_failing = 0; ///< see settle()
};

} // namespace qontroller::ui
