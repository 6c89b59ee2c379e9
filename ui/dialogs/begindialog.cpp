// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/begindialog.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"
#include "ui/widgets/wheelguard.h"
#include "ui/words/format.h"

#include "core/members/consist/lifecycle.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostNames = 5;

QString question(const QStringList &members)
{
    if (members.size() == 1)
        return BeginDialog::tr("Begin an operation on %1").arg(members.front());
    return BeginDialog::tr("Begin an operation on %n member(s)", nullptr, int(members.size()));
}

} // namespace

BeginDialog::BeginDialog(const QStringList &members, const QStringList &types, const QDateTime &now,
                         QWidget *parent)
    : QDialog(parent)
    , m_type(new QComboBox(this))
    , m_id(new QLineEdit(this))
    , m_time(now.toString(QStringLiteral("yyyyMMdd-HHmmss")))
{
    setObjectName(QStringLiteral("beginDialog"));
    setWindowTitle(tr("Begin Operation"));
    m_type->setObjectName(QStringLiteral("beginType"));
    m_type->setEditable(true);
    m_type->setInsertPolicy(QComboBox::NoInsert);
    m_type->setCompleter(nullptr); // it would begin another type than the one that was typed
    m_type->addItems(types);
    if (types.size() > 1) // none of them is more likely
        m_type->setCurrentIndex(-1);
    m_type->lineEdit()->setPlaceholderText(tr("restart, upgrade …"));
    leaveWheelToParents(*m_type);
    m_id->setObjectName(QStringLiteral("beginId"));
    build(members);
    m_type->setFocus();
}

void BeginDialog::build(const QStringList &members)
{
    QLabel *headline = ui::headline(question(members), this);
    headline->setObjectName(QStringLiteral("beginQuestion"));
    auto *explanation = new QLabel(
        tr("Once its rules permit it, a member is taken out of service. When it is drained, start "
           "the operation, do your work, and finish it: then its traffic comes back."),
        this);
    explanation->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *act = buttons->addButton(tr("&Begin Operation"), QDialogButtonBox::AcceptRole);
    act->setObjectName(QStringLiteral("beginAct"));
    act->setDefault(true);
    auto *form = new QFormLayout;
    form->addRow(tr("&Type"), m_type);
    form->addRow(tr("&Id"), m_id);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(headline);
    if (members.size() > 1) {
        auto *list = new QLabel(someOf(members, MostNames), this);
        list->setTextFormat(Qt::PlainText); // names stand in it
        list->setWordWrap(true);
        layout->addWidget(list);
    }
    layout->addWidget(explanation);
    layout->addLayout(form);
    layout->addWidget(buttons);
    fitToWidth(*this, 440);
    const auto check = [this, act] { allow(*act, whyNot()); };
    connect(m_id, &QLineEdit::textEdited, this, [this] { m_isOwnId = true; });
    connect(m_type, &QComboBox::editTextChanged, this, [this, check] {
        proposeId();
        check();
    });
    connect(m_id, &QLineEdit::textChanged, this, check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    proposeId();
    check();
}

void BeginDialog::proposeId()
{
    if (!m_isOwnId)
        m_id->setText(type().isEmpty() ? QString() : QStringLiteral("%1-%2").arg(type(), m_time));
}

QString BeginDialog::whyNot() const
{
    if (type().isEmpty())
        return tr("Type what kind of operation it is first.");
    if (id().isEmpty())
        return tr("Type an id first.");
    const QString taken = QString::fromUtf8(consist::DeletionId.data(),
                                            qsizetype(consist::DeletionId.size()));
    return id() == taken ? tr("The id %1 belongs to deletions: choose another one.").arg(taken)
                         : QString();
}

QString BeginDialog::type() const
{
    return m_type->currentText().trimmed();
}

QString BeginDialog::id() const
{
    return m_id->text().trimmed();
}

} // namespace qontroller::ui
