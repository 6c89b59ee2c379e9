// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/enqueuedialog.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/wheelguard.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

namespace qontroller::ui {

EnqueueDialog::EnqueueDialog(const ControllerBook &controllers, ControllerId preferred,
                             QWidget *parent)
    : QDialog(parent)
    , m_controller(new QComboBox(this))
    , m_id(new QLineEdit(this))
{
    setObjectName(QStringLiteral("enqueueDialog"));
    setWindowTitle(tr("Enqueue Id"));
    m_controller->setObjectName(QStringLiteral("enqueueController"));
    leaveWheelToParents(*m_controller);
    m_id->setObjectName(QStringLiteral("enqueueId"));
    for (const auto &[id, label] : controllers)
        m_controller->addItem(label.title(), QVariant::fromValue(id));
    m_controller->setCurrentIndex(
        std::max(0, m_controller->findData(QVariant::fromValue(preferred))));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *act = buttons->addButton(tr("&Enqueue"), QDialogButtonBox::AcceptRole);
    act->setDefault(true);
    const auto check = [act](const QString &text) {
        allow(*act, text.isEmpty() ? tr("Type an id first.") : QString());
    };
    check({});
    connect(m_id, &QLineEdit::textChanged, act, check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QFormLayout(this);
    layout->addRow(tr("&Controller"), m_controller);
    layout->addRow(tr("&Id"), m_id);
    layout->addRow(buttons);
    m_id->setFocus();
    setMinimumWidth(400);
}

ControllerId EnqueueDialog::controller() const
{
    return m_controller->currentData().value<ControllerId>();
}

QString EnqueueDialog::id() const
{
    return m_id->text();
}

} // namespace qontroller::ui
