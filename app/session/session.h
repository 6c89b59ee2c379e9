// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>

#include "core/engine/alarms/alarmrule.h"
#include "core/plugins/json/jsonpath.h"

#include <tl/expected.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace qontroller {

/// The locker plugin of a controller, with its parameters.
struct SessionLocker
{
    std::string plugin;
    QJsonObject parameters;

    friend bool operator==(const SessionLocker &, const SessionLocker &) = default;
};

/// Where a controller's plugin runs.
enum class Isolation : unsigned char {
    None,    ///< in the host's own process
    Process, ///< in a process of its own
};

/// One controller as the session file has it.
struct SessionController
{
    std::string name;
    std::string plugin;
    QJsonObject parameters;
    QJsonObject options;                 ///< what differs from the plugin's defaults
    std::optional<SessionLocker> locker; ///< nothing, or "memory": within this host only
    Isolation isolation = Isolation::None;
    /// Of the session file, as an absolute path: what `{session}` in parameters stands for.
    /// Empty: it comes from no file.
    std::string folder = {};
    /// Of no file: it is only to be told what there is to do. Made in this process then, for one of
    /// its own is asked and called in one message.
    bool isDryRun = false;

    friend bool operator==(const SessionController &, const SessionController &) = default;
};

/// Which controllers run, with which plugins, parameters and options. Plain values.
struct Session
{
    std::vector<SessionController> controllers;
    AlarmSettings alarms = {};

    friend bool operator==(const Session &, const Session &) = default;
};

/// Of its controllers.
[[nodiscard]] std::set<std::string> namesIn(const Session &session);
/// What is not the same in \a one and \a other, or in one of them alone: `photos, alarms`; empty:
/// nothing.
[[nodiscard]] std::string differing(const Session &one, const Session &other);

/// A session as far as it can be read, and all that is wrong with it. Each controller has its
/// place, also one that is wrong.
struct SessionReading
{
    Session session;
    JsonProblems problems; ///< one with an empty path concerns the text as a whole
};

/// Reads a session. Whether plugins exist and like their parameters is for check().
[[nodiscard]] SessionReading readSession(const QByteArray &json);

/// The same; nothing but the problems if there are any.
[[nodiscard]] tl::expected<Session, JsonProblems> parseSession(const QByteArray &json);

/// Writes a session so that parseSession() gives an equal one, for people to read.
[[nodiscard]] QByteArray writeSession(const Session &session);

/// \a changes on top of \a options, of which `backoff` is taken apart.
[[nodiscard]] QJsonObject withChanges(QJsonObject options, const QJsonObject &changes);

/// The session \a json, which parseSession() takes, with \a changes of options, by controllers.
/// All else stays, comments too.
[[nodiscard]] QByteArray withChanges(const QByteArray &json,
                                     const std::map<std::string, QJsonObject> &changes);

} // namespace qontroller
