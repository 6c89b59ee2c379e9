// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connectdialog.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/wheelguard.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace qontroller::ui {

namespace {

enum HostColumn {
    HostAddress,
    HostState,
    HostColumnCount
};

/// Told apart in both themes and by most eyes.
constexpr std::array Colours{"#c62828", "#ef8f00", "#2e7d32", "#1565c0", "#6a1b9a"};

const char *const ColourNames[] = {
    QT_TRANSLATE_NOOP("qontroller::ui::ConnectDialog", "Red"),
    QT_TRANSLATE_NOOP("qontroller::ui::ConnectDialog", "Amber"),
    QT_TRANSLATE_NOOP("qontroller::ui::ConnectDialog", "Green"),
    QT_TRANSLATE_NOOP("qontroller::ui::ConnectDialog", "Blue"),
    QT_TRANSLATE_NOOP("qontroller::ui::ConnectDialog", "Violet"),
};

} // namespace

ConnectDialog::ConnectDialog(QStringList remembered, QWidget *parent)
    : QDialog(parent)
    , m_address(new QLineEdit(this))
    , m_name(new QLineEdit(this))
    , m_colour(new QComboBox(this))
    , m_connect(new QPushButton(tr("&Connect"), this))
    , m_problem(new QLabel(this))
    , m_list(new QTreeWidget(this))
    , m_again(new QPushButton(this))
    , m_forget(new QPushButton(tr("&Forget"), this))
    , m_remembered(std::move(remembered))
{
    setObjectName(QStringLiteral("connectDialog"));
    setWindowTitle(tr("Connect to Host"));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(makeForm());
    layout->addWidget(m_problem);
    layout->addWidget(makeList(), 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    m_problem->setObjectName(QStringLiteral("connectProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    setTextColor(*m_problem, Severity::Bad);
    resize(640, 440);
    fill();
    review();
    m_address->setFocus();
}

QWidget *ConnectDialog::makeForm()
{
    auto *form = new QWidget(this);
    m_address->setObjectName(QStringLiteral("connectAddress"));
    m_address->setPlaceholderText(QStringLiteral("ssh://server/photos"));
    auto *forms =
        new QLabel(tr("A host of this computer: its name, as photos, or the path of its "
                      "control socket, as /run/qontroller/photos/control.sock\n"
                      "Another computer over ssh: ssh://anna@server/photos, or ssh://server if "
                      "one host runs there\n"
                      "Another computer over TLS: server:7000, with certificates"),
                   this);
    forms->setObjectName(QStringLiteral("connectForms"));
    forms->setForegroundRole(QPalette::PlaceholderText);
    forms->setWordWrap(true);
    m_name->setObjectName(QStringLiteral("connectName"));
    m_name->setPlaceholderText(tr("as the address says"));
    m_colour->setObjectName(QStringLiteral("connectColour"));
    leaveWheelToParents(*m_colour);
    m_colour->addItem(tr("None"), QString());
    for (std::size_t i = 0; i < Colours.size(); ++i) {
        const QString colour = QLatin1String(Colours[i]);
        m_colour->addItem(QIcon(colourMark(colour).value<QPixmap>()), tr(ColourNames[i]), colour);
    }
    m_connect->setObjectName(QStringLiteral("connectButton"));
    m_connect->setDefault(true);
    connect(m_connect, &QPushButton::clicked, this, &ConnectDialog::connectTyped);
    connect(m_address, &QLineEdit::textChanged, this, &ConnectDialog::review);
    auto *rows = new QFormLayout(form);
    rows->setContentsMargins({});
    rows->addRow(tr("&Address"), m_address);
    rows->addRow(forms);
    rows->addRow(tr("&Name"), m_name);
    rows->addRow(tr("C&olour"), m_colour);
    auto *end = new QHBoxLayout;
    end->addStretch();
    end->addWidget(m_connect);
    rows->addRow(end);
    return form;
}

QWidget *ConnectDialog::makeList()
{
    auto *part = new QWidget(this);
    m_list->setObjectName(QStringLiteral("connectList"));
    m_list->setAccessibleName(tr("Hosts that are remembered, or run here"));
    m_list->setColumnCount(HostColumnCount);
    m_list->setHeaderLabels({tr("Host"), tr("State")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setSectionResizeMode(HostAddress, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(HostState, QHeaderView::Interactive);
    m_list->header()->resizeSection(HostState, 200);
    m_list->header()->setStretchLastSection(false);
    m_again->setObjectName(QStringLiteral("connectAgain"));
    m_forget->setObjectName(QStringLiteral("connectForget"));
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ConnectDialog::review);
    connect(m_list, &QTreeWidget::itemActivated, this, &ConnectDialog::connectChosen);
    connect(m_again, &QPushButton::clicked, this, &ConnectDialog::connectChosen);
    connect(m_forget, &QPushButton::clicked, this, &ConnectDialog::forgetChosen);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addWidget(m_forget);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    return part;
}

void ConnectDialog::setRemembered(const QStringList &remembered)
{
    m_remembered = remembered;
    fill();
}

void ConnectDialog::showStates(const std::vector<HostStatus> &hosts, TimePoint now)
{
    m_hosts = hosts;
    m_now = now;
    fill();
}

void ConnectDialog::setHere(const QList<HostHere> &here)
{
    m_here = here;
    fill();
}

QString ConnectDialog::nameHere(const QString &address) const
{
    const auto found = std::ranges::find(m_here, address, &HostHere::address);
    return found == m_here.end() ? QString() : found->name;
}

// Rows are reused. What is chosen is a host, and not its row.
void ConnectDialog::fill()
{
    const QString chosen = chosenAddress();
    QStringList addresses = m_remembered;
    for (const HostStatus &host : m_hosts)
        addresses += toLine(host.address);
    for (const HostHere &host : m_here) {
        const bool isShown = std::ranges::any_of(m_hosts, [&](const HostStatus &each) {
            return toLine(each.place) == host.address;
        });
        if (!isShown)
            addresses += host.address;
    }
    addresses.removeDuplicates();
    while (m_list->topLevelItemCount() > addresses.size())
        delete m_list->takeTopLevelItem(m_list->topLevelItemCount() - 1);
    for (int i = 0; i < addresses.size(); ++i) {
        QTreeWidgetItem *row = m_list->topLevelItem(i);
        show(row ? *row : *new QTreeWidgetItem(m_list), addresses[i]);
    }
    const auto place = addresses.indexOf(chosen);
    if (chosenAddress() != chosen)
        m_list->setCurrentItem(place < 0 ? nullptr : m_list->topLevelItem(int(place)));
    review();
}

void ConnectDialog::show(QTreeWidgetItem &row, const QString &address) const
{
    const auto host = std::ranges::find(m_hosts, address.toStdString(), &HostStatus::address);
    const bool isShown = host != m_hosts.end();
    const QString here = nameHere(host == m_hosts.end() ? address : toLine(host->place));
    row.setData(HostAddress, Qt::UserRole, address);
    row.setText(HostAddress, here.isEmpty() ? address : here);
    row.setToolTip(HostAddress, address);
    row.setText(HostState, isShown          ? stateText(*host, m_now)
                           : here.isEmpty() ? tr("not shown")
                                            : tr("runs here, not shown"));
    row.setToolTip(HostState, isShown ? hostLine(*host, m_now) : QString());
    const bool stale = isShown && isStale(*host, m_now);
    row.setForeground(HostState, Theme::current().colorOf(stale     ? Severity::Bad
                                                          : isShown ? Severity::Normal
                                                                    : Severity::Quiet));
}

void ConnectDialog::review()
{
    allow(*m_connect,
          m_address->text().trimmed().isEmpty() ? tr("Type an address first.") : QString());
    const bool any = m_list->currentItem() != nullptr;
    const QString none = any ? QString() : tr("No host is chosen.");
    const HostStatus *host = chosenHost();
    m_again->setText(!host                                 ? tr("&Show")
                     : host->state == HostState::Connected ? tr("&Disconnect")
                                                           : tr("&Try Now"));
    allow(*m_again, none);
    allow(*m_forget, !any ? none
                     : m_remembered.contains(chosenAddress()) || host
                         ? QString()
                         : tr("It is not remembered: it runs here."));
}

void ConnectDialog::showProblem(const QString &sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
}

void ConnectDialog::clear()
{
    m_address->clear();
    m_name->clear();
    m_colour->setCurrentIndex(0);
    showProblem({});
}

void ConnectDialog::connectTyped()
{
    QString address = m_address->text().trimmed();
    if (const QString name = m_name->text().trimmed(); !name.isEmpty())
        address += QStringLiteral(",name=") + name;
    if (const QString colour = m_colour->currentData().toString(); !colour.isEmpty())
        address += QStringLiteral(",colour=") + colour;
    emit connectRequested(address);
}

void ConnectDialog::connectChosen()
{
    const HostStatus *host = chosenHost();
    if (!host)
        emit connectRequested(chosenAddress());
    else if (host->state == HostState::Connected)
        emit disconnectRequested(host->id);
    else
        emit tryRequested(host->id);
}

void ConnectDialog::forgetChosen()
{
    const QString address = chosenAddress();
    if (const HostStatus *host = chosenHost())
        emit disconnectRequested(host->id);
    emit forgetRequested(address);
}

QString ConnectDialog::chosenAddress() const
{
    const QTreeWidgetItem *row = m_list->currentItem();
    return row ? row->data(HostAddress, Qt::UserRole).toString() : QString();
}

const HostStatus *ConnectDialog::chosenHost() const
{
    const auto host = std::ranges::find(m_hosts, chosenAddress().toStdString(),
                                        &HostStatus::address);
    return host == m_hosts.end() ? nullptr : &*host;
}

} // namespace qontroller::ui
