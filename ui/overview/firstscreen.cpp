// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/firstscreen.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/symbollabel.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCommandLinkButton>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

namespace qontroller::ui {

namespace {

constexpr int Space = 8;
constexpr int LeastOfTwo = 560; ///< below this, groups are one below the other

/// Deletes what is in \a rows.
void clear(QVBoxLayout &rows)
{
    while (const QLayoutItem *item = rows.takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // its button may be what asks for this
        delete item;
    }
}

QHBoxLayout *rowLayout(QWidget *row)
{
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(Space, 0, Space, 0);
    layout->setSpacing(Space);
    return layout;
}

} // namespace

FirstScreen::FirstScreen(QWidget *parent)
    : QWidget(parent)
    , m_groups(new QBoxLayout(QBoxLayout::LeftToRight))
{
    setObjectName(QStringLiteral("firstScreen"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_groups->setSpacing(Space);
    layout->addLayout(m_groups);
    m_hostGroup = addGroup(tr("Hosts that run here"));
    m_sessionGroup = addGroup(tr("Sessions of the last times"));
    layout->addWidget(makeSteps());
    layout->addStretch();
}

FirstScreen::Group FirstScreen::addGroup(const QString &caption)
{
    const Group group{new QWidget(this), new QVBoxLayout};
    group.rows->setSpacing(Space / 2);
    auto *label = new QLabel(caption, group.all);
    setTextColor(*label, Severity::Quiet);
    label->setContentsMargins(Space, Space, Space, Space);
    auto *layout = new QVBoxLayout(group.all);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(label);
    layout->addLayout(group.rows);
    layout->addStretch();
    m_groups->addWidget(group.all, 1);
    group.all->hide();
    return group;
}

void FirstScreen::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_groups->setDirection(width() < LeastOfTwo ? QBoxLayout::TopToBottom
                                                : QBoxLayout::LeftToRight);
}

void FirstScreen::setHosts(const std::vector<Host> &hosts)
{
    if (m_hosts == hosts)
        return;
    m_hosts = hosts;
    const QWidget *focused = focusWidget();
    const QString kept = focused ? focused->objectName() : QString();
    clear(*m_hostGroup.rows);
    for (const Host &host : hosts)
        m_hostGroup.rows->addWidget(makeHostRow(host));
    m_hostGroup.all->setVisible(!hosts.empty());
    if (auto *again = kept.startsWith(QLatin1String("connect:")) ? findChild<QWidget *>(kept)
                                                                 : nullptr)
        again->setFocus();
}

QWidget *FirstScreen::makeHostRow(const Host &host)
{
    auto *row = new QWidget(this);
    auto *icon = new SymbolLabel(row);
    icon->setSymbol(host.icon.isEmpty() ? QStringLiteral("stale") : host.icon, host.severity);
    auto *name = new QLabel(host.name, row);
    name->setTextFormat(Qt::PlainText);
    name->setToolTip(host.address);
    auto *health = new ElidedLabel(row);
    health->setObjectName(QStringLiteral("health:") + host.address);
    health->setText(host.health);
    setTextColor(*health, host.severity);
    auto *button = new QPushButton(tr("Connect"), row);
    button->setObjectName(QStringLiteral("connect:") + host.address);
    button->setAccessibleName(tr("Connect to %1").arg(host.name));
    button->setAccessibleDescription(host.health);
    button->setToolTip(host.address);
    connect(button, &QPushButton::clicked, this,
            [this, address = host.address] { emit hostAsked(address); });
    QHBoxLayout *layout = rowLayout(row);
    layout->addWidget(icon);
    layout->addWidget(name);
    layout->addWidget(health, 1);
    layout->addWidget(button);
    return row;
}

void FirstScreen::setSessions(const QStringList &files)
{
    if (m_sessions == files)
        return;
    m_sessions = files;
    clear(*m_sessionGroup.rows);
    for (const QString &file : files)
        m_sessionGroup.rows->addWidget(makeSessionRow(file));
    m_sessionGroup.all->setVisible(!files.isEmpty());
}

QWidget *FirstScreen::makeSessionRow(const QString &file)
{
    auto *row = new QWidget(this);
    const QFileInfo info(file);
    auto *name = new QLabel(info.completeBaseName(), row);
    name->setTextFormat(Qt::PlainText);
    auto *folder = new ElidedLabel(row);
    folder->setText(QDir::toNativeSeparators(info.path()));
    setTextColor(*folder, Severity::Quiet);
    auto *button = new QPushButton(tr("Open"), row);
    button->setObjectName(QStringLiteral("session:") + file);
    button->setAccessibleName(tr("Open %1").arg(info.completeBaseName()));
    button->setAccessibleDescription(file);
    button->setToolTip(file);
    connect(button, &QPushButton::clicked, this, [this, file] { emit sessionAsked(file); });
    QHBoxLayout *layout = rowLayout(row);
    layout->addWidget(name);
    layout->addWidget(folder, 1);
    layout->addWidget(button);
    return row;
}

QWidget *FirstScreen::makeSteps()
{
    auto *steps = new QWidget(this);
    auto *layout = new QGridLayout(steps);
    layout->setContentsMargins(0, Space, 0, 0);
    layout->setSpacing(Space);
    layout->addWidget(makeStep(Step::LoadPlugin, "list-add", tr("Load a Plugin"),
                               tr("See what it is, fill in its form, start")),
                      0, 0);
    layout->addWidget(makeStep(Step::OpenSession, "document-open", tr("Open a Session"),
                               tr("Start all controllers of a file")),
                      0, 1);
    layout->addWidget(makeStep(Step::Demonstration, "media-playback-start", tr("Demonstration"),
                               tr("In its own window; touches nothing of yours")),
                      1, 0);
    layout->addWidget(makeStep(Step::WriteYourOwn, "help-contents", tr("Write Your Own"),
                               tr("In a few lines: the tutorial in the manual")),
                      1, 1);
    layout->setColumnStretch(0, 1);
    layout->setColumnStretch(1, 1);
    return steps;
}

QCommandLinkButton *FirstScreen::makeStep(Step step, const char *icon, const QString &title,
                                          const QString &what)
{
    auto *button = new QCommandLinkButton(title, what, this);
    button->setObjectName(QStringLiteral("first%1").arg(int(step)));
    button->setAccessibleDescription(what);
    button->setIcon(themeIcon(icon));
    connect(button, &QCommandLinkButton::clicked, this, [this, step] { emit stepAsked(step); });
    return button;
}

} // namespace qontroller::ui
