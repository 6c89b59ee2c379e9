// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/callforeign.h"
#include "core/isolation/partsserver.h"
#include "core/pluginhost/optionsjson.h"
#include "core/pluginhost/pluginlibrary.h"

#include <QtCore/QJsonDocument>

#include <sys/prctl.h>

#include <csignal>

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

/// The engine has judged the file and checked the parameters.
tl::expected<ControllerParts, Refusal> makeParts(const CreateRequest &request)
{
    const auto plugin = loadLibrary(request.plugin);
    if (!plugin)
        return refusal(Culprit::Plugin, request.plugin + ' ' + plugin.error());
    if (!plugin->controller)
        return refusal(Culprit::Plugin, request.plugin + " makes lockers: name a controller plugin");
    const ControllerContext context{request.controller,
                                    readOptions(objectOf(request.options), {}).options};
    auto made = callForeign([&] {
        return plugin->controller->create(objectOf(request.parameters), context);
    });
    if (!made)
        return refusal(Culprit::Parameters, "the plugin threw \"" + made.error()
                                                + "\" instead of saying what is wrong");
    if (!*made)
        return refusal(Culprit::Parameters, std::move(made->error()));
    return *std::move(*made);
}

} // namespace

} // namespace qontroller

int main()
{
    // It never outlives the engine. If that is gone already, the control channel says so.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGPIPE, SIG_IGN);
    using namespace qontroller;
    return isolation::serveParts(UniqueFd(isolation::ControlDescriptor), makeParts);
}
