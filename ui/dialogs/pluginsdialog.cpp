// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pluginsdialog.h"

#include "ui/dialogs/trustdialog.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plugindrop.h"
#include "ui/widgets/rowdelegate.h"
#include "ui/words/format.h"
#include "ui/words/pluginwords.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace qontroller::ui {

namespace {

enum PluginColumn {
    PluginName,
    PluginState,
    PluginVersion,
    PluginKind,
    PluginLoadTime,
    PluginFile,
    PluginColumnCount
};

QStringList cellsOf(const PluginInfo &plugin)
{
    return {plugin.name.isEmpty() ? plugin.file.section(QLatin1Char('/'), -1) : plugin.name,
            nameOf(plugin.verdict),
            plugin.version,
            nameOf(plugin.kind),
            plugin.loadTime ? formatSpan(*plugin.loadTime) : QString(),
            plugin.file};
}

} // namespace

PluginsDialog::PluginsDialog(ApplicationPort &application, Mode mode, QWidget *parent)
    : QDialog(parent)
    , m_application(application)
    , m_table(new QTableWidget(0, PluginColumnCount, this))
    , m_reason(selectableLabel("pluginReason", this))
    , m_result(selectableLabel("pluginResult", this))
{
    setObjectName(QStringLiteral("pluginsDialog"));
    setWindowTitle(tr("Manage Plugins"));
    makeTable();
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    for (const QString &notice : application.notices()) {
        QLabel *label = selectableLabel("pluginNotice", this);
        label->setText(notice);
        setTextColor(*label, Severity::Degraded);
        layout->addWidget(label);
    }
    m_reason->setMinimumHeight(4 * fontMetrics().lineSpacing()); // the buttons stay where they are
    m_reason->setAlignment(Qt::AlignTop);
    m_result->hide();
    layout->addWidget(m_table, 1);
    layout->addWidget(m_reason);
    layout->addWidget(m_result);
    layout->addWidget(makeButtons(mode));
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &PluginsDialog::showCurrent);
    if (mode == Mode::Manage)
        connect(new PluginDrop(this), &PluginDrop::dropped, this, &PluginsDialog::look);
    fill();
    resize(880, 420);
}

void PluginsDialog::makeTable()
{
    m_table->setObjectName(QStringLiteral("pluginsTable"));
    m_table->setAccessibleName(tr("Plugins"));
    m_table->setHorizontalHeaderLabels(
        {tr("Name"), tr("State"), tr("Version"), tr("Kind"), tr("Load time"), tr("File")});
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setItemDelegate(new RowDelegate(m_table));
    m_table->setShowGrid(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setStretchLastSection(true);
    const auto widths = {176, 136, 72, 96, 80};
    int column = 0;
    for (const int width : widths)
        m_table->setColumnWidth(column++, width);
}

QPushButton *PluginsDialog::addButton(QWidget *row, const char *name, const QString &text)
{
    auto *button = new QPushButton(text, row);
    button->setObjectName(QLatin1String(name));
    row->layout()->addWidget(button);
    return button;
}

QWidget *PluginsDialog::makeButtons(Mode mode)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_load = addButton(row, "loadSelected", tr("&Load…"));
    m_trust = addButton(row, "trustSelected", tr("&Trust…"));
    m_disable = addButton(row, "disableSelected", tr("&Disable"));
    m_tryAgain = addButton(row, "tryAgainSelected", tr("T&ry Again"));
    layout->addStretch();
    QPushButton *copyButton = addButton(row, "copyDiagnostics", tr("&Copy Diagnostics"));
    QPushButton *closeButton = addButton(row, "closePlugins", tr("Cl&ose"));
    closeButton->setDefault(true);
    for (QPushButton *button : {m_load, m_trust, m_disable, m_tryAgain})
        button->setVisible(mode == Mode::Manage);
    connect(m_load, &QPushButton::clicked, this, &PluginsDialog::load);
    connect(m_trust, &QPushButton::clicked, this, &PluginsDialog::askTrust);
    connect(m_disable, &QPushButton::clicked, this, &PluginsDialog::switchDisabled);
    connect(m_tryAgain, &QPushButton::clicked, this,
            [this] { decide(PluginDecision::TryAgain, current()); });
    connect(copyButton, &QPushButton::clicked, this, &PluginsDialog::copy);
    connect(closeButton, &QPushButton::clicked, this, &QDialog::reject);
    return row;
}

void PluginsDialog::fill()
{
    const QString before = current().file;
    m_plugins = m_application.plugins();
    m_table->setRowCount(int(m_plugins.size()));
    for (int row = 0; row < m_plugins.size(); ++row) {
        const QStringList cells = cellsOf(m_plugins[row]);
        for (int column = 0; column < cells.size(); ++column) {
            auto *cell = new QTableWidgetItem(cells[column]);
            cell->setToolTip(cells[column]);
            if (column == PluginLoadTime)
                cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_table->setItem(row, column, cell);
        }
        if (m_plugins[row].file == before)
            m_table->selectRow(row);
    }
    fillIcons();
    showCurrent();
}

void PluginsDialog::fillIcons()
{
    for (int row = 0; row < m_plugins.size(); ++row)
        m_table->item(row, PluginState)->setIcon(iconOf(iconStateOf(m_plugins[row].verdict)));
}

void PluginsDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fillIcons();
}

PluginInfo PluginsDialog::current() const
{
    return m_table->selectionModel()->hasSelection() ? m_plugins.value(m_table->currentRow())
                                                     : PluginInfo();
}

void PluginsDialog::showCurrent()
{
    const PluginInfo plugin = current();
    if (m_plugins.isEmpty())
        m_reason->setText(
            tr("No plugin was found. Drop a file here, or start with --plugin-path."));
    else if (plugin.file.isEmpty())
        m_reason->setText(
            tr("Choose a plugin to see why it is in its state, or drop a file here."));
    else
        m_reason->setText(plugin.sentence);
    const bool disabled = plugin.verdict == PluginInfo::Verdict::Disabled;
    const bool untrusted = plugin.verdict == PluginInfo::Verdict::Untrusted;
    const QString none = plugin.file.isEmpty() ? tr("No plugin is chosen.") : QString();
    const auto allowIf = [&none](bool may, QPushButton *button, const QString &whyNot) {
        allow(*button, !none.isEmpty() ? none : may ? QString() : whyNot);
    };
    allowIf(plugin.kind == PluginInfo::Kind::Controller && (plugin.isUsable() || untrusted), m_load,
            tr("No controller can be started with it."));
    allowIf(untrusted, m_trust, tr("It does not wait to be trusted."));
    m_disable->setText(disabled ? tr("&Enable") : tr("&Disable"));
    allowIf(!plugin.id.isEmpty() && plugin.verdict != PluginInfo::Verdict::Refused, m_disable,
            tr("It is refused, whether it is disabled or not."));
    allowIf(plugin.verdict == PluginInfo::Verdict::Crashed, m_tryAgain,
            tr("It did not end the program."));
}

void PluginsDialog::look(const QString &file)
{
    const PluginInfo looked = m_application.inspect(file);
    fill();
    const auto at = std::find_if(m_plugins.cbegin(), m_plugins.cend(),
                                 [&](const PluginInfo &each) { return each.file == looked.file; });
    if (at != m_plugins.cend())
        m_table->selectRow(int(at - m_plugins.cbegin()));
}

void PluginsDialog::load()
{
    const QString file = current().file;
    accept();
    emit loadRequested(file);
}

void PluginsDialog::askTrust()
{
    auto *dialog = new TrustDialog(current(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { decide(PluginDecision::Trust, dialog->plugin()); });
    dialog->open();
}

void PluginsDialog::switchDisabled()
{
    const PluginInfo plugin = current();
    const bool disabled = plugin.verdict == PluginInfo::Verdict::Disabled;
    decide(disabled ? PluginDecision::Enable : PluginDecision::Disable, plugin);
}

void PluginsDialog::decide(PluginDecision decision, const PluginInfo &plugin)
{
    const Result result = m_application.decide(decision, plugin);
    m_result->setText(result.sentence);
    m_result->setVisible(!result.sentence.isEmpty());
    setTextColor(*m_result, result.isDone() ? Severity::Normal : Severity::Bad);
    fill();
}

void PluginsDialog::copy() const
{
    QGuiApplication::clipboard()->setText(pluginDiagnostics(m_plugins));
}

} // namespace qontroller::ui
