// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pluginsdialog.h"

#include "ui/theme/stateicons.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

QString kindOf(const PluginInfo &plugin)
{
    switch (plugin.kind) {
    case PluginInfo::Kind::Controller: return PluginsDialog::tr("controller");
    case PluginInfo::Kind::Locker: return PluginsDialog::tr("locker");
    case PluginInfo::Kind::Unknown: break;
    }
    return PluginsDialog::tr("unknown");
}

ItemState iconFor(PluginInfo::Verdict verdict)
{
    switch (verdict) {
    case PluginInfo::Verdict::Usable: return ItemState::InSync;
    case PluginInfo::Verdict::NeedsConsent: return ItemState::Held;
    case PluginInfo::Verdict::Refused: break;
    }
    return ItemState::Failed;
}

bool isLoadable(const PluginInfo &plugin)
{
    return plugin.kind == PluginInfo::Kind::Controller
           && plugin.verdict != PluginInfo::Verdict::Refused;
}

} // namespace

PluginsDialog::PluginsDialog(const ApplicationPort &application, QWidget *parent)
    : QDialog(parent)
    , m_table(new QTableWidget(0, 5, this))
{
    setObjectName(QStringLiteral("pluginsDialog"));
    setWindowTitle(tr("Plugins"));
    m_table->setObjectName(QStringLiteral("pluginsTable"));
    m_table->setAccessibleName(tr("Plugins"));
    m_table->setHorizontalHeaderLabels(
        {tr("Name"), tr("Version"), tr("Kind"), tr("Verdict"), tr("File")});
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(0, 160);
    m_table->setColumnWidth(1, 72);
    m_table->setColumnWidth(2, 80);
    m_table->setColumnWidth(3, 320);
    fill(application.plugins());

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copyButton = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    QPushButton *loadButton = buttons->addButton(tr("&Load…"), QDialogButtonBox::ActionRole);
    loadButton->setObjectName(QStringLiteral("loadSelected"));
    const auto update = [this, copyButton, loadButton] {
        const int row = m_table->currentRow();
        copyButton->setEnabled(row >= 0);
        loadButton->setEnabled(row >= 0 && m_table->item(row, 0)->data(Qt::UserRole).toBool());
    };
    connect(m_table, &QTableWidget::itemSelectionChanged, this, update);
    connect(copyButton, &QPushButton::clicked, this, &PluginsDialog::copy);
    connect(loadButton, &QPushButton::clicked, this, &PluginsDialog::load);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    update();

    auto *layout = new QVBoxLayout(this);
    if (m_table->rowCount() == 0)
        layout->addWidget(new QLabel(
            tr("No plugin was found. Start with --plugin-path, or load a file from the File menu."),
            this));
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    resize(880, 360);
}

void PluginsDialog::fill(const QList<PluginInfo> &plugins)
{
    m_table->setRowCount(int(plugins.size()));
    for (int row = 0; row < plugins.size(); ++row) {
        const PluginInfo &plugin = plugins[row];
        const QStringList cells{plugin.name.isEmpty() ? plugin.id : plugin.name, plugin.version,
                                kindOf(plugin), plugin.sentence, plugin.file};
        for (int column = 0; column < cells.size(); ++column) {
            auto *cell = new QTableWidgetItem(cells[column]);
            cell->setToolTip(cells[column]);
            m_table->setItem(row, column, cell);
        }
        m_table->item(row, 3)->setIcon(iconOf(iconFor(plugin.verdict)));
        m_table->item(row, 0)->setData(Qt::UserRole, isLoadable(plugin));
    }
}

void PluginsDialog::copy() const
{
    QStringList cells;
    for (int column = 0; column < m_table->columnCount(); ++column)
        cells += m_table->item(m_table->currentRow(), column)->text();
    QGuiApplication::clipboard()->setText(cells.join(QLatin1Char('\t')));
}

void PluginsDialog::load()
{
    const QString file = m_table->item(m_table->currentRow(), 4)->text();
    accept();
    emit loadRequested(file);
}

} // namespace qontroller::ui
