// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/draindialog.h"

#include "ui/widgets/screenfit.h"
#include "ui/words/format.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr int Steps = 1000;

} // namespace

DrainDialog::DrainDialog(std::vector<ControllerId> ids, const QString &names, QWidget *parent)
    : QDialog(parent)
    , m_ids(std::move(ids))
    , m_left(new QLabel(this))
    , m_bar(new QProgressBar(this))
{
    setObjectName(QStringLiteral("drainDialog"));
    setWindowTitle(tr("Removing %1").arg(names));
    m_left->setObjectName(QStringLiteral("drainLeft"));
    m_left->setWordWrap(true);
    m_left->setTextFormat(Qt::PlainText);
    m_left->setMinimumHeight(2 * m_left->fontMetrics().lineSpacing()); // whatever the numbers are
    m_left->setText(tr("Waiting for what is queued and running …"));
    m_bar->setObjectName(QStringLiteral("drainBar"));
    m_bar->setAccessibleName(tr("How much is done"));
    m_bar->setRange(0, Steps);
    m_bar->setTextVisible(false);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *close = buttons->button(QDialogButtonBox::Close);
    close->setDefault(true);
    close->setFocus();
    m_end = buttons->addButton(tr("&End Now"), QDialogButtonBox::DestructiveRole);
    m_end->setObjectName(QStringLiteral("drainEnd"));
    m_end->setToolTip(tr("Ask what runs to stop, and leave what waits"));
    connect(m_end, &QPushButton::clicked, this, &DrainDialog::endNow);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(m_left);
    layout->addWidget(m_bar);
    layout->addWidget(buttons);
    fitToWidth(*this, 440);
}

void DrainDialog::follow(const LiveState &state)
{
    std::erase_if(m_ids, [&state](ControllerId id) { return !state.controller(id); });
    if (m_ids.empty())
        return accept();
    std::uint64_t running = 0;
    std::uint64_t waiting = 0;
    for (const ControllerId id : m_ids) {
        const Gauges &gauges = state.controller(id)->gauges;
        running += gauges.running;
        waiting += gauges.depth;
    }
    m_most = std::max(m_most, running + waiting);
    m_bar->setValue(m_most == 0 ? 0 : int(Steps * (m_most - running - waiting) / m_most));
    m_left->setText(m_ending ? tr("Asked to stop. %1 still running.").arg(formatCount(running))
                             : tr("%1 still running, %2 waiting. After 30 s what is left is asked "
                                  "to stop.")
                                   .arg(formatCount(running), formatCount(waiting)));
}

void DrainDialog::endNow()
{
    m_ending = true;
    m_end->setEnabled(false);
    const std::vector<ControllerId> ids = m_ids;
    for (const ControllerId id : ids)
        emit endRequested(id);
}

} // namespace qontroller::ui
