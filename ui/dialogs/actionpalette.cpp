// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/actionpalette.h"

#include "ui/widgets/rowdelegate.h"
#include "ui/widgets/screenfit.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QTimer>
#include <QtGui/QAction>
#include <QtGui/QKeyEvent>
#include <QtGui/QScreen>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr QSize PaletteSize(880, 440);
constexpr int KeysWidth = 112;
constexpr int WhyNotWidth = 256;

} // namespace

ActionPalette::ActionPalette(const QList<Entry> &entries, QWidget *parent)
    : QDialog(parent)
    , m_entries(entries)
    , m_search(new QLineEdit(this))
    , m_table(new QTableWidget(0, ColumnCount, this))
{
    setObjectName(QStringLiteral("actionPalette"));
    setWindowTitle(tr("Actions and Shortcuts"));
    m_search->setObjectName(QStringLiteral("actionSearch"));
    m_search->setAccessibleName(tr("Find an action"));
    m_search->setPlaceholderText(tr("Find an action; Enter runs it"));
    m_search->installEventFilter(this);
    m_table->setObjectName(QStringLiteral("actionTable"));
    m_table->setAccessibleName(tr("Actions"));
    m_table->setHorizontalHeaderLabels({tr("Action"), tr("Keys"), tr("Why it is off")});
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setItemDelegate(new RowDelegate(m_table));
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Stretch);
    m_table->setColumnWidth(Keys, KeysWidth);
    m_table->setColumnWidth(WhyNot, WhyNotWidth);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_table, 1);
    resize(fittingSize(PaletteSize, screen()->availableSize()));
    connect(m_search, &QLineEdit::textChanged, this, &ActionPalette::showMatching);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { run(m_table->currentRow()); });
    connect(m_table, &QTableWidget::cellActivated, this, [this](int row) { run(row); });
    showMatching({});
}

void ActionPalette::showMatching(const QString &text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_table->setRowCount(0);
    for (const Entry &entry : m_entries) {
        const bool matches = std::all_of(words.begin(), words.end(), [&](const QString &word) {
            return entry.path.contains(word, Qt::CaseInsensitive);
        });
        if (matches)
            addRow(entry);
    }
    selectFirst();
}

void ActionPalette::addRow(const Entry &entry)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    const QStringList texts{entry.path, entry.action->shortcut().toString(QKeySequence::NativeText),
                            entry.whyNot};
    for (int column = 0; column < ColumnCount; ++column) {
        auto *item = new QTableWidgetItem(texts[column]);
        item->setToolTip(entry.action->toolTip());
        if (!entry.action->isEnabled())
            item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
        m_table->setItem(row, column, item);
    }
    m_table->item(row, Name)->setIcon(entry.action->icon());
    m_table->item(row, Name)->setData(Qt::UserRole, QVariant::fromValue(entry.action));
}

// Enter runs it.
void ActionPalette::selectFirst()
{
    int row = 0;
    while (row < m_table->rowCount() && !actionAt(row)->isEnabled())
        ++row;
    if (m_table->rowCount() > 0)
        m_table->selectRow(row < m_table->rowCount() ? row : 0);
}

QAction *ActionPalette::actionAt(int row) const
{
    return m_table->item(row, Name)->data(Qt::UserRole).value<QAction *>();
}

bool ActionPalette::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown
            || key == Qt::Key_PageUp)
            return QCoreApplication::sendEvent(m_table, event);
    }
    return QDialog::eventFilter(object, event);
}

void ActionPalette::run(int row)
{
    if (row < 0)
        return;
    QAction *action = actionAt(row);
    if (!action->isEnabled())
        return;
    accept();
    QTimer::singleShot(0, action, &QAction::trigger); // after this dialog is gone
}

} // namespace qontroller::ui
