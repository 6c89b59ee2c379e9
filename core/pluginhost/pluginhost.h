// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/json/jsonpath.h"
#include "core/pluginhost/crashguard.h"
#include "core/pluginhost/plugindecisions.h"
#include "core/pluginhost/pluginfile.h"
#include "core/pluginhost/pluginlibrary.h"
#include "core/pluginhost/pluginmetadata.h"

#include <tl/expected.hpp>

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
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
    std::vector<std::string> disabled = {}; ///< ids
    PluginPolicy policy = PluginPolicy::Load;
    std::vector<std::string> trusted = {}; ///< SHA-256 of files that may be used this time
    std::string decisionsFile = {};        ///< as PluginDecisions; empty: nothing is kept
    std::string guardFolder = {};          ///< as CrashGuard; empty: no guard
    /// Programs that end in a row while a plugin starts, until it is Crashed. At least 1.
    std::size_t crashLimit = 1;
};

enum class PluginState : unsigned char {
    Ready, ///< judged usable; not loaded before somebody needs it
    Loaded,
    Untrusted, ///< nobody agreed to this file with this content
    Disabled,  ///< by --disable-plugin, --safe-mode or an operator's decision
    Crashed,   ///< programs ended while it was loaded or started, and nobody forgave it
    Refused,
};

/// What is known of one file, for the program and for Manage Plugins.
struct PluginRecord
{
    std::string file; ///< absolute
    PluginOrigin origin = PluginOrigin::Installation;
    PluginMetadata metadata;
    PluginState state = PluginState::Refused;
    std::string sentence;             ///< why it cannot be used, and what would help
    std::string distrust;             ///< while Untrusted: why alone, the middle of a sentence
    std::string sha256;               ///< of what was looked at last; empty: unreadable
    std::optional<Duration> loadTime; ///< nothing: it was not loaded

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
    std::string sha256; ///< of what was judged: another content must not be loaded
    QJsonObject parameters;
};

/// Knows every plugin file that was found, judges each before any of its code
/// runs, and loads one when it is first used.
///
/// An id belongs to the first usable file in the order of search; later ones are
/// refused. A file that is refused stays in the list with its sentence and leaves
/// nothing else behind. A file that somebody else could have put there (it is outside
/// the installation's folder, or others can write it) is loaded only if it is trusted
/// with exactly this content. A plugin is marked from before it is loaded until the
/// controller's first list has ended; see CrashGuard.
///
/// Not thread-safe: for the thread that owns it.
class PluginHost
{
public:
    /// Looks through the folders and reads metadata; loads nothing.
    /// \a clock measures loading and outlives the host.
    explicit PluginHost(PluginSearch search, Clock &clock = SteadyClock::instance());

    /// In the order of search. A reference stays valid as long as the host.
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
    /// parameters, runs no code. A problem's path as there.
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

    /// For an end of the process that runs no destructors: it is no crash.
    void releaseMarks() { m_guard.releaseAll(); }

    /// Sentences on what goes on with less protection than it should have.
    [[nodiscard]] const std::vector<std::string> &notices() const { return m_notices; }

    /// Checks the parameters against the plugin's schema, loads it if this is its
    /// first use, and lets it make a controller's parts. A problem's path begins with
    /// `plugin` or `parameters`.
    [[nodiscard]] tl::expected<ControllerParts, JsonProblems> makeController(
        const PluginUse &use, const ControllerContext &context);

    /// As makeController().
    [[nodiscard]] tl::expected<std::shared_ptr<ObjectLocker>, JsonProblems> makeLocker(
        const PluginUse &use, const ControllerContext &context);

private:
    struct Taken
    {
        LoadedPlugin plugin;
        std::shared_ptr<CrashMark> mark; ///< null: it is not guarded
    };

    void scan(const PluginFolder &folder);
    [[nodiscard]] PluginRecord judge(const std::string &file, PluginOrigin origin) const;
    void judgeAgain();
    static void noteChange(PluginRecord &record);
    [[nodiscard]] PluginRecord *known(const std::string &file);
    [[nodiscard]] const PluginRecord *ownerOfId(const PluginRecord &record) const;
    [[nodiscard]] std::string whyLeftOut(const PluginMetadata &metadata) const;
    [[nodiscard]] std::string whyCrashed(const PluginRecord &record) const;
    /// Notes whyUntrusted() in the record, and says it with what would help.
    [[nodiscard]] std::string sayUntrusted(PluginRecord &record) const;
    [[nodiscard]] std::string whyUntrusted(const PluginRecord &record) const;
    [[nodiscard]] bool isInstalled(const std::string &file) const;
    [[nodiscard]] std::shared_ptr<CrashMark> mark(const PluginRecord &record,
                                                  const std::string &controller);
    void lookBack(const PluginRecord &record);
    [[nodiscard]] tl::expected<Taken, std::string> take(PluginRecord &record,
                                                        const std::string &controller);
    [[nodiscard]] tl::expected<Taken, std::string> load(PluginRecord &record,
                                                        const std::string &controller);

    /// The file is as it was trusted.
    [[nodiscard]] tl::expected<void, std::string> verify(PluginRecord &record,
                                                         const PluginFile &file);
    /// The parameters with the schema's defaults filled in.
    [[nodiscard]] tl::expected<QJsonObject, JsonProblems> check(PluginKind kind,
                                                               const PluginUse &use) const;
    template<class Made, class Create>
    [[nodiscard]] tl::expected<Made, JsonProblems> make(PluginKind kind, const PluginUse &use,
                                                        const std::string &controller,
                                                        Create create);

    PluginSearch m_search;
    Clock &m_clock;
    PluginDecisions m_decisions;
    CrashGuard m_guard;
    std::vector<std::string> m_notices;
    std::list<PluginRecord> m_records;
    std::map<std::string, LoadedPlugin> m_loaded; ///< by file
    std::set<std::string> m_broken;               ///< files whose loading failed
};

} // namespace qontroller
