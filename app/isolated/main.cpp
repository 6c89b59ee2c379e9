// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/served/partsserver.h"
#include "core/plugins/json/optionsjson.h"
#include "core/plugins/load/callcreate.h"
#include "core/plugins/load/pluginlibrary.h"
#include "core/plugins/load/pluginloader.h"
#include "core/plugins/process/lifegroup.h"

#include <QtCore/QJsonDocument>

#include <sys/prctl.h>

#include <csignal>
#include <iostream>

namespace qontroller {

namespace {

using isolation::CreateRequest;
using isolation::Culprit;
using isolation::Refusal;

QJsonObject objectOf(const std::string &json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

tl::unexpected<Refusal> refusal(Culprit culprit, std::string sentence)
{
    return tl::unexpected(Refusal{culprit, std::move(sentence)});
}

/// Loads what the engine has judged, and nothing that has taken its place since. Without marks:
/// a crash ends this process alone.
tl::expected<LoadedPlugin, PluginFault> load(const CreateRequest &request)
{
    const std::string changed = "was changed since its controller was started: start that anew";
    const auto objectionTo = [&](const std::string &sha256) {
        return sha256 == request.sha256 ? std::string() : changed;
    };
    auto loaded = PluginLoader().load({request.plugin, request.sha256, request.controller},
                                      {objectionTo, changed});
    if (!loaded)
        return tl::unexpected(std::move(loaded.error()));
    return loaded->plugin;
}

/// The engine has judged the file and checked the parameters.
tl::expected<ControllerParts, Refusal> makeParts(const CreateRequest &request)
{
    const auto plugin = load(request);
    if (!plugin)
        return refusal(plugin.error().isThrown ? Culprit::Crash : Culprit::Plugin,
                       request.plugin + ' ' + plugin.error().text);
    if (!plugin->controller)
        return refusal(Culprit::Plugin,
                       request.plugin + " makes lockers: name a controller plugin");
    const PluginMetadata metadata = inspectLibrary(request.plugin).metadata;
    const ControllerContext context{request.controller,
                                    readOptions(objectOf(request.options), {}).options,
                                    metadata.schema(), false, request.host};
    const QJsonObject parameters = objectOf(request.parameters);
    auto made = callCreate(metadata, parameters,
                           [&] { return plugin->controller->create(parameters, context); });
    if (!made)
        return refusal(made.error().isThrown ? Culprit::Crash : Culprit::Parameters,
                       std::move(made.error().text));
    return *std::move(made);
}

} // namespace

} // namespace qontroller

int main()
{
    // It never outlives the engine. If that is gone already, the control channel says so.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGPIPE, SIG_IGN);
    using namespace qontroller;
    if (const auto group = LifeGroup::enterBeside(); !group)
        std::cerr << "no cgroup of its own: " << group.error() << std::endl;
    return isolation::serveParts(UniqueFd(isolation::ControlDescriptor), makeParts);
}
