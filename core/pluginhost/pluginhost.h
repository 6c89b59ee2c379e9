// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/pluginhost/jsonpath.h"
#include "core/pluginhost/pluginlibrary.h"
#include "core/pluginhost/pluginmetadata.h"

#include <tl/expected.hpp>

#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// Where a plugin was found. Folders are searched in this order.
enum class PluginOrigin : unsigned char {
    CommandLine,  ///< --plugin-path
    Environment,  ///< $QONTROLLER_PLUGIN_PATH
    Installation, ///< beside the program
    Operator,     ///< chosen by hand
};

struct PluginFolder
{
    std::string path;
    PluginOrigin origin = PluginOrigin::Installation;
};

enum class PluginPolicy : unsigned char {
    Load,
    SafeMode, ///< look at plugins, load none
};

/// What to look for and what to leave out.
struct PluginSearch
{
    std::vector<PluginFolder> folders; ///< one that does not exist holds no plugins
    std::vector<std::string> disabled; ///< ids
    PluginPolicy policy = PluginPolicy::Load;
};

enum class PluginState : unsigned char {
    Ready, ///< judged usable; not loaded before somebody needs it
    Loaded,
    Disabled, ///< by --disable-plugin or --safe-mode
    Refused,
};

/// What is known of one file, for the program and for Manage Plugins.
struct PluginRecord
{
    std::string file; ///< absolute
    PluginOrigin origin = PluginOrigin::Installation;
    PluginMetadata metadata;
    PluginState state = PluginState::Refused;
    std::string sentence; ///< why it is disabled or refused, and what would help

    [[nodiscard]] bool isUsable() const
    {
        return state == PluginState::Ready || state == PluginState::Loaded;
    }
};

/// A plugin's id and the parameters to use it with.
struct PluginUse
{
    std::string id;
    QJsonObject parameters;
};

/// A plugin's file and the parameters for it, with the schema's defaults filled in.
struct PluginChoice
{
    std::string file;
    QJsonObject parameters;
};

/// Knows every plugin file that was found, judges each before any of its code
/// runs, and loads one when it is first used.
///
/// An id belongs to the first usable file in the order of search; later ones are
/// refused. A file that is refused stays in the list with its sentence and leaves
/// nothing else behind. Not thread-safe: for the thread that owns it.
class PluginHost
{
public:
    /// Looks through the folders and reads metadata; loads nothing.
    explicit PluginHost(PluginSearch search);

    /// In the order of search. A reference stays valid as long as the host.
    [[nodiscard]] const std::list<PluginRecord> &plugins() const { return m_records; }

    /// The usable plugin of that id and kind; null if there is none.
    [[nodiscard]] const PluginRecord *find(std::string_view id, PluginKind kind) const;

    /// Why find() found none: a sentence that says which plugins there are.
    [[nodiscard]] std::string whyNot(std::string_view id, PluginKind kind) const;

    /// Judges a file as add() would, without adding it.
    [[nodiscard]] PluginRecord inspect(const std::string &file) const;

    /// Adds a file that an operator chose. One that is known already is not added again.
    const PluginRecord &add(const std::string &file);

    /// What makeController() would load, for another process to do it: checks the
    /// parameters, runs no code. A problem's path as there.
    [[nodiscard]] tl::expected<PluginChoice, JsonProblems> chooseController(
        const PluginUse &use) const;

    /// Checks the parameters against the plugin's schema, loads it if this is its
    /// first use, and lets it make a controller's parts. A problem's path begins with
    /// `plugin` or `parameters`.
    [[nodiscard]] tl::expected<ControllerParts, JsonProblems> makeController(
        const PluginUse &use, const ControllerContext &context);

    /// As makeController().
    [[nodiscard]] tl::expected<std::shared_ptr<ObjectLocker>, JsonProblems> makeLocker(
        const PluginUse &use, const ControllerContext &context);

private:
    void scan(const PluginFolder &folder);
    [[nodiscard]] PluginRecord judge(const std::string &file, PluginOrigin origin) const;
    [[nodiscard]] const PluginRecord *known(const std::string &file) const;
    [[nodiscard]] std::string whyLeftOut(const PluginMetadata &metadata) const;
    [[nodiscard]] tl::expected<LoadedPlugin, std::string> load(PluginRecord &record);

    [[nodiscard]] tl::expected<PluginChoice, JsonProblems> choose(PluginKind kind,
                                                                  const PluginUse &use) const;
    template<class Made, class Create>
    [[nodiscard]] tl::expected<Made, JsonProblems> make(PluginKind kind, const PluginUse &use,
                                                        Create create);

    PluginSearch m_search;
    std::list<PluginRecord> m_records;
    std::map<std::string, LoadedPlugin> m_loaded; ///< by file
};

} // namespace qontroller
