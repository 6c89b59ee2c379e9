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
    mayIncludeToo.insert(mayIncludeToo.begin(), {"core/base", "core/api", "core/pluginapi"});
    return {folder, std::move(mayIncludeToo), Qt::Allowed};
}

} // namespace

std::span<const Layer> layers()
{
    static const std::vector<Layer> table{
        {"core/base", {}},
        // Values, and waits that are asked to stop: what a plugin's parts have no other way to.
        {"core/api",
         {"core/base/duration.h", "core/base/loglevel.h", "core/base/text.h", "core/base/stopfd.h",
          "core/base/wait.h"}},
        {"core/source", {"core/base", "core/api"}},
        {"core/cache", {"core/base", "core/api", "core/source"}},
        {"core/kit", {"core/base", "core/api", "core/cache"}},
        {"core/testing", {"core/base", "core/api"}},
        {"core/process", {"core/base"}},
        {"core/command", {"core/base", "core/process"}},
        {"core/observe", {"core/base", "core/api"}},
        {"core/filter", {"core/base", "core/observe"}},
        {"core/selection", {"core/observe", "core/filter"}},
        {"core/isolation/wire", {"core/base", "core/api"}},
        {"core/isolation/engine",
         {"core/base", "core/api", "core/observe", "core/process", "core/isolation/wire"}},
        {"core/isolation/served", {"core/base", "core/api", "core/isolation/wire"}},
        {"core/control", {"core/base", "core/api", "core/observe"}},
        {"core/jobs", {"core/base", "core/observe", "core/filter", "core/control"}},
        {"core/queue", {"core/base", "core/api", "core/observe"}},
        {"core/consist", {"core/base", "core/api"}},
        {"core/store", {"core/base", "core/api"}},
        {"core/consistrun", {"core/base", "core/api", "core/consist", "core/store"}},
        {"core/controller",
         {"core/base", "core/api", "core/source", "core/observe", "core/control", "core/queue"}},
        {"core/host",
         {"core/base", "core/api/missingparts.h", "core/observe", "core/control",
          "core/controller"}},
        {"core/metrics", {"core/base", "core/host", "core/consist"}},
        {"core/remote/wire",
         {"core/base", "core/observe", "core/control", "core/jobs", "core/consist"}},
        {"core/remote/tls", {"core/base"}},
        {"core/remote/server",
         {"core/base", "core/observe", "core/filter", "core/selection", "core/control", "core/jobs",
          "core/consist", "core/remote/wire", "core/remote/tls"}},
        {"core/remote/client",
         {"core/base", "core/process", "core/command", "core/observe", "core/control", "core/jobs",
          "core/consist", "core/remote/wire", "core/remote/tls"}},
        {"core/remote/attach",
         {"core/base", "core/observe", "core/control", "core/jobs", "core/consist",
          "core/remote/client"}},
        // JSON is Qt's, as the interface of plugins has it.
        {"core/json", {"core/base", "core/api"}, Qt::Allowed},
        {"core/pluginapi", {"core/base/duration.h", "core/api"}, Qt::Allowed},
        {"core/plugins", {"core/base", "core/api", "core/json", "core/pluginapi"}, Qt::Allowed},
        ofWindow("ui/applicationport.h", {"core/base", "core/control/sessionport.h",
                                          "core/jobs/jobport.h", "core/observe/hosts.h"}),
        ofWindow("ui/words", {"core/base", "core/observe", "core/control", "core/jobs/jobport.h",
                              "core/consist/lifecycleport.h", "ui/applicationport.h"}),
        ofWindow("ui/filter", {"core/filter"}),
        ofWindow("ui/history", {"core/base", "core/observe"}),
        ofWindow("ui/theme", {"ui/words"}),
        ofWindow("ui/widgets", {"ui/words", "ui/theme"}),
        ofWindow("ui/charts", {"ui/words", "ui/history", "ui/theme"}),
        ofWindow("ui/state",
                 {"core/base", "core/api/objectid.h", "core/observe", "core/jobs/jobport.h",
                  "core/consist/lifecycleport.h", "ui/words", "ui/history"}),
        ofWindow("ui/models", {"core/base/clock.h", "core/observe/errorsignature.h",
                               "core/observe/itemrow.h", "core/observe/shortform.h", "core/filter",
                               "core/consist/lifecycleport.h", "ui/words", "ui/theme", "ui/state"}),
        ofWindow("ui/tiles", {"ui/words", "ui/history", "ui/theme", "ui/widgets", "ui/state"}),
        ofWindow("ui/actions",
                 {"core/base", "core/observe", "core/control", "core/jobs/job.h",
                  "core/jobs/eligibility.h", "ui/words", "ui/theme", "ui/state", "ui/models"}),
        ofWindow("ui/views",
                 {"core/observe/explanation.h", "core/observe/itemdetail.h",
                  "core/observe/shortform.h", "core/filter", "ui/words", "ui/filter", "ui/history",
                  "ui/theme", "ui/widgets", "ui/charts", "ui/state", "ui/models", "ui/actions"}),
        ofWindow("ui/dialogs", {"core/base", "core/api/options.h", "core/consist/lifecycle.h",
                                "core/control/sessionport.h", "core/observe/hosts.h", "core/json",
                                "ui/applicationport.h", "ui/words", "ui/theme", "ui/widgets",
                                "ui/state", "ui/actions"}),
        ofWindow("ui/window",
                 {"core/base", "core/observe", "core/control/controlport.h", "ui/applicationport.h",
                  "ui/words", "ui/filter", "ui/theme", "ui/widgets", "ui/state", "ui/models",
                  "ui/tiles", "ui/actions", "ui/views", "ui/dialogs"}),
        {"app/plugins/common", {"core/base", "core/api"}, Qt::Allowed},
        ofPlugin("app/plugins/foldermirror", {"app/plugins/common"}),
        // Files that a plugin reads are checked as parameters are.
        ofPlugin("app/plugins/loadbalancer", {"core/consist", "core/json", "app/plugins/common"}),
        ofPlugin("app/plugins/process",
                 {"core/process", "core/command", "core/json", "app/plugins/common"}),
        ofPlugin("app/plugins/script",
                 {"core/process", "core/command", "core/consist", "core/json"}),
        ofPlugin("app/plugins/simulatedfleet", {"core/consist"}),
        ofPlugin("app/plugins/simulator", {}),
        {"app/cli", {"core/base"}, Qt::Allowed},
        // Of all programs, so that one that serves nobody starts without the libraries for that.
        {"app/program", {"core/base", "app/cli"}, Qt::Allowed},
        {"app/serve",
         {"core/base", "core/host", "core/jobs", "core/metrics", "core/plugins",
          "core/remote/wire/grpclog.h", "core/remote/server", "core/remote/tls", "app/cli",
          "app/program"},
         Qt::Allowed},
        {"app/isolated",
         {"core/process", "core/isolation/served", "core/json", "core/plugins"},
         Qt::Allowed},
        // The commands of operations run as those of plugins do.
        {"app/consist",
         {"core/base", "core/api", "core/process", "core/command", "core/consist",
          "core/consistrun", "app/program"},
         Qt::Allowed},
        {"app/session",
         {"core/base", "core/api", "core/isolation/engine", "core/control",
          "core/controller/controllerspec.h", "core/host", "core/observe/itemrow.h", "core/consist",
          "core/json", "core/plugins", "app/program", "app/serve", "app/consist"},
         Qt::Allowed},
        {"app/debugrun",
         {"core/base", "core/api", "core/controller/controllerspec.h", "core/json", "app/program",
          "app/session"},
         Qt::Allowed},
        {"app/demo", {"core/base", "core/host", "app/session"}, Qt::Allowed},
        {"app/conformance/harness",
         {"core/base", "core/api", "core/process", "core/command", "core/consist",
          "core/consistrun", "core/json", "core/plugins", "app/consist", "app/program"},
         Qt::Allowed},
        {"app/conformance/faults",
         {"core/base", "core/api", "core/host", "app/conformance/harness"},
         Qt::Allowed},
        {"app/conformance/checks",
         {"core/base", "core/testing", "core/json", "app/conformance/harness",
          "app/conformance/faults"},
         Qt::Allowed},
        {"app/conformance/run",
         {"core/base", "core/process", "core/json", "app/cli", "app/program",
          "app/conformance/checks"},
         Qt::Allowed},
        {"app/conformance",
         {"core/json", "core/plugins", "app/cli", "app/program", "app/conformance/run"},
         Qt::Allowed},
        {"app/qontrollerd",
         {"core/base", "core/process", "core/observe", "core/control", "core/host", "core/metrics",
          "core/json", "core/plugins", "app/cli", "app/program", "app/serve", "app/consist",
          "app/session", "app/debugrun", "app/demo"},
         Qt::Allowed},
        {"app/qontrollerctl",
         {"core/base", "core/observe", "core/control", "core/jobs", "core/consist", "core/json",
          "core/plugins", "core/remote/wire/grpclog.h", "core/remote/client", "app/cli"},
         Qt::Allowed},
        ofWindow("app/qontroller", {"core/base", "core/host", "core/metrics", "core/remote/client",
                                    "core/remote/attach", "core/json", "core/plugins",
                                    "ui/applicationport.h", "ui/window", "app/cli", "app/program",
                                    "app/serve", "app/consist", "app/session", "app/demo"}),
        {"resources", {}, Qt::Allowed, ""},
        {"resources/examples", {"core/api", "core/cache", "core/kit"}, Qt::Allowed, ""},
        // Copied by authors, so under no condition; built with what the SDK installs.
        {"resources/template",
         {"core/api", "core/testing", "core/pluginapi"},
         Qt::Allowed,
         "CC0-1.0"},
        {"resources/consist-template",
         {"core/api", "core/pluginapi", "core/consist"},
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
