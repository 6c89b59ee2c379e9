// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/termsdialog.h"

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

TermsQuestion pauseQuestion(const QString &what, const QString &verb)
{
    return {.name = QStringLiteral("pauseDialog"),
            .title = TermsDialog::tr("Pause"),
            .what = what,
            .rule = TermsDialog::tr("What runs ends normally. Triggers are remembered: one run "
                                    "follows on resume."),
            .noTime = TermsDialog::tr("Until an operator resumes it"),
            .verb = verb};
}

TermsQuestion acknowledgeQuestion(const QString &what)
{
    return {.name = QStringLiteral("acknowledgeDialog"),
            .title = TermsDialog::tr("Acknowledge"),
            .what = what,
            .rule = TermsDialog::tr("It stays in the list, at every window, and alarms nobody, "
                                    "unless there is more of it."),
            .noTime = TermsDialog::tr("Until it is over"),
            .verb = TermsDialog::tr("&Acknowledge")};
}

TermsDialog::TermsDialog(const TermsQuestion &question, QWidget *parent)
    : QDialog(parent)
    , m_expiry(new TermBox(question.noTime, TermBox::First::ShortTime, this))
    , m_reason(new QLineEdit(this))
{
    setObjectName(question.name);
    setWindowTitle(question.title);
    m_expiry->setObjectName(QStringLiteral("termsExpiry"));
    m_reason->setObjectName(QStringLiteral("termsReason"));
    m_reason->setMaxLength(LongestReason);
    m_reason->setPlaceholderText(tr("What others should know"));
    auto *title = new QLabel(question.what, this);
    title->setObjectName(QStringLiteral("termsQuestion"));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    auto *rule = new QLabel(question.rule, this);
    rule->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(question.verb, QDialogButtonBox::AcceptRole)->setDefault(true);
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

PauseTerms TermsDialog::terms() const
{
    return {m_expiry->term(), m_reason->text().simplified().toStdString()};
}

} // namespace qontroller::ui
