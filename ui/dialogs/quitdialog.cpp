// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/quitdialog.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"
#include "ui/words/format.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostMembers = 8;

QStringList sentencesOf(const QuitFacts &facts)
{
    QStringList sentences;
    if (facts.running > 0)
        sentences += QuitDialog::tr("%n handler(s) are running. The program ends when they have "
                                    "returned, after 30 s at the latest.",
                                    nullptr, int(facts.running));
    if (facts.waiting > 0)
        sentences +=
            QuitDialog::tr("%n object(s) wait for a handler. Those that have not run by then "
                           "are left for the next start.",
                           nullptr, int(facts.waiting));
    if (facts.ofJobs > 0)
        sentences +=
            QuitDialog::tr("Jobs that go on are stopped. %n object(s) have not had their turn.",
                           nullptr, int(facts.ofJobs));
    if (!facts.outOfService.isEmpty())
        sentences += QuitDialog::tr("%n member(s) are out of service for an operation, and stay so "
                                    "until the next start: %1.",
                                    nullptr, int(facts.outOfService.size()))
                         .arg(someOf(facts.outOfService, MostMembers));
    if (!facts.forgotten.isEmpty())
        sentences += (facts.mayBeSaved
                          ? QuitDialog::tr("Forgotten, unless the session is saved: %1.")
                          : QuitDialog::tr("Forgotten, because no journal is kept: %1."))
                         .arg(facts.forgotten.join(QStringLiteral(", ")));
    if (!facts.whyNotWritten.isEmpty())
        sentences += QuitDialog::tr("The journal cannot be written: what was done since then is "
                                    "forgotten. %1.")
                         .arg(facts.whyNotWritten);
    if (facts.unsaved)
        sentences += QuitDialog::tr("What runs differs from what is saved in the session file.");
    return sentences;
}

} // namespace

QuitDialog::QuitDialog(const QuitFacts &facts, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("quitDialog"));
    setWindowTitle(tr("Quit"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *text = selectableLabel("quitFacts", this);
    text->setText(sentencesOf(facts).join(QStringLiteral("\n\n")));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    const auto add = [&](const char *name, const QString &verb, QDialogButtonBox::ButtonRole role,
                         void (QuitDialog::*asked)()) {
        QPushButton *button = buttons->addButton(verb, role);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, [this, asked] {
            reject();
            emit(this->*asked)();
        });
    };
    if (facts.isToSave())
        add("quitSave", tr("&Save and Quit"), QDialogButtonBox::ActionRole,
            &QuitDialog::saveRequested);
    add("quitAct", facts.isToSave() ? tr("&Quit Without Saving") : tr("&Quit"),
        QDialogButtonBox::DestructiveRole, &QuitDialog::quitRequested);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setFocus();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(headline(tr("Quit Qontroller?"), this));
    layout->addWidget(text);
    layout->addWidget(buttons);
    fitToWidth(*this, 440);
}

} // namespace qontroller::ui
