// SPDX-License-Identifier: LGPL-3.0-or-later
#include "layers.h"

#include <array>
#include <utility>

namespace qontroller::architecture {

namespace {

Layer ofWindow(std::string_view folder, std::vector<std::string_view> mayInclude)
{
    return {folder, std::move(mayInclude), Qt::Allowed, "GPL-3.0-or-later"};
}

/// None may include another, for two can be in one process.
Layer ofPlugin(std::string_view folder, std::vector<std::string_view> mayIncludeToo)
{
    mayIncludeToo.insert(mayIncludeToo.begin(),
                         {"core/base", "core/engine/api", "core/plugins/api"});
    return {folder, std::move(mayIncludeToo), Qt::Allowed};
}

} // namespace

std::span<const Layer> layers()
{
    static const std::vector<Layer> table{
        // The ground: what every wing stands on, and no noun of any.
        {"core/base/text", {}},
        {"core/base/threads", {"core/base/text"}},
        {"core/base/files", {"core/base/threads"}},
        {"core/base/faults", {"core/base/text", "core/base/threads"}},
        // The wing "engine".
        // Values, and waits that are asked to stop: what a plugin's parts have no other way to.
        {"core/engine/api",
         {"core/base/text", "core/base/files/stopfd.h", "core/base/threads/wait.h"}},
        {"core/engine/source", {"core/base", "core/engine/api"}},
        {"core/engine/observe/events", {"core/base", "core/engine/api"}},
        {"core/engine/observe/items",
         {"core/base", "core/engine/api", "core/engine/observe/events"}},
        {"core/engine/observe/controllers",
         {"core/base", "core/engine/api", "core/engine/observe/events",
          "core/engine/observe/items"}},
        {"core/engine/observe/feed",
         {"core/engine/api", "core/engine/observe/events", "core/engine/observe/items",
          "core/engine/observe/controllers"}},
        {"core/engine/filter", {"core/base", "core/engine/observe"}},
        {"core/engine/selection", {"core/engine/observe", "core/engine/filter"}},
        {"core/engine/control", {"core/base", "core/engine/api", "core/engine/observe"}},
        {"core/engine/jobs",
         {"core/base", "core/engine/observe", "core/engine/filter", "core/engine/control"}},
        {"core/engine/alarms",
         {"core/base", "core/engine/api/error.h", "core/engine/observe", "core/engine/control"}},
        {"core/engine/queue", {"core/base", "core/engine/api", "core/engine/observe"}},
        {"core/engine/controller",
         {"core/base", "core/engine/api", "core/engine/source", "core/engine/observe",
          "core/engine/control", "core/engine/queue"}},
        {"core/engine/host",
         {"core/base", "core/engine/api/missingparts.h", "core/engine/observe",
          "core/engine/control", "core/engine/controller"}},
        {"core/engine/metrics", {"core/base", "core/engine/host"}},
        {"core/engine/store", {"core/base", "core/engine/api"}},
        {"core/engine/journal",
         {"core/base", "core/engine/api", "core/engine/observe", "core/engine/control",
          "core/engine/store"}},
        // The wing "members".
        {"core/members/consist", {"core/base", "core/engine/api"}},
        {"core/members/run",
         {"core/base", "core/engine/api", "core/members/consist", "core/engine/store"}},
        {"core/members/metrics", {"core/engine/metrics", "core/members/consist"}},
        // The wing "sdk".
        {"core/sdk/cache", {"core/base", "core/engine/api", "core/engine/source"}},
        {"core/sdk/kit", {"core/base", "core/engine/api", "core/sdk/cache"}},
        {"core/sdk/testing", {"core/base", "core/engine/api"}},
        // The wing "plugins". JSON is Qt's, as the interface of plugins has it.
        {"core/plugins/process", {"core/base"}},
        {"core/plugins/programs", {"core/base", "core/plugins/process"}},
        {"core/plugins/isolation/wire", {"core/base", "core/engine/api"}},
        {"core/plugins/isolation/engine",
         {"core/base", "core/engine/api", "core/engine/observe", "core/plugins/process",
          "core/plugins/isolation/wire"}},
        {"core/plugins/isolation/served",
         {"core/base", "core/engine/api", "core/plugins/isolation/wire"}},
        {"core/plugins/json", {"core/base", "core/engine/api"}, Qt::Allowed},
        {"core/plugins/api", {"core/base/text/duration.h", "core/engine/api"}, Qt::Allowed},
        {"core/plugins/load",
         {"core/base", "core/engine/api", "core/plugins/json", "core/plugins/api"},
         Qt::Allowed},
        // The wing "remote".
        {"core/remote/link",
         {"core/base", "core/engine/alarms", "core/engine/api/error.h", "core/engine/observe",
          "core/engine/control", "core/engine/jobs", "core/members/consist"}},
        {"core/remote/wire",
         {"core/engine/api/loglevel.h", "core/base", "core/engine/alarms", "core/engine/observe",
          "core/engine/control", "core/engine/jobs", "core/members/consist"}},
        {"core/remote/tls", {"core/base"}},
        {"core/remote/server",
         {"core/base", "core/engine/alarms", "core/engine/observe", "core/engine/filter",
          "core/engine/selection", "core/engine/control", "core/engine/jobs",
          "core/members/consist", "core/remote/wire", "core/remote/tls"}},
        {"core/remote/client",
         {"core/base", "core/engine/alarms", "core/plugins/process", "core/plugins/programs",
          "core/engine/observe", "core/engine/control", "core/engine/jobs", "core/members/consist",
          "core/remote/wire", "core/remote/tls"}},
        {"core/remote/attach",
         {"core/base", "core/engine/alarms", "core/engine/observe", "core/engine/control",
          "core/engine/jobs", "core/members/consist", "core/remote/link", "core/remote/client"}},
        ofWindow("ui/applicationport.h",
                 {"core/base", "core/engine/control/sessionport.h",
                  "core/engine/observe/controllers/health.h", "core/remote/link"}),
        ofWindow("ui/words", {"core/engine/api/optiontable.h", "core/base", "core/engine/observe",
                              "core/engine/control", "core/engine/jobs/jobport.h",
                              "core/members/consist/lifecycleport.h",
                              "core/remote/link/hoststatus.h", "ui/applicationport.h"}),
        ofWindow("ui/filter", {"core/engine/filter"}),
        ofWindow("ui/history", {"core/base", "core/engine/observe"}),
        ofWindow("ui/theme", {"ui/words"}),
        ofWindow("ui/widgets", {"ui/words", "ui/theme"}),
        ofWindow("ui/charts", {"ui/words", "ui/history", "ui/theme"}),
        ofWindow("ui/state", {"core/base", "core/engine/api/objectid.h", "core/engine/observe",
                              "core/engine/jobs/jobport.h", "core/members/consist/lifecycleport.h",
                              "core/remote/link", "ui/words", "ui/history"}),
        ofWindow("ui/desktop", {}),
        ofWindow("ui/overview", {"ui/words", "ui/theme", "ui/widgets", "ui/charts", "ui/state"}),
        ofWindow("ui/models",
                 {"core/base/threads/clock.h", "core/engine/observe/events/errorsignature.h",
                  "core/engine/observe/items/itemrow.h", "core/engine/observe/events/shortform.h",
                  "core/engine/filter", "core/members/consist/lifecycleport.h", "ui/words",
                  "ui/theme", "ui/state"}),
        ofWindow("ui/tiles", {"ui/words", "ui/history", "ui/theme", "ui/widgets", "ui/state"}),
        ofWindow("ui/actions", {"core/base", "core/engine/observe", "core/engine/control",
                                "core/engine/filter", "core/engine/jobs/job.h",
                                "core/engine/jobs/eligibility.h", "core/engine/jobs/jobport.h",
                                "core/remote/link/hostlink.h", "core/plugins/json/optionsjson.h",
                                "ui/words", "ui/theme", "ui/state", "ui/models"}),
        ofWindow("ui/views", {"core/engine/observe/items/explanation.h",
                              "core/engine/observe/items/itemdetail.h",
                              "core/engine/observe/events/shortform.h", "core/engine/filter",
                              "ui/words", "ui/filter", "ui/theme", "ui/widgets", "ui/charts",
                              "ui/state", "ui/overview", "ui/models", "ui/actions"}),
        ofWindow("ui/dialogs",
                 {"core/engine/api/options.h", "core/base", "core/members/consist/lifecycle.h",
                  "core/engine/control/pauseterms.h", "core/engine/control/sessionport.h",
                  "core/remote/link/hoststatus.h", "core/plugins/json", "ui/applicationport.h",
                  "ui/words", "ui/theme", "ui/widgets", "ui/state", "ui/actions"}),
        ofWindow("ui/window",
                 {"core/engine/control/pauseterms.h", "core/base", "core/engine/observe",
                  "core/remote/link", "ui/applicationport.h", "ui/words", "ui/filter", "ui/theme",
                  "ui/widgets", "ui/state", "ui/desktop", "ui/overview", "ui/models", "ui/tiles",
                  "ui/actions", "ui/views", "ui/dialogs"}),
        {"app/plugins/common",
         {"core/base", "core/engine/api", "core/plugins/process/earlierprocess.h",
          "core/plugins/process/lifesession.h"},
         Qt::Allowed},
        ofPlugin("app/plugins/foldermirror", {"app/plugins/common"}),
        // Files that a plugin reads are checked as parameters are.
        ofPlugin("app/plugins/loadbalancer",
                 {"core/members/consist", "core/plugins/json", "app/plugins/common"}),
        ofPlugin("app/plugins/process", {"core/plugins/process", "core/plugins/programs",
                                         "core/plugins/json", "app/plugins/common"}),
        ofPlugin("app/plugins/script", {"core/plugins/process", "core/plugins/programs",
                                        "core/members/consist", "core/plugins/json"}),
        ofPlugin("app/plugins/simulatedfleet", {"core/members/consist"}),
        ofPlugin("app/plugins/simulator", {}),
        {"app/cli", {"core/base"}, Qt::Allowed},
        // Of all programs, so that one that serves nobody starts without the libraries for that.
        {"app/log", {"core/base", "core/engine/api/loglevel.h"}, Qt::Allowed},
        {"app/program", {"core/base", "app/cli", "app/log"}, Qt::Allowed},
        {"app/serve",
         {"core/engine/controller/endingparts.h", "core/engine/api/hostidentity.h",
          "core/engine/observe/feed/delta.h", "core/members/consist/lifecycleport.h", "core/base",
          "core/engine/alarms", "core/engine/host", "core/engine/jobs", "core/engine/journal",
          "core/engine/metrics", "core/members/metrics", "core/plugins/load",
          "core/remote/wire/grpclog.h", "core/remote/server", "core/remote/tls", "app/cli",
          "app/log", "app/program"},
         Qt::Allowed},
        {"app/isolated",
         {"core/plugins/process", "core/plugins/isolation/served", "core/plugins/json",
          "core/plugins/load"},
         Qt::Allowed},
        // The commands of operations run as those of plugins do.
        {"app/consist",
         {"core/base", "core/engine/api", "core/plugins/process", "core/plugins/programs",
          "core/members/consist", "core/members/run", "app/log"},
         Qt::Allowed},
        {"app/alarms",
         {"core/base", "core/engine/observe", "core/engine/control", "core/engine/alarms",
          "core/members/consist", "core/plugins/process", "core/plugins/programs",
          "core/plugins/json", "core/remote/link", "app/log"},
         Qt::Allowed},
        {"app/session",
         {"core/base", "core/engine/api", "core/engine/alarms", "core/plugins/process",
          "core/plugins/isolation/engine", "core/engine/control",
          "core/engine/controller/controllerspec.h", "core/engine/host",
          "core/engine/observe/items/itemrow.h", "core/members/consist", "core/plugins/json",
          "core/plugins/load", "app/log", "app/serve", "app/consist"},
         Qt::Allowed},
        {"app/debugrun",
         {"core/base", "core/engine/api", "core/engine/controller/controllerspec.h",
          "core/plugins/json", "app/log", "app/session"},
         Qt::Allowed},
        {"app/demo", {"core/base", "core/engine/host", "app/session"}, Qt::Allowed},
        {"app/conformance/harness",
         {"core/base", "core/engine/api", "core/plugins/process", "core/plugins/programs",
          "core/members/consist", "core/members/run", "core/plugins/json", "core/plugins/load",
          "app/consist", "app/log"},
         Qt::Allowed},
        {"app/conformance/faults",
         {"core/base", "core/engine/api", "core/engine/host", "app/conformance/harness"},
         Qt::Allowed},
        {"app/conformance/checks",
         {"core/base", "core/sdk/testing", "core/plugins/json", "app/conformance/harness",
          "app/conformance/faults"},
         Qt::Allowed},
        {"app/conformance/run",
         {"core/base", "core/plugins/process", "core/plugins/json", "app/cli", "app/program",
          "app/conformance/checks"},
         Qt::Allowed},
        {"app/conformance",
         {"core/plugins/json", "core/plugins/load", "app/cli", "app/log", "app/program",
          "app/conformance/run"},
         Qt::Allowed},
        {"app/qontrollerd",
         {"core/base", "core/plugins/process", "core/engine/observe", "core/engine/control",
          "core/engine/host", "core/engine/journal", "core/engine/metrics", "core/plugins/json",
          "core/plugins/load", "app/alarms", "app/cli", "app/log", "app/program", "app/serve",
          "app/consist", "app/session", "app/debugrun", "app/demo"},
         Qt::Allowed},
        {"app/qontrollerctl",
         {"core/engine/api/optiontable.h", "core/base", "core/engine/observe", "core/engine/alarms",
          "core/engine/control", "core/engine/jobs", "core/members/consist", "core/plugins/json",
          "core/plugins/load", "core/remote/link", "core/remote/wire/grpclog.h",
          "core/remote/client", "app/cli"},
         Qt::Allowed},
        ofWindow("app/qontroller", {"core/plugins/process/lifesession.h",
                                    "core/base",
                                    "core/engine/host",
                                    "core/engine/journal/journaledcontrol.h",
                                    "core/engine/observe/controllers/attention.h",
                                    "core/engine/observe/feed/delta.h",
                                    "core/engine/metrics",
                                    "core/remote/link",
                                    "core/remote/client",
                                    "core/remote/attach",
                                    "core/plugins/json",
                                    "core/plugins/load",
                                    "ui/applicationport.h",
                                    "ui/window",
                                    "app/alarms",
                                    "app/cli",
                                    "app/log",
                                    "app/program",
                                    "app/serve",
                                    "app/consist",
                                    "app/session",
                                    "app/demo"}),
        {"resources", {}, Qt::Allowed, ""},
        {"resources/examples",
         {"core/engine/api", "core/sdk/cache", "core/sdk/kit"},
         Qt::Allowed,
         ""},
        // Copied by authors, so under no condition; built with what the SDK installs.
        {"resources/template",
         {"core/engine/api", "core/sdk/testing", "core/plugins/api"},
         Qt::Allowed,
         "CC0-1.0"},
        {"resources/consist-template",
         {"core/engine/api", "core/plugins/api", "core/members/consist"},
         Qt::Allowed,
         "CC0-1.0"},
        {"installer", {}, Qt::Forbidden},
        {"tests", {"core", "ui", "app"}, Qt::Allowed, ""},
    };
    return table;
}

bool isWithin(std::string_view path, std::string_view folderOrFile)
{
    return path.starts_with(folderOrFile)
           && (path.size() == folderOrFile.size() || path[folderOrFile.size()] == '/');
}

const Layer *layerOf(std::string_view file)
{
    return layerOf(layers(), file);
}

const Layer *layerOf(std::span<const Layer> table, std::string_view file)
{
    const Layer *best = nullptr;
    for (const Layer &layer : table) {
        if (isWithin(file, layer.folder) && (!best || layer.folder.size() > best->folder.size()))
            best = &layer;
    }
    return best;
}

std::span<const std::string_view> topFolders()
{
    static constexpr std::array<std::string_view, 8> folders{"app",       "core",  "ui",
                                                             "resources", "tests", "installer",
                                                             "LICENSES",  "build"};
    return folders;
}

} // namespace qontroller::architecture
