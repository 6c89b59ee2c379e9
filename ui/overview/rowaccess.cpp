// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/rowaccess.h"

#include "ui/overview/overviewrow.h"
#include "ui/overview/rowlist.h"

#include <QtWidgets/QAccessibleWidget>

namespace qontroller::ui {

namespace {

class RowAccess final : public QAccessibleWidget
{
public:
    explicit RowAccess(OverviewRow &row)
        : QAccessibleWidget(&row, QAccessible::ListItem)
        , m_row(row)
    {}

    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.selectable = true;
        state.selected = m_row.isChosen();
        return state;
    }

private:
    OverviewRow &m_row; ///< Qt ends this with it
};

QAccessibleInterface *accessOf(const QString &, QObject *object)
{
    if (auto *row = qobject_cast<OverviewRow *>(object))
        return new RowAccess(*row);
    if (auto *list = qobject_cast<RowList *>(object))
        return new QAccessibleWidget(list, QAccessible::List);
    return nullptr;
}

} // namespace

void tellOfRows()
{
    [[maybe_unused]] static const bool isTold = [] {
        QAccessible::installFactory(&accessOf);
        return true;
    }();
}

} // namespace qontroller::ui
