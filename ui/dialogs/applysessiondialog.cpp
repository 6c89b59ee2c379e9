// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/applysessiondialog.h"

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/wheelguard.h"
#include "ui/words/format.h"
#include "ui/words/sessionwords.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeWidget>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace qontroller::ui {

namespace {

enum Column {
    Controller,
    What,
    State,
    ColumnCount
};

Severity severityOf(SessionStep::State state)
{
    switch (state) {
    case SessionStep::State::Planned: return Severity::Quiet;
    case SessionStep::State::Done: return Severity::Normal;
    case SessionStep::State::Failed: break;
    }
    return Severity::Bad;
}

} // namespace

ApplySessionDialog::ApplySessionDialog(const QString &file, const std::vector<HostStatus> &hosts,
                                       QWidget *parent)
    : QDialog(parent)
    , m_reason(new WrappedLabel(this))
    , m_host(new QComboBox(this))
    , m_steps(new QTreeWidget(this))
    , m_text(new QLabel(this))
    , m_apply(new QPushButton(tr("&Apply"), this))
{
    setObjectName(QStringLiteral("applySessionDialog"));
    setWindowTitle(tr("Apply Session %1").arg(QFileInfo(file).fileName()));
    m_steps->setObjectName(QStringLiteral("applySteps"));
    m_steps->setRootIsDecorated(false);
    m_steps->setColumnCount(ColumnCount);
    m_steps->setHeaderLabels({tr("Controller"), tr("What happens"), tr("State")});
    m_steps->header()->setSectionResizeMode(What, QHeaderView::Stretch);
    m_steps->header()->setStretchLastSection(false);
    m_steps->setAccessibleName(tr("What happens to each controller"));
    m_text->setObjectName(QStringLiteral("applyText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_reason->setObjectName(QStringLiteral("applyReason"));
    m_reason->hide();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_reason);
    layout->addWidget(makeChoice(hosts));
    layout->addWidget(m_steps, 1);
    layout->addWidget(m_text);
    layout->addWidget(makeButtons());
    resize(680, 380);
    review();
}

QWidget *ApplySessionDialog::makeChoice(const std::vector<HostStatus> &hosts)
{
    auto *choice = new QWidget(this);
    auto *rows = new QFormLayout(choice);
    rows->setContentsMargins({});
    m_host->setObjectName(QStringLiteral("applyHost"));
    leaveWheelToParents(*m_host);
    if (hosts.size() > 1)
        m_host->addItem(tr("Choose a host"), 0);
    for (const HostStatus &host : hosts)
        m_host->addItem(toLine(host.name), host.id);
    rows->addRow(tr("&Host"), m_host);
    choice->setVisible(hosts.size() > 1);
    connect(m_host, &QComboBox::currentIndexChanged, this, &ApplySessionDialog::plan);
    return choice;
}

QWidget *ApplySessionDialog::makeButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_apply->setObjectName(QStringLiteral("applyButton"));
    buttons->addButton(m_apply, QDialogButtonBox::ActionRole);
    m_apply->setAutoDefault(false); // Return in the choice of a host applies nothing
    connect(m_apply, &QPushButton::clicked, this, &ApplySessionDialog::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void ApplySessionDialog::beOf(const QString &title, const QStringList &reasons, const QString &verb)
{
    setWindowTitle(title);
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setSentence(reasons.join(QLatin1Char('\n')));
    m_reason->show();
    m_apply->setText(verb);
}

HostId ApplySessionDialog::host() const
{
    return m_host->currentData().toUInt();
}

void ApplySessionDialog::plan()
{
    m_mode = ApplyMode::DryRun;
    m_shown.reset();
    fill({});
    const bool isChosen = m_host->count() == 0 || host() != 0;
    m_text->setText(isChosen ? tr("What would change is being found out …") : QString());
    if (isChosen)
        request(m_mode);
}

void ApplySessionDialog::request(ApplyMode mode)
{
    emit requested(++m_request, host(), mode);
}

void ApplySessionDialog::done(int result)
{
    if (std::exchange(m_shown, std::nullopt))
        emit abandoned();
    QDialog::done(result);
}

void ApplySessionDialog::check()
{
    m_shown = m_status;
    m_host->setEnabled(false);
    review();
    request(ApplyMode::DryRun);
}

void ApplySessionDialog::applyIfSame(const ApplyStatus &now)
{
    const bool isSame = std::exchange(m_shown, std::nullopt) == now;
    m_host->setEnabled(!isSame);
    if (!isSame) {
        fill(now);
        return m_text->setText(tr("This would change now; it is not what was shown before.")
                               + QLatin1Char('\n') + m_text->text());
    }
    m_mode = ApplyMode::Apply;
    m_status.hasEnded = false;
    review();
    request(m_mode);
}

void ApplySessionDialog::showStatus(int request, const ApplyStatus &status)
{
    if (request != m_request)
        return;
    if (!m_shown)
        fill(status);
    else if (status.hasEnded)
        applyIfSame(status);
}

void ApplySessionDialog::fill(const ApplyStatus &status)
{
    m_status = status;
    m_steps->clear();
    for (const SessionStep &step : status.steps) {
        auto *row = new QTreeWidgetItem(m_steps);
        row->setText(Controller, toLine(step.controller));
        row->setText(What, wordsOf(step));
        row->setText(State, stateOf(step));
        row->setToolTip(What, row->text(What));
        row->setToolTip(State, toLine(step.why));
        row->setForeground(State, Theme::current().colorOf(severityOf(step.state)));
    }
    m_steps->resizeColumnToContents(Controller);
    m_steps->resizeColumnToContents(State);
    m_text->setText(summaryOf(status, m_mode));
    setTextColor(*m_text, status.hasFailed() ? Severity::Bad : Severity::Normal);
    review();
}

void ApplySessionDialog::review()
{
    QString why;
    if (m_mode == ApplyMode::Apply)
        why = !m_status.hasEnded          ? tr("It is being applied.")
              : m_status.problems.empty() ? tr("It is applied.")
                                          : tr("What came of it is said above.");
    else if (m_shown)
        why = tr("What would change is checked once more.");
    else if (!m_status.hasEnded)
        why = tr("What would change is not known yet.");
    else if (!m_status.problems.empty())
        why = tr("The session is wrong.");
    else if (m_status.steps.empty())
        why = tr("Nothing would change.");
    allow(*m_apply, why);
}

} // namespace qontroller::ui
