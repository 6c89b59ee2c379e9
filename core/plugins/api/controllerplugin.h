// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>
#include <QtCore/QtPlugin>

#include "core/engine/api/controllerparts.h"
#include "core/engine/api/hostidentity.h"
#include "core/engine/api/options.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller {

/// What a plugin may know about the controller it makes parts for.
struct ControllerContext
{
    std::string controllerName;
    ControllerOptions options;
    /// Of the parameters, as the plugin's metadata has it, for a ParameterReader. Empty: not known,
    /// as in a unit test.
    QJsonObject schema = {};
    /// The parts are made to tell what there is to do: lists and reads change nothing either, not
    /// even what only the plugin knows of, and take no lock that somebody who works needs.
    bool isDryRun = false;
    /// Which host the controller is of.
    HostIdentity host = {};
};

/// A Qt plugin that makes controllers. Its metadata (id, name, version, parameters …)
/// stand in a JSON file beside its source; see core/engine/api/README.md.
class ControllerPlugin
{
public:
    virtual ~ControllerPlugin() = default;

    /// Makes the parts of one controller. \a parameters match the plugin's schema and
    /// have its defaults filled in. The error is a sentence that begins with the parameter
    /// (`limits.size must be …`) and says what would be right; a line for each that is wrong. May
    /// be called any number of times; touches nothing outside this process before the parts are
    /// used.
    [[nodiscard]] virtual tl::expected<ControllerParts, std::string> create(
        const QJsonObject &parameters, const ControllerContext &context) = 0;
};

/// A Qt plugin that makes lockers.
class LockerPlugin
{
public:
    virtual ~LockerPlugin() = default;

    /// As ControllerPlugin::create().
    [[nodiscard]] virtual tl::expected<std::shared_ptr<ObjectLocker>, std::string> create(
        const QJsonObject &parameters, const ControllerContext &context) = 0;
};

} // namespace qontroller

#define QONTROLLER_CONTROLLER_PLUGIN_IID "org.qontroller.ControllerPlugin/3"
#define QONTROLLER_LOCKER_PLUGIN_IID "org.qontroller.LockerPlugin/3"

Q_DECLARE_INTERFACE(qontroller::ControllerPlugin, QONTROLLER_CONTROLLER_PLUGIN_IID)
Q_DECLARE_INTERFACE(qontroller::LockerPlugin, QONTROLLER_LOCKER_PLUGIN_IID)
