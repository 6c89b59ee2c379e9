// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/helpdialog.h"

#include "ui/dialogs/manualbrowser.h"
#include "ui/theme/stateicons.h"
#include "ui/widgets/screenfit.h"

#include <QtGui/QScreen>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

constexpr QSize FirstSize(760, 680);

QUrl documentAt(const QString &path)
{
    return QStringLiteral("qrc:/qontroller/") + path;
}

QUrl pageOf(const QString &name)
{
    return documentAt(QStringLiteral("resources/manual/%1.md").arg(name));
}

} // namespace

HelpDialog::HelpDialog(QWidget *parent)
    : QDialog(parent)
    , m_search(new QLineEdit(this))
    , m_text(new ManualBrowser(this))
    //: The language of the help page: a file in resources/help.
    , m_pages{documentAt(QStringLiteral("help/%1.html").arg(tr("en")))}
{
    for (const char *page : {"operator", "terminal", "server", "author"})
        m_pages += pageOf(QLatin1String(page));
    setObjectName(QStringLiteral("helpDialog"));
    setWindowTitle(tr("Help"));
    m_text->setSource(m_pages.first());
    m_text->setObjectName(QStringLiteral("helpText"));
    m_text->setAccessibleName(tr("Help"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_search->setObjectName(QStringLiteral("helpSearch"));
    m_search->setAccessibleName(tr("Find in the help"));
    m_search->setPlaceholderText(tr("Find; Enter goes on"));
    addClearButton(*m_search);
    QToolButton *back = addButton("helpBack", "go-previous", tr("Back"), Qt::ALT | Qt::Key_Left);
    QToolButton *home = addButton("helpHome", "go-home", tr("Contents"), Qt::ALT | Qt::Key_Home);
    back->setEnabled(false);
    auto *row = new QHBoxLayout;
    row->addWidget(back);
    row->addWidget(home);
    row->addWidget(m_search, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(m_text, 1);
    connect(back, &QToolButton::clicked, m_text, &QTextBrowser::backward);
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QToolButton::setEnabled);
    connect(home, &QToolButton::clicked, this, [this] { m_text->setSource(m_pages.first()); });
    connect(m_search, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_text->moveCursor(QTextCursor::Start);
        m_text->findIn(m_pages, text);
    });
    connect(m_search, &QLineEdit::returnPressed, this,
            [this] { m_text->findIn(m_pages, m_search->text()); });
    m_search->setFocus();
    resize(fittingSize(FirstSize, screen()->availableSize()));
}

void HelpDialog::showPage(const QString &name)
{
    m_text->setSource(pageOf(name));
}

QToolButton *HelpDialog::addButton(const char *name, const char *icon, const QString &text,
                                   const QKeySequence &key)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setAutoRaise(true);
    button->setIcon(QIcon::fromTheme(QLatin1String(icon)));
    button->setText(text);
    button->setShortcut(key);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    return button;
}

} // namespace qontroller::ui
