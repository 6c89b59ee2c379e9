// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/termsdialog.h"

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
    , m_expiry(new QComboBox(this))
    , m_reason(new QLineEdit(this))
{
    setObjectName(question.name);
    setWindowTitle(question.title);
    m_expiry->setObjectName(QStringLiteral("termsExpiry"));
    leaveWheelToParents(*m_expiry);
    addTimes(question.noTime);
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

void TermsDialog::addTimes(const QString &noTime)
{
    for (const int minutes : {15, 60, 240, 1440})
        m_expiry->addItem(minutes < 60 ? tr("%n minute(s)", nullptr, minutes)
                                       : tr("%n hour(s)", nullptr, minutes / 60),
                          minutes);
    m_expiry->addItem(noTime, 0);
}

PauseTerms TermsDialog::terms() const
{
    const std::chrono::minutes minutes(m_expiry->currentData().toInt());
    return {minutes.count() > 0 ? std::optional<Duration>(minutes) : std::nullopt,
            m_reason->text().simplified().toStdString()};
}

} // namespace qontroller::ui
