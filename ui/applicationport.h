// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include "core/base/threads/clock.h"
#include "core/engine/control/sessionport.h"
#include "core/engine/observe/controllers/health.h"
#include "core/remote/link/hostlink.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::ui {

/// One thing that is wrong with parameters or options.
struct ParameterError
{
    /// JSON pointer from the object that was given: `/source`, `/commands/0`; empty: all of it.
    QString path;
    QString sentence;
};

/// What came of something the program was asked to do.
struct Result
{
    enum class Kind {
        Done,
        Failed
    };

    Kind kind = Kind::Done;
    QString sentence; ///< for a person: what happened, or what is wrong and what would be right
    /// It failed for these, of which the sentence tells the first. Paths as for validate().
    QList<ParameterError> errors = {};

    [[nodiscard]] bool isDone() const { return kind == Kind::Done; }

    static Result done(const QString &sentence = {}) { return {Kind::Done, sentence}; }
    static Result failed(const QString &sentence, const QList<ParameterError> &errors = {})
    {
        return {Kind::Failed, sentence, errors};
    }
};

/// What is known of a plugin file without running any of its code.
struct PluginInfo
{
    enum class Verdict {
        Usable,    ///< may be started
        Loaded,    ///< and is in memory
        Untrusted, ///< may be started once the operator trusts this file with this checksum
        Disabled,  ///< left out, by the command line or by an operator
        Crashed,   ///< a program ended while it was loaded or started
        Refused,   ///< can not be used; the sentence says why and what to do
    };
    enum class Kind {
        Controller,
        Locker,
        Unknown
    };

    QString file; ///< absolute path
    QString sha256;
    QString id;
    QString name;
    QString version;
    QString apiVersion;
    QString description;
    QString vendor;
    QString license;
    Kind kind = Kind::Unknown;
    QJsonObject parameters; ///< JSON schema, draft 7, of an object
    QJsonObject
        defaults; ///< options as in the session file; absent ones have the engine's defaults
    Verdict verdict = Verdict::Refused;
    QString sentence; ///< the verdict in words an operator can act on; also for Usable
    QString distrust; ///< while Untrusted: why alone, the middle of a sentence
    std::optional<Duration> loadTime; ///< nothing: it was not loaded

    [[nodiscard]] bool isUsable() const
    {
        return verdict == Verdict::Usable || verdict == Verdict::Loaded;
    }
};

/// What an operator decides on a plugin. All are remembered.
enum class PluginDecision {
    Trust,   ///< this file with this checksum
    Disable, ///< this id; what is loaded stays until the program ends
    Enable,
    TryAgain, ///< one that crashed
};

/// A host that runs on this computer, and can be shown.
struct HostHere
{
    QString name;
    QString address; ///< the path of its socket
};

/// How it is with a host.
struct HostHealth
{
    std::optional<Health> worst = {}; ///< of its controllers; nothing: not known
    int controllers = 0;
    QString whyUnknown = {}; ///< empty: it is known
};

/// A controller to start, as the session file has it.
struct StartRequest
{
    QString name;
    QString pluginFile; ///< PluginInfo::file of what was inspected
    QString pluginId;
    QJsonObject parameters;
    QJsonObject options;   ///< `workers`, `resyncInterval`, `backoff` … as in the session file
    QString lockerId = {}; ///< empty: within this host only
    QJsonObject lockerParameters = {};
    bool isolated = false; ///< the plugin runs in a process of its own
};

/// What a controller runs with, as the session of its host has it.
struct RunningParameters
{
    QString whyNot = {};      ///< nobody can tell, as a sentence; empty: the rest is told
    QString plugin = {};      ///< its name and version, for people
    QJsonObject schema = {};  ///< of the values; empty: the plugin takes none
    QJsonObject values = {};  ///< with the secrets that stand in them
    bool isElsewhere = false; ///< paths in them are those of another computer, as far as is known
};

/// Other parameters for a controller that runs.
struct ParameterChange
{
    QString controller;
    QJsonObject before; ///< with which an operator began: nothing is done if they are others by now
    QJsonObject after;
};

/// What the window asks of the program around it. The program implements it, the
/// window calls it from the GUI thread only; no call may block for long.
class ApplicationPort
{
public:
    virtual ~ApplicationPort() = default;

    /// Every plugin that was found, usable or not, in the order of search.
    [[nodiscard]] virtual QList<PluginInfo> plugins() const = 0;

    /// Reads a file's metadata, judges it and keeps it among plugins(). Runs none of its code.
    virtual PluginInfo inspect(const QString &file) = 0;

    /// Takes effect at once; verdicts on other plugins may change with it.
    virtual Result decide(PluginDecision decision, const PluginInfo &plugin) = 0;

    /// From here on no plugin is loaded, until the program ends.
    virtual void enterSafeMode() = 0;

    /// Sentences on what protects less than it should: a file of decisions that is broken …
    [[nodiscard]] virtual QStringList notices() const = 0;

    /// What is wrong with \a request, without starting or loading anything. A path
    /// begins with `/name`, `/parameters`, `/options` or `/locker`, as in the session file.
    [[nodiscard]] virtual QList<ParameterError> validate(const StartRequest &request) const = 0;

    /// Starts a controller. Only here a plugin is loaded.
    virtual Result start(const StartRequest &request) = 0;

    /// A session's file name (empty: none yet) for the title and for Save.
    [[nodiscard]] virtual QString sessionFile() const = 0;

    /// Starts every controller of the session in \a file, or none of them.
    virtual Result openSession(const QString &file) = 0;

    using ApplyTold = std::function<void(const ApplyStatus &)>;
    /// Gives \a host the session in \a file, or says what would change; 0: the program's own host,
    /// whose session file it is then. ApplyMode::Save is for hosts elsewhere: it writes what runs
    /// there to their own file, and \a file is not read. \a told is called in the GUI thread, first
    /// after this call has returned, then whenever something is done, last with what has ended.
    virtual void applySession(HostId host, const QString &file, ApplyMode mode, ApplyTold told) = 0;

    using ParametersTold = std::function<void(const RunningParameters &)>;
    /// What \a controller of \a host runs with. \a told is called once, in the GUI thread, after
    /// this call has returned.
    virtual void readParameters(HostId host, const QString &controller, ParametersTold told) = 0;
    /// As applySession(), with the session that \a host runs and \a change in it. Problems with its
    /// controller begin there: `parameters.source: must …`.
    virtual void applyParameters(HostId host, const ParameterChange &change, ApplyMode mode,
                                 ApplyTold told) = 0;

    /// What runs now is not what the session's file says, or there is none.
    [[nodiscard]] virtual bool hasUnsavedChanges() const = 0;

    /// Writes what runs now; \a file is the session's file from then on.
    virtual Result saveSession(const QString &file) = 0;

    /// The hosts that the window shows: the program's own, or any number elsewhere. For any thread.
    [[nodiscard]] virtual const HostLinks &hosts() const = 0;

    /// Shows the host at \a address, too. A window of the program's own host leaves it to a new
    /// window.
    virtual Result connectTo(const QString &address) = 0;

    /// Those of which a front end of this user can see the sockets, and that listen.
    [[nodiscard]] virtual QList<HostHere> hostsHere() const = 0;

    using HealthTold = std::function<void(const HostHealth &)>;
    /// How it is with the host at \a address, one of hostsHere(). \a told is called once, in the
    /// GUI thread, after this call has returned.
    virtual void askHealth(const QString &address, HealthTold told) = 0;
    /// Begins the demonstration, in a window of its own.
    virtual Result showDemonstration() = 0;

    /// Shows \a host no more.
    virtual void disconnectFrom(HostId host) = 0;
};

} // namespace qontroller::ui
