// SPDX-License-Identifier: LGPL-3.0-or-later
#include "layers.h"

#include <array>

namespace qontroller::architecture {

std::span<const Layer> layers()
{
    static const std::vector<Layer> table{
        {"core/base", {}},
        // What authors get of core/base is values: see core/base/CMakeLists.txt.
        {"core/api", {"core/base/duration.h", "core/base/text.h"}},
        {"core/source", {"core/base", "core/api"}},
        {"core/cache", {"core/base", "core/api", "core/source"}},
        {"core/kit", {"core/base", "core/api", "core/cache"}},
        {"core/process", {"core/base"}},
        {"core/observe", {"core/base", "core/api"}},
        {"core/isolation/wire", {"core/base", "core/api"}},
        {"core/isolation/engine",
         {"core/base", "core/api", "core/observe", "core/process", "core/isolation/wire"}},
        {"core/isolation/served", {"core/base", "core/api", "core/isolation/wire"}},
        {"core/control", {"core/base", "core/api", "core/observe"}},
        {"core/queue", {"core/base", "core/api", "core/observe"}},
        {"core/consist", {"core/base", "core/api"}},
        {"core/store", {"core/base", "core/api"}},
        {"core/consistrun", {"core/base", "core/api", "core/consist", "core/store"}},
        {"core/controller",
         {"core/base", "core/api", "core/source", "core/observe", "core/control", "core/queue"}},
        {"core/host",
         {"core/base", "core/api", "core/observe", "core/control", "core/queue",
          "core/controller"}},
        {"core/metrics",
         {"core/base", "core/api", "core/observe", "core/control", "core/host", "core/consist"}},
        // JSON is Qt's, as the interface of plugins has it.
        {"core/json", {"core/base", "core/api"}, Qt::Allowed},
        {"core/pluginapi", {"core/api"}, Qt::Allowed},
        {"core/plugins", {"core/base", "core/api", "core/json", "core/pluginapi"}, Qt::Allowed},
        {"ui",
         {"core/base", "core/api/options.h", "core/api/objectid.h", "core/api/error.h",
          "core/observe", "core/control",
          // The port of the lifecycle board, and the values that it tells.
          "core/consist/lifecycleport.h", "core/consist/lifecycle.h",
          "core/consist/consistrecord.h", "core/consist/employeekey.h",
          "core/consist/employername.h"},
         Qt::Allowed,
         "GPL-3.0-or-later"},
        {"app", {"core", "ui"}, Qt::Allowed, ""},
        // Files that a plugin reads are checked as parameters are.
        {"app/plugins",
         {"core/base", "core/api", "core/process", "core/pluginapi", "core/consist", "core/json"},
         Qt::Allowed},
        {"resources", {}, Qt::Allowed, ""},
        {"resources/examples", {"core/api", "core/cache", "core/kit"}, Qt::Allowed, ""},
        // Copied by authors, so under no condition; built with what the SDK installs.
        {"resources/template", {"core/api", "core/pluginapi"}, Qt::Allowed, "CC0-1.0"},
        {"resources/consist-template",
         {"core/api", "core/pluginapi", "core/consist"},
         Qt::Allowed,
         "CC0-1.0"},
        {"installer", {}, Qt::Forbidden},
        {"tests", {"core", "ui", "app"}, Qt::Allowed, ""},
    };
    return table;
}

const Layer *layerOf(std::string_view file)
{
    const Layer *best = nullptr;
    for (const Layer &layer : layers()) {
        const bool holds = file.starts_with(layer.folder) && file.size() > layer.folder.size()
                           && file[layer.folder.size()] == '/';
        if (holds && (!best || layer.folder.size() > best->folder.size()))
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
