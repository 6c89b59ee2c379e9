// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/plugins/json/jsonpath.h"
#include "core/plugins/load/plugindecisions.h"
#include "core/plugins/load/pluginjudge.h"
#include "core/plugins/load/pluginloader.h"
#include "core/plugins/load/pluginmetadata.h"
#include "core/plugins/load/pluginrecord.h"
#include "core/plugins/load/pluginsearch.h"

#include <tl/expected.hpp>

#include <list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

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
    std::string sha256; ///< of what was judged: another content must not be loaded
    QJsonObject parameters;
    QJsonObject schema; ///< of the parameters
};

/// Knows every plugin file that was found, and makes controllers' parts with those that can be
/// used.
///
/// An id belongs to the first usable file in the order of search; later ones are refused. A
/// file that is refused stays in the list with its sentence and leaves nothing else behind. A
/// file that another user could have put there (it is outside the installation's folder, or
/// others can write it) is loaded only if it is trusted with exactly this content. PluginJudge
/// decides on each file before any of its code runs, and PluginLoader loads it when it is first
/// used. A plugin is marked from before it is loaded until the controller's first list has
/// ended; see CrashGuard.
///
/// Not thread-safe: for the thread that owns it.
class PluginCatalogue
{
public:
    /// Looks through the folders and reads metadata; loads nothing.
    /// \a clock measures loading and outlives the catalogue.
    explicit PluginCatalogue(PluginSearch search, Clock &clock = SteadyClock::instance());

    /// In the order of search. A reference stays valid as long as the catalogue.
    [[nodiscard]] const std::list<PluginRecord> &plugins() const { return m_records; }

    /// The usable plugin of that id and kind; null if there is none.
    [[nodiscard]] const PluginRecord *find(std::string_view id, PluginKind kind) const;

    /// Why find() found none: a sentence that says which plugins there are.
    [[nodiscard]] std::string whyNot(std::string_view id, PluginKind kind) const;

    /// Of a file that was found or added; empty for another.
    [[nodiscard]] PluginMetadata metadata(const std::string &file) const;

    /// Adds a file that an operator chose. One that is known is judged again, unless its
    /// code was loaded: a new build of that needs a new process.
    const PluginRecord &add(const std::string &file);

    /// What makeController() would load, for another process to do it: checks trust and
    /// parameters, runs no code. It is the file as it is now, also if another build of it is loaded
    /// here, of which the record goes on to tell. A problem's path as there.
    [[nodiscard]] tl::expected<PluginChoice, JsonProblems> chooseController(const PluginUse &use);

    /// What an operator decides. Each is remembered and takes effect at once, but on what
    /// is loaded only after the end of the process. The error is a sentence.
    [[nodiscard]] tl::expected<void, std::string> trust(const std::string &file,
                                                        const std::string &sha256);
    [[nodiscard]] tl::expected<void, std::string> disable(const std::string &id);
    [[nodiscard]] tl::expected<void, std::string> enable(const std::string &id);
    /// Lets a plugin that crashed be tried again.
    [[nodiscard]] tl::expected<void, std::string> forgive(const std::string &file);
    /// From here on nothing more is loaded. Not remembered.
    void enterSafeMode();

    /// Crashes in a row while the usable plugin of that id, as it is now, was loaded or started
    /// for \a controller. In the order of time.
    [[nodiscard]] std::vector<CrashGuard::Crash> crashesOf(PluginKind kind, std::string_view id,
                                                           const std::string &controller) const;

    /// For an end of the process that runs no destructors: it is no crash.
    void releaseMarks() { m_loader.releaseMarks(); }

    /// For which plugins work, as PluginSearch says.
    [[nodiscard]] const HostIdentity &host() const { return m_search.host; }

    /// Sentences on what goes on with less protection than it should have.
    [[nodiscard]] std::vector<std::string> notices() const;

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
    void judgeAgain();
    [[nodiscard]] PluginTrust trustOf(const std::string &file, std::string sha256) const;
    [[nodiscard]] bool isInstalled(const std::string &file) const;
    [[nodiscard]] bool isInTrustedFolder(const std::string &file) const;
    [[nodiscard]] std::string ownerOfId(const std::string &file, const std::string &id) const;
    static void noteChange(PluginRecord &record);
    [[nodiscard]] PluginRecord *known(const std::string &file);

    /// The file is still one that may be used; the record follows what is found.
    [[nodiscard]] PluginTerms termsOf(PluginRecord &record) const;
    [[nodiscard]] tl::expected<PluginLoader::Loaded, std::string> take(
        PluginRecord &record, const std::string &controller);
    /// The parameters with the schema's defaults filled in.
    [[nodiscard]] tl::expected<QJsonObject, JsonProblems> check(PluginKind kind,
                                                                const PluginUse &use) const;
    template<class Made, class Create>
    [[nodiscard]] tl::expected<Made, JsonProblems> make(PluginKind kind, const PluginUse &use,
                                                        ControllerContext context, Create create);

    PluginSearch m_search;
    PluginDecisions m_decisions;
    PluginLoader m_loader;
    std::vector<std::string> m_notices; ///< besides those of the loader
    std::list<PluginRecord> m_records;
    std::set<std::string> m_broken; ///< files whose loading failed
};

} // namespace qontroller
