// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "core/engine/api/options.h"

#include <string>
#include <string_view>

namespace qontroller {

enum class PluginKind : unsigned char {
    Controller,
    Locker,
};

[[nodiscard]] std::string_view name(PluginKind kind);

/// What a plugin says about itself, without running any of its code.
struct PluginMetadata
{
    PluginKind kind = PluginKind::Controller;
    std::string id;
    std::string name;
    std::string version;
    std::string apiVersion;
    std::string description;
    std::string vendor;
    std::string license;
    std::string icon;
    QJsonObject parameters; ///< JSON Schema, draft 7; empty: it takes none
    QJsonObject defaults;   ///< options, as in the session file

    /// The engine's defaults with the plugin's own on top.
    [[nodiscard]] ControllerOptions defaultOptions() const;
    /// Of the parameters, for ControllerContext: never empty.
    [[nodiscard]] QJsonObject schema() const;
};

/// A plugin's metadata and the verdict on it.
struct MetadataReading
{
    PluginMetadata metadata; ///< as much as could be read
    std::string
        problem; ///< empty: usable. Else the end of a sentence that begins with the file's name
};

/// Judges what QPluginLoader::metaData() gave. The problem says what is wrong and
/// what would be right.
[[nodiscard]] MetadataReading readMetadata(const QJsonObject &loaded);

} // namespace qontroller
