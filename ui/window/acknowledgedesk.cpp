// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/acknowledgedesk.h"

#include "ui/dialogs/termsdialog.h"
#include "ui/window/noticeboard.h"
#include "ui/words/format.h"

#include <utility>

namespace qontroller::ui {

AcknowledgeDesk::AcknowledgeDesk(QWidget &window, const HostLinks &hosts, QString who,
                                 Noticeboard &notices)
    : m_window(window)
    , m_hosts(hosts)
    , m_who(std::move(who))
    , m_notices(notices)
{}

AcknowledgeDesk::~AcknowledgeDesk()
{
    m_pool.waitForDone();
}

void AcknowledgeDesk::ask(const Need &need)
{
    const QString what = need.place + QStringLiteral(": ") + need.what;
    auto *dialog = new TermsDialog(acknowledgeQuestion(what), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, need, dialog] { acknowledge(need, dialog->terms()); });
    dialog->open();
}

void AcknowledgeDesk::acknowledge(const Need &need, const PauseTerms &terms)
{
    const AcknowledgeRequest request{{}, m_who.toStdString(), terms.reason, terms.expiry};
    tell(
        need,
        [request](AlarmPort &alarms, const std::string &key) {
            AcknowledgeRequest one = request;
            one.key = key;
            return alarms.acknowledge(one);
        },
        tr("Acknowledged: %1").arg(need.place));
}

void AcknowledgeDesk::withdraw(const Need &need)
{
    tell(
        need,
        [who = m_who.toStdString()](AlarmPort &alarms, const std::string &key) {
            return alarms.withdraw(key, who);
        },
        tr("No longer acknowledged: %1").arg(need.place));
}

void AcknowledgeDesk::tell(const Need &need,
                           std::function<Done(AlarmPort &, const std::string &)> each,
                           const QString &said)
{
    m_pool.start([this, link = m_hosts.find(need.key.host), keys = need.hostKeys,
                  each = std::move(each), said] {
        Done done = link ? Done() : tl::unexpected(Error(notShown()));
        for (auto key = keys.begin(); done && key != keys.end(); ++key)
            done = each(link->alarms(), *key);
        QMetaObject::invokeMethod(
            this,
            [this, done, said] {
                if (done) {
                    m_notices.say(said);
                    emit acknowledged();
                } else {
                    m_notices.warn(MessageBar::Kind::Error, toLine(done.error().message));
                }
            },
            Qt::QueuedConnection);
    });
}

} // namespace qontroller::ui
