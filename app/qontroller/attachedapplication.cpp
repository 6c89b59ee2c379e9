// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/attachedapplication.h"

#include "app/cli/controlsocket.h"
#include "app/qontroller/hostshere.h"
#include "app/qontroller/parameterchange.h"
#include "core/remote/client/unixconnection.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>

#include <algorithm>
#include <iterator>

namespace qontroller {

namespace {

struct AttachedText
{
    Q_DECLARE_TR_FUNCTIONS(Application)
};

// The window does not offer it.
ui::Result notHere()
{
    return ui::Result::failed(
        AttachedText::tr("This window shows hosts elsewhere: their controllers are those of their "
                         "sessions."));
}

/// A name means the host that has it here, also one that is started later.
tl::expected<remote::Address, QString> find(remote::Address address)
{
    if (address.kind != remote::Address::Kind::Named)
        return address;
    std::vector<std::string> paths = socketsOf(address.host);
    remote::leaveOutDead(paths);
    if (paths.size() > 1) {
        QStringList list;
        std::ranges::transform(paths, std::back_inserter(list), &QString::fromStdString);
        return tl::unexpected(
            AttachedText::tr("Several hosts are called %1 here. Name one by its socket: %2.")
                .arg(QString::fromStdString(address.host), list.join(", ")));
    }
    address.kind = remote::Address::Kind::Unix;
    address.path = paths.empty() ? awaitedSocket(address.host) : paths.front();
    address.host.clear();
    return address;
}

} // namespace

ui::Result AttachedApplication::connectTo(const QString &address)
{
    const auto parsed = remote::parseAddress(address.toStdString());
    if (!parsed)
        return ui::Result::failed(QString::fromStdString(parsed.error()));
    const auto where = find(*parsed);
    if (!where)
        return ui::Result::failed(where.error());
    for (const HostStatus &host : m_hosts.elsewhere()) {
        if (host.place == where->text())
            return ui::Result::failed(
                AttachedText::tr("%1 is shown already, as %2.")
                    .arg(QString::fromStdString(where->text()), QString::fromStdString(host.name)));
    }
    const HostId added = m_hosts.add(*where);
    for (const HostStatus &host : m_hosts.elsewhere()) {
        const std::string name = where->name.empty() ? where->label() : where->name;
        if (host.id == added && host.name != name)
            return ui::Result::done(
                AttachedText::tr("Another host is called %1, too: this one is shown as %2.")
                    .arg(QString::fromStdString(name), QString::fromStdString(host.name)));
    }
    return ui::Result::done();
}

QList<ui::HostHere> AttachedApplication::hostsHere() const
{
    return qontroller::hostsHere();
}

void AttachedApplication::askHealth(const QString &address, HealthTold told)
{
    inThread([this, path = address.toStdString(), told = std::move(told)] {
        QMetaObject::invokeMethod(
            &m_gui, [told, health = healthAt(path)] { told(health); }, Qt::QueuedConnection);
    });
}

ui::Result AttachedApplication::showDemonstration()
{
    return notHere();
}

ui::PluginInfo AttachedApplication::inspect(const QString &file)
{
    ui::PluginInfo info;
    info.file = file;
    info.sentence = notHere().sentence;
    return info;
}

ui::Result AttachedApplication::decide(ui::PluginDecision, const ui::PluginInfo &)
{
    return notHere();
}

QList<ui::ParameterError> AttachedApplication::validate(const ui::StartRequest &) const
{
    return {{{}, notHere().sentence}};
}

ui::Result AttachedApplication::start(const ui::StartRequest &)
{
    return notHere();
}

ui::Result AttachedApplication::openSession(const QString &)
{
    return notHere();
}

AttachedApplication::~AttachedApplication() = default;

void AttachedApplication::applySession(HostId host, const QString &file, ApplyMode mode,
                                       ApplyTold told)
{
    if (mode == ApplyMode::Save)
        return save(host, std::move(told));
    QFile input(file);
    if (!input.open(QIODevice::ReadOnly))
        return tell(told, refused(file.toStdString() + " cannot be read ("
                                  + input.errorString().toStdString() + ')'));
    const std::string json = input.readAll().toStdString();
    inThread([this, host, json, mode, told = std::move(told)] {
        give(host, json, mode, [&](const ApplyStatus &status) { tell(told, status); });
    });
}

void AttachedApplication::tell(const ApplyTold &told, const ApplyStatus &status)
{
    QMetaObject::invokeMethod(
        &m_gui, [told, status] { told(status); }, Qt::QueuedConnection);
}

void AttachedApplication::give(HostId host, const std::string &json, ApplyMode mode,
                               const std::function<void(const ApplyStatus &)> &tell)
{
    ApplyStatus last; // what is known if the host is lost in between
    const auto note = [&](const ApplyStatus &status) { tell(last = status); };
    const auto shown = m_hosts.host(host);
    const auto done = shown ? shown->applySession(json, mode, note)
                            : tl::unexpected(remote::RemoteError{.sentence = notShown()});
    if (done)
        return;
    last.problems = {done.error().sentence};
    last.hasEnded = true;
    tell(last);
}

void AttachedApplication::save(HostId host, ApplyTold told)
{
    inThread([this, host, told = std::move(told)] {
        const auto shown = m_hosts.host(host);
        const auto saved = shown ? shown->saveSession()
                                 : tl::unexpected(remote::RemoteError{.sentence = notShown()});
        tell(told, saved ? *saved : refused(saved.error().sentence));
    });
}

void AttachedApplication::readParameters(HostId host, const QString &controller,
                                         ParametersTold told)
{
    inThread([this, host, controller, told = std::move(told)] {
        const auto read = [&]() -> tl::expected<ui::RunningParameters, std::string> {
            const auto shown = m_hosts.host(host);
            if (!shown)
                return tl::unexpected(notShown());
            const auto session = shown->session();
            if (!session)
                return tl::unexpected(session.error().sentence);
            const auto plugins = shown->plugins();
            if (!plugins)
                return tl::unexpected(plugins.error().sentence);
            return parametersIn(session->json, *plugins, controller);
        };
        const auto answer = read().or_else([](const std::string &why) {
            return tl::expected<ui::RunningParameters, std::string>(
                {.whyNot = QString::fromStdString(why)});
        });
        QMetaObject::invokeMethod(
            &m_gui, [told, answer = *answer] { told(answer); }, Qt::QueuedConnection);
    });
}

// What the host runs is read again each time: another may have changed it.
void AttachedApplication::applyParameters(HostId host, const ui::ParameterChange &change,
                                          ApplyMode mode, ApplyTold told)
{
    inThread([this, host, change, mode, told = std::move(told)] {
        const auto shown = m_hosts.host(host);
        const auto session = shown ? shown->session()
                                   : tl::unexpected(remote::RemoteError{.sentence = notShown()});
        if (!session)
            return tell(told, refused(session.error().sentence));
        const auto wanted = changed(session->json, change);
        if (!wanted)
            return tell(told, refused(wanted.error()));
        give(host, wanted->json, mode, [&](const ApplyStatus &status) {
            tell(told, seenFromController(status, wanted->place));
        });
    });
}

void AttachedApplication::inThread(std::function<void()> call)
{
    std::jthread thread([this, call = std::move(call)] {
        call();
        const auto id = std::this_thread::get_id();
        QMetaObject::invokeMethod(
            &m_gui, [this, id] { m_threads.erase(id); }, Qt::QueuedConnection);
    });
    const auto id = thread.get_id();
    m_threads.emplace(id, std::move(thread));
}

ui::Result AttachedApplication::saveSession(const QString &)
{
    return notHere();
}

} // namespace qontroller
