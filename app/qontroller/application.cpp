// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/application.h"

#include "app/cli/controlsocket.h"
#include "app/log/log.h"
#include "app/qontroller/hostshere.h"
#include "app/qontroller/parameterchange.h"
#include "app/qontroller/plugininfo.h"
#include "app/serve/exitguard.h"
#include "app/session/assemble.h"
#include "app/session/loggedparts.h"
#include "app/session/sessionfile.h"
#include "core/plugins/json/optionsjson.h"
#include "core/plugins/json/parameters.h"
#include "core/remote/client/address.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QProcess>
#include <QtCore/QTimer>

#include <algorithm>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

struct ApplicationText
{
    Q_DECLARE_TR_FUNCTIONS(Application)
};

ui::Result failed(const std::string &sentence)
{
    return ui::Result::failed(QString::fromStdString(sentence));
}

QList<ui::ParameterError> errorsOf(const JsonProblems &problems)
{
    QList<ui::ParameterError> errors;
    for (const JsonProblem &problem : problems)
        errors.push_back(
            {QString::fromStdString(problem.path.pointer()), QString::fromStdString(problem.text)});
    return errors;
}

SessionController entryOf(const ui::StartRequest &request)
{
    SessionController entry{request.name.toStdString(),
                            request.pluginId.toStdString(),
                            request.parameters,
                            request.options,
                            std::nullopt,
                            request.isolated ? Isolation::Process : Isolation::None};
    if (!request.lockerId.isEmpty())
        entry.locker = SessionLocker{request.lockerId.toStdString(), request.lockerParameters};
    return entry;
}

} // namespace

Application::Application(Host &host, PluginSearch search, std::string stateFolder,
                         QStringList passedOn, Journal journal)
    : m_host(host)
    , m_journal(host, journal == Journal::Kept ? stateFolder : std::string())
    , m_ordersOfWindow(host, m_journal.journal().turns(), Duration::zero())
    , m_orders(host, m_journal.journal().turns())
    , m_operators(host, m_orders, &m_journal.journal())
    , m_plugins(std::move(search))
    , m_consist(std::move(stateFolder))
    , m_live(host, m_plugins, m_consist, &m_journal.journal())
    , m_shown(std::make_shared<OwnHost>(host, m_ordersOfWindow, m_operators, this->journal(),
                                        m_alarms, [this] { return lifecycle(); }))
    , m_passedOn(std::move(passedOn))
    , m_requests([this] { QMetaObject::invokeMethod(&m_later, [this] { takeRequests(); }); })
    , m_alarms({hostName({}), host, &m_requests, &this->journal(), [this] { return lifecycle(); },
                [this](const std::string &who, const std::string &what) {
                    m_operators.noteDone(who, what);
                },
                [this](const Delta &delta) { m_operators.take(delta); },
                [this](KeptAlarms all) { m_journal.journal().keep(std::move(all)); },
                [this] { static_cast<void>(m_journal.journal().turns()->sync()); }})
{
    try {
        m_alarms.begin();
    } catch (const std::system_error &error) {
        log(LogLevel::Error,
            {.event = "alarm",
             .text = std::string("nothing alarms, for there is no thread: ") + error.what()});
    }
    QObject::connect(&m_publishing, &QTimer::timeout, &m_later, [this] { publish(); });
}

QList<ui::PluginInfo> Application::plugins() const
{
    QList<ui::PluginInfo> infos;
    for (const PluginRecord &record : m_plugins.plugins())
        infos.push_back(pluginInfo(record));
    return infos;
}

ui::PluginInfo Application::inspect(const QString &file)
{
    return pluginInfo(m_plugins.add(file.toStdString()));
}

ui::Result Application::decide(ui::PluginDecision decision, const ui::PluginInfo &plugin)
{
    const std::string file = plugin.file.toStdString();
    const std::string id = plugin.id.toStdString();
    const auto result = [](const tl::expected<void, std::string> &done, const QString &sentence) {
        return done ? ui::Result::done(sentence) : failed(done.error());
    };
    switch (decision) {
    case ui::PluginDecision::Trust:
        return result(m_plugins.trust(file, plugin.sha256.toStdString()),
                      ApplicationText::tr("%1 is trusted until it changes.").arg(plugin.file));
    case ui::PluginDecision::Disable:
        return result(m_plugins.disable(id),
                      plugin.verdict == ui::PluginInfo::Verdict::Loaded
                          ? ApplicationText::tr("%1 is not loaded from the next start on.")
                                .arg(plugin.id)
                          : ApplicationText::tr("%1 is disabled.").arg(plugin.id));
    case ui::PluginDecision::Enable:
        return result(m_plugins.enable(id), ApplicationText::tr("%1 is enabled.").arg(plugin.id));
    case ui::PluginDecision::TryAgain: break;
    }
    return result(m_plugins.forgive(file),
                  ApplicationText::tr("%1 may be loaded again.").arg(plugin.id));
}

QStringList Application::notices() const
{
    QStringList sentences;
    for (const std::string &notice : m_plugins.notices())
        sentences += QString::fromStdString(notice);
    return sentences;
}

bool Application::isRunning(const std::string &name) const
{
    const auto status = m_host.status();
    return std::ranges::any_of(status, [&](const ControllerStatus &each) {
        return each.name == name && each.state != ControllerState::Stopped;
    });
}

QList<ui::ParameterError> Application::validate(const ui::StartRequest &request) const
{
    const PluginMetadata metadata = m_plugins.metadata(request.pluginFile.toStdString());
    JsonProblems problems;
    const auto add = [&problems](const char *key, JsonProblems more) {
        more = below(JsonPath().key(key), std::move(more));
        std::ranges::move(more, std::back_inserter(problems));
    };
    if (request.name.trimmed().isEmpty())
        add("name", {{{}, "must be text that is not empty"}});
    else if (isRunning(request.name.toStdString()))
        add("name", {{{}, "must be unique, but a controller of this name runs already"}});
    add("parameters", qontroller::readParameters(metadata.parameters, request.parameters).problems);
    add("options", readOptions(request.options, metadata.defaultOptions()).problems);
    if (!request.lockerId.isEmpty())
        add("locker", checkLocker(request));

    return errorsOf(problems);
}

JsonProblems Application::checkLocker(const ui::StartRequest &request) const
{
    const std::string id = request.lockerId.toStdString();
    const PluginRecord *record = m_plugins.find(id, PluginKind::Locker);
    if (!record)
        return {{JsonPath().key("plugin"), m_plugins.whyNot(id, PluginKind::Locker)}};
    return below(JsonPath().key("parameters"),
                 qontroller::readParameters(record->metadata.parameters, request.lockerParameters)
                     .problems);
}

ui::Result Application::start(const ui::StartRequest &request)
{
    const PluginRecord &record = m_plugins.add(request.pluginFile.toStdString());
    if (!record.isUsable())
        return failed(record.sentence);
    if (isRunning(request.name.toStdString()))
        return ui::Result::failed(
            ApplicationText::tr("A controller named \"%1\" runs already: choose another name.")
                .arg(request.name));
    SessionController entry = entryOf(request);
    entry.plugin = record.metadata.id;
    auto spec = assemble(entry, m_plugins, m_consist);
    ExitGuard::renew();
    if (!spec)
        return ui::Result::failed(QString::fromStdString(spec.error().front().sentence()),
                                  errorsOf(spec.error()));
    logObjects(*spec);
    if (const auto id = m_journal.journal().start(m_host, std::move(*spec),
                                                  optionsOf(entry, m_plugins));
        !id)
        return failed(id.error());
    m_live.take(entry);
    m_operators.noteDone(m_operators.own(),
                         "start controller " + entry.name + " of plugin " + entry.plugin);
    return ui::Result::done(ApplicationText::tr("%1 runs.").arg(request.name));
}

ui::Result Application::openSession(const QString &file)
{
    const auto session = loadSession(file.toStdString());
    if (!session)
        return failed(session.error());
    if (const auto followed = follow(file); !followed)
        return failed(followed.error().message);
    ui::Result result = startSession(*session, file.toStdString());
    if (!result.isDone()) {
        stayWithSession();
        return result;
    }
    m_sessionFile = file;
    m_operators.noteDone(m_operators.own(), "open session " + file.toStdString());
    m_operators.goOnWithJobs();
    return result;
}

void Application::applySession(HostId, const QString &file, ApplyMode mode, ApplyTold told)
{
    QTimer::singleShot(0, &m_later, [this, file, mode, told = std::move(told)] {
        apply(readSessionFile(file.toStdString()), {file, m_operators.own().who}, mode, told);
    });
}

void Application::readParameters(HostId, const QString &controller, ParametersTold told)
{
    QTimer::singleShot(0, &m_later, [this, controller, told = std::move(told)] {
        told(parametersOf(controller));
    });
}

ui::RunningParameters Application::parametersOf(const QString &controller) const
{
    const SessionController *entry = m_live.find(controller.toStdString());
    const PluginRecord *plugin = entry ? m_plugins.find(entry->plugin, PluginKind::Controller)
                                       : nullptr;
    if (!plugin)
        return {.whyNot = notOfSession(controller)};
    const PluginMetadata &metadata = plugin->metadata;
    return {.plugin = QString::fromStdString(metadata.name + ' ' + metadata.version),
            .schema = metadata.parameters,
            .values = entry->parameters};
}

void Application::applyParameters(HostId, const ui::ParameterChange &change, ApplyMode mode,
                                  ApplyTold told)
{
    QTimer::singleShot(0, &m_later, [this, change, mode, told = std::move(told)] {
        SessionReading wanted{sessionAsGiven(), {}};
        const auto place = qontroller::change(wanted.session, change);
        if (!place)
            return told(refused(place.error()));
        std::set<std::string> left;
        for (const auto &[controller, why] : m_live.failed())
            left.insert(controller);
        left.erase(change.controller.toStdString());
        const auto tell = [told, place = *place](const ApplyStatus &status) {
            told(seenFromController(status, place));
        };
        apply(wanted, {{}, m_operators.own().who}, mode, tell, left);
    });
}

Session Application::sessionAsGiven() const
{
    Session session = runningSession();
    for (SessionController &entry : session.controllers)
        entry = *m_live.find(entry.name);
    return session;
}

void Application::apply(const SessionReading &wanted, const Origin &origin, ApplyMode mode,
                        const ApplyTold &told, const std::set<std::string> &left)
{
    if (m_live.isUnderWay())
        return told(
            refused(ApplicationText::tr("Another session is being applied.").toStdString()));
    if (mode == ApplyMode::DryRun)
        return told(m_live.plan(wanted, left));
    if (const QString &file = origin.file; !file.isEmpty()) {
        if (const auto followed = follow(file); !followed)
            return told(refused(followed.error().message));
    }
    static_cast<void>(m_live.apply(wanted, left));
    followAlarms();
    advance(origin, wanted.session, told);
}

SessionPort &Application::sessionPort()
{
    constexpr std::chrono::seconds Interval(1);
    if (!m_publishing.isActive()) {
        m_publishing.start(Interval);
        publish();
    }
    return m_requests;
}

void Application::publish()
{
    SessionText text{writeSession(runningSession()).toStdString(), m_sessionFile.toStdString(), {}};
    for (const auto &[controller, why] : m_live.failed())
        text.notStarted.push_back({controller, why});
    text.awaited = m_live.awaited();
    m_requests.publish(std::move(text), foundPlugins(m_plugins));
}

void Application::takeRequests()
{
    while (const auto request = m_requests.take()) {
        if (request->mode == ApplyMode::Save) {
            m_requests.report(request->number, saveOptions(request->who));
            continue;
        }
        apply(readWanted(request->json, m_sessionFile.toStdString()),
              {request->json ? QString() : m_sessionFile, request->who}, request->mode,
              [this, number = request->number](const ApplyStatus &status) {
                  m_requests.report(number, status);
                  publish();
              });
    }
}

ApplyStatus Application::saveOptions(const std::string &who)
{
    if (m_live.isUnderWay()) {
        ApplyStatus status{
            {ApplicationText::tr("Another session is being applied.").toStdString()}};
        status.hasEnded = true;
        return status;
    }
    const std::string file = m_sessionFile.toStdString();
    ApplyStatus status = m_live.save(file);
    if (status.problems.empty())
        m_saved = readSessionFile(file).session;
    m_operators.note(who, "save session: " + savedText(status));
    publish();
    return status;
}

void Application::advance(const Origin &origin, const Session &wanted, const ApplyTold &told)
{
    const QString &file = origin.file;
    const ApplyStatus &status = m_live.advance();
    if (status.hasEnded)
        m_operators.noteDone(origin.who, "apply session: " + appliedText(status));
    if (status.hasEnded && status.problems.empty() && !file.isEmpty()) {
        m_sessionFile = file;
        m_saved = wanted;
        m_operators.goOnWithJobs();
    } else if (status.hasEnded) {
        stayWithSession();
    }
    told(status);
    if (!status.hasEnded)
        QTimer::singleShot(std::chrono::milliseconds(m_live.isWaiting() ? 50 : 0), &m_later,
                           [this, origin, wanted, told] { advance(origin, wanted, told); });
}

JsonProblems Application::findTakenNames(const Session &session) const
{
    for (std::size_t i = 0; i < session.controllers.size(); ++i) {
        const std::string &name = session.controllers[i].name;
        if (isRunning(name))
            return {{JsonPath().key("controllers").index(i).key("name"),
                     "must be unique, but a controller named \"" + name + "\" runs already"}};
    }
    return {};
}

ui::Result Application::startSession(const Session &session, const std::string &origin)
{
    if (const JsonProblems taken = findTakenNames(session); !taken.empty())
        return failed(sentence(origin, taken));
    auto specs = assemble(session, m_plugins, m_consist);
    ExitGuard::renew();
    if (!specs)
        return failed(sentence(origin, specs.error()));
    if (ui::Result added = add(session, std::move(*specs)); !added.isDone())
        return added;
    for (const SessionController &entry : session.controllers)
        m_live.take(entry);
    m_live.take(session.alarms);
    followAlarms();
    m_saved = session;
    return ui::Result::done(ApplicationText::tr("%n controller(s) of the session run.", nullptr,
                                                static_cast<int>(session.controllers.size())));
}

void Application::followAlarms()
{
    const Session session = m_live.session();
    m_alarms.set(session.alarms, namesIn(session));
}

tl::expected<void, Error> Application::follow(const QString &file)
{
    auto followed = m_journal.follow(file.toStdString());
    if (followed && file != m_sessionFile) {
        m_operators.readJournal();
        m_alarms.restore(m_journal.journal().alarms());
    }
    return followed;
}

// The journal is that of another one by now, which was not to be.
void Application::stayWithSession()
{
    if (const auto followed = m_journal.follow(m_sessionFile.toStdString()); !followed)
        log(LogLevel::Error, {.event = "journal", .text = followed.error().message});
}

ui::Result Application::add(const Session &session, std::vector<ControllerSpec> specs)
{
    std::vector<ControllerId> added;
    for (ControllerSpec &spec : specs) {
        logObjects(spec);
        const auto entry = std::ranges::find(session.controllers, spec.name,
                                             &SessionController::name); // it is made of one
        const auto id = m_journal.journal().start(m_host, std::move(spec),
                                                  optionsOf(*entry, m_plugins));
        if (id) {
            added.push_back(*id);
            continue;
        }
        for (const ControllerId earlier : added)
            m_host.submit({earlier, ControllerVerb::Remove});
        return failed(id.error());
    }
    return ui::Result::done();
}

Session Application::runningSession() const
{
    Session session;
    session.alarms = m_live.alarms();
    for (const ControllerStatus &status : m_host.status()) {
        const SessionController *started = m_live.find(status.name);
        if (!started || status.state == ControllerState::Stopped)
            continue;
        SessionController entry = *started;
        entry.options = withChanges(entry.options, m_live.changedOptions(status));
        session.controllers.push_back(std::move(entry));
    }
    for (const SessionController &entry : m_live.session().controllers) {
        if (m_live.isOwed(entry.name)
            && std::ranges::count(session.controllers, entry.name, &SessionController::name) == 0)
            session.controllers.push_back(entry);
    }
    return session;
}

ui::Result Application::connectTo(const QString &address)
{
    const auto parsed = remote::parseAddress(address.toStdString());
    if (!parsed)
        return failed(parsed.error());
    if (const auto why = whyNotHere(*parsed))
        return ui::Result::failed(*why);
    return startOther({QStringLiteral("--attach"), address},
                      ApplicationText::tr("%1 is shown in a window of its own.").arg(address));
}

ui::Result Application::showDemonstration()
{
    return startOther({QStringLiteral("--demo")},
                      ApplicationText::tr("The demonstration begins in a window of its own."));
}

ui::Result Application::startOther(const QStringList &arguments, const QString &done)
{
    const QString program = QCoreApplication::applicationFilePath();
    if (!QProcess::startDetached(program, m_passedOn + arguments))
        return ui::Result::failed(ApplicationText::tr("%1 cannot be started.").arg(program));
    return ui::Result::done(done);
}

void Application::askHealth(const QString &address, HealthTold told)
{
    m_questions.start([this, path = address.toStdString(), told = std::move(told)] {
        QMetaObject::invokeMethod(
            &m_later, [told, health = healthAt(path)] { told(health); }, Qt::QueuedConnection);
    });
}

QList<ui::HostHere> Application::hostsHere() const
{
    return qontroller::hostsHere(m_ownSocket);
}

bool Application::hasUnsavedChanges() const
{
    const auto byName = [](Session session) {
        std::ranges::sort(session.controllers, {}, &SessionController::name);
        return session;
    };
    return byName(runningSession()) != byName(m_saved);
}

ui::Result Application::saveSession(const QString &file)
{
    const Session session = runningSession();
    if (const auto saved = qontroller::saveSession(file.toStdString(), session); !saved)
        return failed(saved.error());
    m_sessionFile = file;
    m_saved = session;
    for (const SessionController &saved : session.controllers)
        m_live.keep(saved);
    m_operators.noteDone(m_operators.own(), "save session " + file.toStdString());
    if (const auto followed = m_journal.follow(file.toStdString()); !followed)
        return failed(ApplicationText::tr("The session is saved, and what its objects are is not "
                                          "kept with it: %1")
                          .arg(QString::fromStdString(followed.error().message))
                          .toStdString());
    return ui::Result::done(ApplicationText::tr("%n controller(s) saved.", nullptr,
                                                static_cast<int>(session.controllers.size())));
}

} // namespace qontroller
