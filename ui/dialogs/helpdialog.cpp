// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/helpdialog.h"

#include "ui/theme/stateicons.h"
#include "ui/widgets/screenfit.h"

#include <QtCore/QFile>
#include <QtGui/QScreen>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTextBrowser>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

constexpr QSize FirstSize(640, 640);

} // namespace

HelpDialog::HelpDialog(QWidget *parent)
    : QDialog(parent)
    , m_search(new QLineEdit(this))
    , m_text(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("helpDialog"));
    setWindowTitle(tr("Help"));
    //: The language of the help page: a file in resources/help.
    QFile page(QStringLiteral(":/qontroller/help/%1.html").arg(tr("en")));
    if (page.open(QIODevice::ReadOnly))
        m_text->setHtml(QString::fromUtf8(page.readAll()));
    m_text->setObjectName(QStringLiteral("helpText"));
    m_text->setAccessibleName(tr("Help"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(16);
    m_search->setObjectName(QStringLiteral("helpSearch"));
    m_search->setAccessibleName(tr("Find in the help"));
    m_search->setPlaceholderText(tr("Find; Enter goes on"));
    addClearButton(*m_search);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_text, 1);
    connect(m_search, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_text->moveCursor(QTextCursor::Start);
        find(text);
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] { find(m_search->text()); });
    m_search->setFocus();
    resize(fittingSize(FirstSize, screen()->availableSize()));
}

// After the last place it goes on at the beginning.
void HelpDialog::find(const QString &text)
{
    if (m_text->find(text))
        return;
    m_text->moveCursor(QTextCursor::Start);
    m_text->find(text);
}

} // namespace qontroller::ui
