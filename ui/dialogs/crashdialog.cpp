// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/crashdialog.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

CrashDialog::CrashDialog(const QList<PluginInfo> &crashed, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("crashDialog"));
    setWindowTitle(tr("After a Crash"));
    QLabel *question = headline(tr("%n plugin(s) ended the program the last time.", nullptr,
                                   int(crashed.size())),
                                this);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(question);
    for (const PluginInfo &plugin : crashed) {
        QLabel *label = selectableLabel(QStringLiteral("crashOf:") + plugin.id, this);
        label->setText(plugin.sentence);
        layout->addWidget(label);
    }

    auto *buttons = new QDialogButtonBox(this);
    const auto add = [&](const char *name, const QString &text, Choice choice) {
        QPushButton *button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, [this, choice] {
            m_choice = choice;
            accept();
        });
        return button;
    };
    QPushButton *disable = add("crashDisable", tr("&Disable"), Choice::Disable);
    add("crashTryAgain", tr("Load It &Anyway"), Choice::TryAgain);
    add("crashSafeMode", tr("Start &Without Plugins"), Choice::SafeMode);
    disable->setDefault(true);
    disable->setFocus();
    layout->addWidget(buttons);
    fitToWidth(*this, 560);
}

} // namespace qontroller::ui
