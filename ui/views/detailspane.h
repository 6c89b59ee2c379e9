// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStackedWidget>

#include "ui/actions/frozenscope.h"
#include "ui/state/itemref.h"
#include "ui/state/linkreader.h"
#include "ui/state/livestate.h"
#include "ui/views/textpane.h"

#include "core/engine/observe/items/explanation.h"

class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QScrollArea;
class QTableWidget;
class QToolButton;

namespace qontroller {
struct AttemptRecord;
struct ItemDetail;
struct ItemRow;
} // namespace qontroller

namespace qontroller::ui {

class DescriptionPane;
class SymbolLabel;

/// All about one item: what it does, its attempts and errors, and why nothing
/// happens to it. Asks its host at most once a second.
class DetailsPane final : public QStackedWidget
{
    Q_OBJECT

public:
    /// Whether the item has a row in the table that it was selected in.
    enum class Row {
        None,
        InTable
    };

    enum class Steering {
        Allowed,
        Forbidden
    };

    DetailsPane(const HostLinks &hosts, const LiveState &state, Steering steering,
                QWidget *parent = nullptr);

    /// \a selected: so many rows are, and \a item is one of them.
    void setItem(const std::optional<ItemRef> &item, Row row, std::size_t selected = 1);
    /// Shows \a text and no item; \a instead, if it is empty.
    void setText(const QString &text, const QString &instead);
    /// Shows \a text, which is of \a controller, and its parameters.
    void setController(ControllerId controller, const QString &text);
    /// Where it stands; who wants to tell of parameters talks to it.
    [[nodiscard]] TextPane &text() const { return *m_text; }
    /// Asks again if the item's row has changed or a second has passed.
    void refresh();
    /// What has come of what was asked for of \a item here; said until another one is shown.
    void setResult(const ItemRef &item, const QString &result);
    /// What its host said of an item that was wanted.
    void take(const HostPicture::Detail &told);

signals:
    /// take() is to be told of \a item.
    void wanted(const qontroller::ui::ItemRef &item);
    /// A button asks for something to be done to the item that is shown, whatever else is
    /// selected.
    void asked(qontroller::ItemVerb verb, const qontroller::ui::ItemRef &item);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildParts();
    void buildLayout();
    QToolButton *makeButton(ItemVerb verb, QWidget *parent);
    void showButtons(const ItemRef &item);
    void loadIcons();
    [[nodiscard]] bool isUpToDate() const;
    void showAges();
    void showRemark();
    void buildFacts(QGridLayout *grid);
    void show(const ItemDetail &detail);
    void setFact(int fact, const QString &text);
    void showFacts(const ItemRow &row);
    void showReasons(const ItemDetail &detail);
    void showError(const ItemRow &row);
    void showKept(const ItemRow &row);
    void showWords(QPlainTextEdit &words, const QString &text) const;
    void showExplanation();
    void showAttempts(const std::vector<AttemptRecord> &attempts);
    void showNothing(const QString &sentence);
    void showText();
    void showStale(const HostStatus &host);
    void showUntold();
    [[nodiscard]] bool isShown() const;
    void fitContent();
    QLabel *addHeading(const QString &text);

    const LiveState &m_state;
    std::optional<ItemRef> m_item;
    bool m_isText = false; ///< what setText() or setController() said is shown
    Row m_row = Row::None;
    std::size_t m_selected = 1; ///< rows, with that of the item
    TimePoint m_asked;
    TimePoint m_shownSince;                   ///< of the state that is shown
    TimePoint m_shownRun;                     ///< the last one that is shown
    std::pair<ControllerId, ItemKey> m_shown; ///< what is shown
    bool m_isUntold = false; ///< its host has not told more of what is shown than its row
    std::vector<Explanation> m_reasons; ///< as the engine gave them
    QScrollArea *m_area;
    QWidget *m_content;
    QLabel *m_empty;
    TextPane *m_text;
    SymbolLabel *m_icon;
    QLabel *m_id;
    QLabel *m_controller;
    QLabel *m_remark; ///< how what is shown and what is selected in the table differ
    QLabel *m_result;
    QWidget *m_decisions;
    Steering m_steering;
    QList<std::pair<ItemVerb, QToolButton *>> m_buttons;
    QStringList m_factNames;
    QVector<QLabel *> m_factLabels;
    QList<QLabel *> m_facts;
    QLabel *m_errorHeading = nullptr;
    QPlainTextEdit *m_error;
    QLabel *m_explanation;
    DescriptionPane *m_description;
    QLabel *m_keptHeading = nullptr;
    QPlainTextEdit *m_kept;
    QLabel *m_attemptsHeading = nullptr;
    QTableWidget *m_attempts;
};

} // namespace qontroller::ui
