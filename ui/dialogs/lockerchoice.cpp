// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/lockerchoice.h"

#include "ui/dialogs/parameterform.h"
#include "ui/widgets/wheelguard.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

LockerChoice::LockerChoice(const QList<PluginInfo> &plugins, QWidget *parent)
    : QWidget(parent)
    , m_box(new QComboBox(this))
    , m_about(new QLabel(this))
    , m_form(new ParameterForm(this))
{
    m_box->setObjectName(QStringLiteral("lockerBox"));
    leaveWheelToParents(*m_box);
    m_box->addItem(tr("This host only (memory)"));
    for (const PluginInfo &plugin : plugins) {
        if (plugin.kind != PluginInfo::Kind::Locker || !plugin.isUsable())
            continue;
        m_lockers += plugin;
        m_box->addItem(plugin.name);
    }
    m_about->setObjectName(QStringLiteral("lockerAbout"));
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    m_form->setObjectName(QStringLiteral("lockerForm"));
    auto *row = new QFormLayout;
    row->addRow(tr("&Locker"), m_box);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addLayout(row);
    layout->addWidget(m_about);
    layout->addWidget(m_form);
    connect(m_box, &QComboBox::currentIndexChanged, this, &LockerChoice::choose);
    connect(m_form, &ParameterForm::edited, this, &LockerChoice::edited);
    choose(0);
}

void LockerChoice::choose(int index)
{
    const PluginInfo plugin = m_lockers.value(index - 1);
    m_form->setVisible(index > 0);
    if (index > 0) {
        m_form->setSchema(plugin.parameters);
        m_about->setText(plugin.description);
    } else if (m_lockers.isEmpty()) {
        m_about->setText(tr("Within one host an id is with one worker at a time anyway. To share "
                            "objects between hosts, a locker plugin is needed: none is there."));
    } else {
        m_about->setText(tr("Within one host an id is with one worker at a time anyway. A locker "
                            "shares objects between hosts."));
    }
    emit edited();
}

QString LockerChoice::id() const
{
    return m_box->currentIndex() > 0 ? m_lockers[m_box->currentIndex() - 1].id : QString();
}

QJsonObject LockerChoice::parameters() const
{
    return id().isEmpty() ? QJsonObject() : m_form->values();
}

QList<ParameterError> LockerChoice::inputErrors() const
{
    return id().isEmpty() ? QList<ParameterError>() : m_form->inputErrors();
}

QList<ParameterError> LockerChoice::setErrors(const QList<ParameterError> &errors)
{
    return id().isEmpty() ? errors : m_form->setErrors(errors);
}

} // namespace qontroller::ui
