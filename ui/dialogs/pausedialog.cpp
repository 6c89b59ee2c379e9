// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pausedialog.h"

#include "ui/widgets/screenfit.h"
#include "ui/widgets/wheelguard.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

namespace qontroller::ui {

namespace {

constexpr int LongestReason = 200;

} // namespace

PauseDialog::PauseDialog(const QString &question, const QString &verb, QWidget *parent)
    : QDialog(parent)
    , m_expiry(new QComboBox(this))
    , m_reason(new QLineEdit(this))
{
    setObjectName(QStringLiteral("pauseDialog"));
    setWindowTitle(tr("Pause"));
    m_expiry->setObjectName(QStringLiteral("pauseExpiry"));
    leaveWheelToParents(*m_expiry);
    for (const int minutes : {15, 60, 240, 1440})
        m_expiry->addItem(minutes < 60 ? tr("%n minute(s)", nullptr, minutes)
                                       : tr("%n hour(s)", nullptr, minutes / 60),
                          minutes);
    m_expiry->addItem(tr("Until an operator resumes it"), 0);
    m_reason->setObjectName(QStringLiteral("pauseReason"));
    m_reason->setMaxLength(LongestReason);
    m_reason->setPlaceholderText(tr("What others should know"));
    auto *title = new QLabel(question, this);
    title->setObjectName(QStringLiteral("pauseQuestion"));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    auto *rule = new QLabel(tr("What runs ends normally. Triggers are remembered: one run follows "
                               "on resume."),
                            this);
    rule->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(verb, QDialogButtonBox::AcceptRole)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QFormLayout(this);
    layout->addRow(title);
    layout->addRow(rule);
    layout->addRow(tr("&For"), m_expiry);
    layout->addRow(tr("&Reason"), m_reason);
    layout->addRow(buttons);
    m_expiry->setFocus();
    fitToWidth(*this, 400);
}

PauseTerms PauseDialog::terms() const
{
    const std::chrono::minutes minutes(m_expiry->currentData().toInt());
    return {minutes.count() > 0 ? std::optional<Duration>(minutes) : std::nullopt,
            m_reason->text().simplified().toStdString()};
}

} // namespace qontroller::ui
