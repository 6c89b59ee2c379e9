// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/termsform.h"

#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLineEdit>

namespace qontroller::ui {

namespace {

constexpr int LongestReason = 200;

} // namespace

TermsForm::TermsForm(const QString &endless, TermBox::First first, QWidget *parent)
    : QWidget(parent)
    , m_expiry(new TermBox(endless, first, this))
    , m_reason(new QLineEdit(this))
{
    m_expiry->setObjectName(QStringLiteral("termsExpiry"));
    m_reason->setObjectName(QStringLiteral("termsReason"));
    m_reason->setMaxLength(LongestReason);
    m_reason->setPlaceholderText(tr("What others should know"));
    auto *layout = new QFormLayout(this);
    layout->setContentsMargins({});
    layout->addRow(tr("&For"), m_expiry);
    layout->addRow(tr("&Reason"), m_reason);
    setFocusProxy(m_expiry);
}

PauseTerms TermsForm::terms() const
{
    return {m_expiry->term(), m_reason->text().simplified().toStdString()};
}

QString untilResumed()
{
    return TermsForm::tr("Until an operator resumes it");
}

} // namespace qontroller::ui
