// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pausedialog.h"

#include "ui/dialogs/termbox.h"
#include "ui/widgets/screenfit.h"

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
    , m_expiry(new TermBox(tr("Until an operator resumes it"), TermBox::First::ShortTime, this))
    , m_reason(new QLineEdit(this))
{
    setObjectName(QStringLiteral("pauseDialog"));
    setWindowTitle(tr("Pause"));
    m_expiry->setObjectName(QStringLiteral("pauseExpiry"));
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
    return {m_expiry->term(), m_reason->text().simplified().toStdString()};
}

} // namespace qontroller::ui
