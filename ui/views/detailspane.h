// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStackedWidget>

#include "ui/feed/livestate.h"
#include "ui/models/itemsmodel.h"

class QAction;
class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QScrollArea;
class QTableWidget;

namespace qontroller::ui {

class DescriptionPane;
class SymbolLabel;

/// All about one item: what it does, its attempts and errors, and why nothing
/// happens to it. Asks the feed at most once a second.
class DetailsPane final : public QStackedWidget
{
    Q_OBJECT

public:
    /// Whether the item has a row in the table that it was selected in.
    enum class Row {
        None,
        InTable
    };

    /// \a decisions are shown only while the item's removal is held.
    DetailsPane(Feed &feed, const LiveState &state, const QList<QAction *> &actions,
                const QList<QAction *> &decisions, QWidget *parent = nullptr);

    void setItem(const std::optional<ItemRef> &item, Row row);
    /// Asks again if the item's row has changed or a second has passed.
    void refresh();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildParts();
    void buildLayout(const QList<QAction *> &actions, const QList<QAction *> &decisions);
    [[nodiscard]] bool isUpToDate() const;
    void buildFacts(QGridLayout *grid);
    void show(const ItemDetail &detail);
    void setFact(int fact, const QString &text);
    void showFacts(const ItemRow &row);
    void showReasons(const ItemDetail &detail);
    void showError(const ItemRow &row);
    void showExplanation(const ItemDetail &detail);
    void showAttempts(const std::vector<AttemptRecord> &attempts);
    void showNothing(const QString &sentence);
    void fitContent();
    QLabel *addHeading(const QString &text);

    Feed &m_feed;
    const LiveState &m_state;
    std::optional<ItemRef> m_item;
    Row m_row = Row::None;
    TimePoint m_asked;
    TimePoint m_shownSince; ///< of the state that is shown
    TimePoint m_shownRun;   ///< the last one that is shown
    QScrollArea *m_area;
    QWidget *m_content;
    QLabel *m_empty;
    SymbolLabel *m_icon;
    QLabel *m_id;
    QLabel *m_controller;
    QLabel *m_notListed;
    QWidget *m_decisions;
    QStringList m_factNames;
    QList<QLabel *> m_facts;
    QLabel *m_errorHeading = nullptr;
    QPlainTextEdit *m_error;
    QLabel *m_explanation;
    DescriptionPane *m_description;
    QLabel *m_attemptsHeading = nullptr;
    QTableWidget *m_attempts;
};

} // namespace qontroller::ui
