// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/workersdialog.h"

#include "ui/dialogs/termbox.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"
#include "ui/widgets/wheelguard.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

namespace qontroller::ui {

namespace {

constexpr int MostWorkers = 10'000;

} // namespace

WorkersDialog::WorkersDialog(const QString &question, const QString &remark, int workers,
                             QWidget *parent)
    : QDialog(parent)
    , m_workers(new QSpinBox(this))
    , m_time(new TermBox(tr("Until an operator changes it"), TermBox::First::Endless, this))
{
    setObjectName(QStringLiteral("workersDialog"));
    setWindowTitle(tr("Set Workers"));
    m_workers->setObjectName(QStringLiteral("workersNumber"));
    m_workers->setRange(0, MostWorkers);
    m_workers->setValue(workers);
    m_workers->selectAll();
    leaveWheelToParents(*m_workers);
    m_time->setObjectName(QStringLiteral("workersTime"));
    auto *title = new WrappedLabel(this);
    title->setSentence(question);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(tr("&Set"), QDialogButtonBox::AcceptRole)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QFormLayout(this);
    layout->addRow(title);
    if (!remark.isEmpty())
        layout->addRow(new QLabel(remark, this));
    layout->addRow(tr("&Workers"), m_workers);
    layout->addRow(tr("&For"), m_time);
    layout->addRow(buttons);
    m_workers->setFocus();
    fitToWidth(*this, 400);
}

int WorkersDialog::workers() const
{
    return m_workers->value();
}

std::optional<Duration> WorkersDialog::time() const
{
    return m_time->term();
}

} // namespace qontroller::ui
