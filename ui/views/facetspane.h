// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QTreeWidget>

#include "core/engine/filter/filter.h"
#include "core/engine/filter/filterscanner.h"
#include "ui/state/livestate.h"
#include "ui/state/savedviews.h"
#include "ui/words/marks.h"
#include "ui/words/names.h"

#include <functional>
#include <map>

namespace qontroller::ui {

/// How many items there are by state and controller, of the host that the filter asks for or of
/// all; one click filters, another takes the filter back.
class FacetsPane final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit FacetsPane(QWidget *parent = nullptr);

    void show(const LiveState &state);

    /// Errors that look alike.
    struct Error
    {
        QString title;
        QString expression; ///< finds them: the value of a chosen facet `error`
        std::size_t items = 0;
    };
    /// In the order in which they are to stand.
    void showErrors(const QList<Error> &errors);
    /// The value of a chosen facet `view` is its filter: all of it.
    void showViews(const QList<SavedView> &views);
    /// Marks the facets that \a filter asks for, whose text is \a filterText.
    void setFilter(const Filter &filter, const QString &filterText);
    /// The only host that the filter takes; 0: it asks for none, or takes several.
    [[nodiscard]] HostId chosenHost(const LiveState &state) const;

signals:
    /// \a value is to be the only one of \a field in the filter; empty: none.
    void facetChosen(const QString &field, const QString &value);

protected:
    void changeEvent(QEvent *event) override;

private:
    QTreeWidgetItem *addGroup(const QString &title);
    void markActive();
    [[nodiscard]] bool isActive(const QTreeWidgetItem &item, const FilterTokens &filter) const;
    void choose(QTreeWidgetItem *item);
    void showMarks(const Tally &tally);
    void showHosts(const LiveState &state);
    void showHost(QTreeWidgetItem *item, const HostStatus &host, const LiveState &state);
    void showControllers(const LiveState &state, HostId only);
    using FacetItems = std::map<QString, QTreeWidgetItem *>; ///< by name
    /// Those that have no count are gone.
    void showCounts(QTreeWidgetItem &group, FacetItems &items,
                    const std::map<QString, std::uint64_t> &counts);
    /// In the column of the counts, which is as wide as the widest.
    void setText(QTreeWidgetItem *item, const QString &text);
    void setCount(QTreeWidgetItem *item, std::uint64_t count);
    /// Column 0: of a state or mark, which has an icon. One that no item has stays quiet.
    static void setSeverity(QTreeWidgetItem *item, int column, Severity severity);
    static void paint(QTreeWidgetItem *item);

    QTreeWidgetItem *m_states;
    QTreeWidgetItem *m_marks;
    QTreeWidgetItem *m_hosts;
    QTreeWidgetItem *m_controllers;
    QTreeWidgetItem *m_errors;
    QTreeWidgetItem *m_views;
    FacetItems m_hostItems;
    FacetItems m_controllerItems;
    Filter m_filter;
    QString m_filterText;
};

} // namespace qontroller::ui
