// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/trustdialog.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"

#include <QtGui/QFontDatabase>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QPushButton>

namespace qontroller::ui {

namespace {

constexpr qsizetype ChecksumGroup = 8;
constexpr int GroupsInALine = 4;

/// In groups, two lines of four: to be compared by eye.
QString grouped(const QString &sha256)
{
    QString text;
    for (qsizetype i = 0; i * ChecksumGroup < sha256.size(); ++i) {
        if (i > 0)
            text += i % GroupsInALine == 0 ? QLatin1Char('\n') : QLatin1Char(' ');
        text += sha256.mid(i * ChecksumGroup, ChecksumGroup);
    }
    return text;
}

QLabel *fact(const char *name, const QString &text, QWidget *parent)
{
    QLabel *label = selectableLabel(name, parent);
    label->setText(text.isEmpty() ? TrustDialog::tr("not said") : text);
    return label;
}

} // namespace

TrustDialog::TrustDialog(const PluginInfo &plugin, QWidget *parent)
    : QDialog(parent)
    , m_plugin(plugin)
{
    setObjectName(QStringLiteral("trustDialog"));
    setWindowTitle(tr("Trust a Plugin"));
    QLabel *question = headline(tr("Is this file what you think it is?"), this);
    auto *why = fact("trustReason", tr("You are asked because %1.").arg(plugin.distrust), this);
    auto *consequence = fact("trustConsequence",
                             tr("Its code runs with all your rights. It is trusted until the file "
                                "changes; then you are asked again."),
                             this);
    auto *sha256 = fact("trustSha256", grouped(plugin.sha256), this);
    sha256->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));

    auto *facts = new QFormLayout;
    facts->setHorizontalSpacing(16);
    facts->addRow(tr("Plugin"), fact("trustName", plugin.name, this));
    facts->addRow(tr("Version"), fact("trustVersion", plugin.version, this));
    facts->addRow(tr("Vendor"), fact("trustVendor", plugin.vendor, this));
    facts->addRow(tr("File"), fact("trustFile", plugin.file, this));
    facts->addRow(tr("SHA-256"), sha256);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *trust = buttons->addButton(tr("&Trust This File"), QDialogButtonBox::AcceptRole);
    trust->setObjectName(QStringLiteral("trustFileButton"));
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(question);
    layout->addLayout(facts);
    layout->addWidget(why);
    layout->addWidget(consequence);
    layout->addWidget(buttons);
    fitToWidth(*this, 560);
}

} // namespace qontroller::ui
