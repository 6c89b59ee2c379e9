// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/confirmdialog.h"

#include "ui/dialogs/termsform.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"
#include "ui/words/format.h"
#include "ui/words/jobwords.h"

#include <QtGui/QTextOption>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostIdsShown = 1000;

struct Wording
{
    QString question;
    QString consequence;
    QString verb;
};

Wording wordingOf(const JobCommander::Prepared &prepared)
{
    const int n = int(prepared.eligible);
    switch (prepared.scope->verb) {
    case ItemVerb::Discard:
        return {ConfirmDialog::tr("Discard %n object(s)?", nullptr, n),
                ConfirmDialog::tr("What is discarded is forgotten with its retries and errors "
                                  "until a list or an event "
                                  "names it again. This cannot be taken back."),
                ConfirmDialog::tr("Discard %n Object(s)", nullptr, n)};
    case ItemVerb::Remove:
        return {ConfirmDialog::tr("Remove %n object(s) that their source no longer lists?", nullptr,
                                  n),
                ConfirmDialog::tr("What controllers made for %n object(s) is cleaned up now. This "
                                  "cannot be taken back.",
                                  nullptr, n),
                ConfirmDialog::tr("Remove %n Object(s)", nullptr, n)};
    case ItemVerb::Keep:
        return {ConfirmDialog::tr("Keep %n object(s) that their source no longer lists?", nullptr,
                                  n),
                ConfirmDialog::tr("Nothing is removed. What the source shows again counts as "
                                  "before. This cannot be taken back."),
                ConfirmDialog::tr("Keep %n Object(s)", nullptr, n)};
    case ItemVerb::Requeue:
        return {ConfirmDialog::tr("Requeue %n object(s)?", nullptr, n),
                ConfirmDialog::tr("They skip their back-off and run again, %1 a second: all in %2.")
                    .arg(formatNumber(prepared.pace),
                         formatAge(timeFor(prepared.eligible, prepared.pace))),
                ConfirmDialog::tr("Requeue %n Object(s)", nullptr, n)};
    case ItemVerb::Pause:
    case ItemVerb::Resume: break;
    }
    return {nameOf(prepared.scope->verb), {}, nameOf(prepared.scope->verb)};
}

QString whereOf(const QStringList &controllers)
{
    if (controllers.isEmpty())
        return {};
    const QString words = controllers.size() == 1 ? ConfirmDialog::tr("Controller: %1")
                                                  : ConfirmDialog::tr("Controllers: %1");
    return words.arg(controllers.join(QStringLiteral(", "))) + QLatin1Char('\n');
}

QStringList detailsOf(const JobCommander::Prepared &prepared)
{
    const FrozenScope &scope = *prepared.scope;
    QStringList lines;
    for (const auto &[reason, count] : prepared.skipped)
        lines += ConfirmDialog::tr("%1 skipped: %2").arg(formatCount(count), reason);
    if (!lines.isEmpty())
        lines += QString();
    QStringList ids;
    for (std::size_t i = 0; i < std::min(scope.eligible.size(), MostIdsShown); ++i)
        ids += toLine(scope.eligible[i].id);
    ids.sort();
    lines += ids;
    if (scope.eligible.size() > MostIdsShown)
        lines += ConfirmDialog::tr("… and %1 more")
                     .arg(formatCount(scope.eligible.size() - MostIdsShown));
    return lines;
}

} // namespace

ConfirmDialog::ConfirmDialog(const JobCommander::Prepared &prepared, const QStringList &controllers,
                             QWidget *parent)
    : QDialog(parent)
{
    const Wording wording = wordingOf(prepared);
    build(wording.question, whereOf(controllers) + wording.consequence, detailsOf(prepared),
          wording.verb);
}

ConfirmDialog::ConfirmDialog(const QString &question, const QString &consequence,
                             const QString &verb, QWidget *parent)
    : QDialog(parent)
{
    build(question, consequence, {}, verb);
}

ConfirmDialog::ConfirmDialog(const QString &question, const QString &consequence,
                             const QStringList &details, const QString &verb, QWidget *parent)
    : QDialog(parent)
{
    build(question, consequence, details, verb);
}

void ConfirmDialog::setSafeText(const QString &text)
{
    findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Cancel)->setText(text);
}

void ConfirmDialog::setQuestion(const QString &question)
{
    findChild<QLabel *>(QStringLiteral("confirmQuestion"))->setText(question);
    adjustSize();
}

void ConfirmDialog::setDetails(const QStringList &details)
{
    findChild<QPlainTextEdit *>(QStringLiteral("confirmDetails"))
        ->setPlainText(details.join(QLatin1Char('\n')));
}

TermsForm *ConfirmDialog::addTerms(const QString &endless)
{
    auto *form = new TermsForm(endless, TermBox::First::Endless, this);
    auto *rows = static_cast<QVBoxLayout *>(layout());
    rows->insertWidget(rows->count() - 1, form);
    setTabOrder(form, findChild<QPushButton *>(QStringLiteral("confirmAct")));
    adjustSize();
    return form;
}

void ConfirmDialog::build(const QString &question, const QString &consequence,
                          const QStringList &details, const QString &verb)
{
    setObjectName(QStringLiteral("confirmDialog"));
    // A list of windows says what is asked; the question itself is not said twice.
    setWindowTitle(QString(verb).remove(QLatin1Char('&')));
    QLabel *headline = ui::headline(question, this);
    headline->setObjectName(QStringLiteral("confirmQuestion"));
    auto *explanation = new QLabel(consequence, this);
    explanation->setObjectName(QStringLiteral("confirmConsequence"));
    explanation->setTextFormat(Qt::PlainText); // names stand in it
    explanation->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *act = buttons->addButton(verb, QDialogButtonBox::AcceptRole);
    act->setObjectName(QStringLiteral("confirmAct"));
    QPushButton *cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setDefault(true);
    cancel->setFocus();

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(headline);
    layout->addWidget(explanation);
    if (!details.isEmpty()) {
        auto *list = new QPlainTextEdit(details.join(QLatin1Char('\n')), this);
        list->setObjectName(QStringLiteral("confirmDetails"));
        list->setAccessibleName(tr("What is affected"));
        list->setReadOnly(true);
        list->setTabChangesFocus(true);
        list->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // all of it is seen
        layout->addWidget(list, 1);
        setTabOrder(list, act); // back from Cancel it is the button beside it
    }
    setTabOrder(act, cancel);
    layout->addWidget(buttons);
    fitToWidth(*this, 440);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

} // namespace qontroller::ui
