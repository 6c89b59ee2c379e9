// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/termsdialog.h"

#include "ui/dialogs/termsform.h"
#include "ui/widgets/screenfit.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

TermsQuestion pauseQuestion(const QString &what, const QString &verb, int pausedAlready)
{
    QString question = what;
    if (pausedAlready > 0)
        question += QLatin1Char(' ')
                    + TermsDialog::tr("%n of them is (are) paused already: that pause then ends at "
                                      "this time.",
                                      nullptr, pausedAlready);
    return {.name = QStringLiteral("pauseDialog"),
            .title = TermsDialog::tr("Pause"),
            .what = question,
            .rule = TermsDialog::tr("What runs ends normally. Triggers are remembered: one run "
                                    "follows on resume."),
            .noTime = untilResumed(),
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
    , m_form(new TermsForm(question.noTime, TermBox::First::ShortTime, this))
{
    setObjectName(question.name);
    setWindowTitle(question.title);
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
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(title);
    layout->addWidget(rule);
    layout->addWidget(m_form);
    layout->addWidget(buttons);
    m_form->setFocus();
    fitToWidth(*this, 400);
}

PauseTerms TermsDialog::terms() const
{
    return m_form->terms();
}

} // namespace qontroller::ui
