// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/pluginhost/pluginhost.h"

#include "core/json/jsontext.h"
#include "core/json/parameters.h"
#include "core/json/secrets.h"
#include "core/pluginhost/guardedlister.h"
#include "core/pluginhost/pluginfile.h"

#include <QtCore/QLibrary>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> librariesIn(const std::string &folder)
{
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!it->is_directory(error)
            && QLibrary::isLibrary(QString::fromStdString(it->path().string())))
            files.push_back(canonicalPath(it->path().string()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The usable plugin of that id and kind, in constant records or others; null if there is none.
template<class Records>
auto findUsable(Records &records, std::string_view id, PluginKind kind)
    -> decltype(&records.front())
{
    for (auto &each : records) {
        if (each.isUsable() && each.metadata.id == id && each.metadata.kind == kind)
            return &each;
    }
    return nullptr;
}

JsonProblems problemOf(const char *key, std::string text)
{
    return {JsonProblem{JsonPath().key(key), std::move(text)}};
}

/// The only place in this process where what a plugin throws while it makes something is caught.
template<class Made, class Call>
tl::expected<Made, std::string> guarded(const std::string &id, Call call)
{
    std::string thrown = "something that is not a std::exception";
    try {
        return call();
    } catch (const std::exception &exception) {
        thrown = exception.what();
    } catch (...) {
    }
    return tl::unexpected("the plugin " + id + " threw \"" + thrown
                          + "\" instead of saying what is wrong");
}

} // namespace

PluginHost::PluginHost(PluginSearch search, Clock &clock)
    : m_search(std::move(search))
    , m_clock(clock)
    , m_decisions(m_search.decisionsFile)
    , m_guard(m_search.guardFolder)
{
    if (!m_decisions.problem().empty())
        m_notices.push_back(m_decisions.problem());
    for (const PluginFolder &folder : m_search.folders)
        scan(folder);
}

void PluginHost::scan(const PluginFolder &folder)
{
    for (const std::string &file : librariesIn(folder.path)) {
        if (!known(file))
            m_records.push_back(judge(file, folder.origin));
    }
}

PluginRecord *PluginHost::known(const std::string &file)
{
    const auto it = std::ranges::find(m_records, file, &PluginRecord::file);
    return it == m_records.end() ? nullptr : &*it;
}

const PluginRecord *PluginHost::find(std::string_view id, PluginKind kind) const
{
    return findUsable(m_records, id, kind);
}

std::string PluginHost::whyNot(std::string_view id, PluginKind kind) const
{
    std::vector<std::string> ids;
    for (const PluginRecord &each : m_records) {
        const bool claimsId = each.metadata.id == id && each.metadata.kind == kind;
        if (!each.isUsable() && (claimsId || fs::path(each.file).stem() == id))
            return each.sentence;
        if (each.isUsable() && each.metadata.kind == kind)
            ids.push_back(each.metadata.id);
    }
    const std::string none = "there is no " + std::string(name(kind)) + " plugin \""
                             + std::string(id) + "\": ";
    if (!ids.empty())
        return none + (ids.size() == 1 ? "there is only " : "there are ") + enumerate(ids);
    std::vector<std::string> folders;
    for (const PluginFolder &folder : m_search.folders)
        folders.push_back(folder.path);
    return none
           + (folders.empty() ? "no folder is searched, so name one with --plugin-path"
                              : "there are none in " + enumerate(folders));
}

PluginMetadata PluginHost::metadata(const std::string &file) const
{
    const auto it = std::ranges::find(m_records, canonicalPath(file), &PluginRecord::file);
    return it == m_records.end() ? PluginMetadata() : it->metadata;
}

const PluginRecord &PluginHost::add(const std::string &file)
{
    const std::string path = canonicalPath(file);
    PluginRecord *record = known(path);
    if (!record)
        return m_records.emplace_back(judge(path, PluginOrigin::Operator));
    if (m_broken.contains(path))
        noteChange(*record);
    else if (record->state != PluginState::Loaded)
        *record = judge(path, record->origin);
    return *record;
}

tl::expected<void, std::string> PluginHost::trust(const std::string &file,
                                                  const std::string &sha256)
{
    auto done = m_decisions.trust(canonicalPath(file), sha256);
    judgeAgain();
    return done;
}

tl::expected<void, std::string> PluginHost::disable(const std::string &id)
{
    auto done = m_decisions.disable(id);
    judgeAgain();
    return done;
}

tl::expected<void, std::string> PluginHost::enable(const std::string &id)
{
    auto done = m_decisions.enable(id);
    judgeAgain();
    return done;
}

tl::expected<void, std::string> PluginHost::forgive(const std::string &file)
{
    auto done = m_guard.forgive(canonicalPath(file));
    judgeAgain();
    return done;
}

void PluginHost::enterSafeMode()
{
    m_search.policy = PluginPolicy::SafeMode;
    judgeAgain();
}

// An unguarded plugin is better than none: it is said, once.
std::shared_ptr<CrashMark> PluginHost::mark(const PluginRecord &record,
                                            const std::string &controller)
{
    auto made = m_guard.mark({record.file, record.sha256, controller});
    if (made)
        return std::move(*made);
    if (std::ranges::count(m_notices, made.error()) == 0)
        m_notices.push_back(made.error());
    return nullptr;
}

tl::expected<PluginHost::Taken, std::string> PluginHost::take(PluginRecord &record,
                                                              const std::string &controller)
{
    if (const auto it = m_loaded.find(record.file); it != m_loaded.end())
        return Taken{it->second, mark(record, controller)};
    auto taken = load(record, controller);
    if (taken) {
        record.state = PluginState::Loaded;
        m_loaded.emplace(record.file, taken->plugin);
        return taken;
    }
    if (record.state != PluginState::Untrusted) {
        record.state = PluginState::Refused;
        m_broken.insert(record.file);
    }
    record.sentence = record.file + ' ' + taken.error();
    return tl::unexpected(record.sentence);
}

// What gets here after a crash is a new build, or is tried once more.
void PluginHost::lookBack(const PluginRecord &record)
{
    if (const auto done = m_guard.forgiveOthers(record.file, record.sha256); !done)
        m_notices.push_back(done.error());
    const auto crashes = m_guard.crashesOf(record.file, record.sha256);
    if (!crashes.empty())
        m_notices.push_back(record.file + ' ' + whatCrashed(crashes)
                            + ": it is tried again, and refused after "
                            + std::to_string(m_search.crashLimit) + " such ends in a row");
}

tl::expected<void, std::string> PluginHost::verify(PluginRecord &record, const PluginFile &file)
{
    auto sha256 = file.sha256();
    if (!sha256)
        return tl::unexpected(std::move(sha256.error()));
    record.sha256 = std::move(*sha256);
    if (std::string why = sayUntrusted(record); !why.empty()) {
        record.state = PluginState::Untrusted;
        return tl::unexpected(std::move(why));
    }
    return {};
}

tl::expected<PluginHost::Taken, std::string> PluginHost::load(PluginRecord &record,
                                                              const std::string &controller)
{
    const PluginFile file(record.file);
    if (auto verified = verify(record, file); !verified)
        return tl::unexpected(std::move(verified.error()));
    lookBack(record);
    Taken taken{{}, mark(record, controller)};
    const TimePoint begun = m_clock.now();
    auto plugin = loadLibrary(record.file);
    if (!plugin)
        return tl::unexpected(std::move(plugin.error()));
    record.loadTime = m_clock.now() - begun;
    if (!file.isUnchanged())
        return tl::unexpected(std::string("was changed while it was loaded: start this program "
                                          "again once it is complete"));
    taken.plugin = *plugin;
    return taken;
}

tl::expected<QJsonObject, JsonProblems> PluginHost::check(PluginKind kind,
                                                         const PluginUse &use) const
{
    const PluginRecord *const found = find(use.id, kind);
    if (!found)
        return tl::unexpected(problemOf("plugin", whyNot(use.id, kind)));
    CheckedParameters checked = checkParameters(found->metadata.parameters, use.parameters);
    if (!checked.problems.empty())
        return tl::unexpected(below(JsonPath().key("parameters"), std::move(checked.problems)));
    return std::move(checked.values);
}

tl::expected<PluginChoice, JsonProblems> PluginHost::chooseController(const PluginUse &use)
{
    auto values = check(PluginKind::Controller, use);
    if (!values)
        return tl::unexpected(std::move(values.error()));
    PluginRecord &record = *findUsable(m_records, use.id, PluginKind::Controller);
    if (const auto verified = verify(record, PluginFile(record.file)); !verified) {
        record.sentence = record.file + ' ' + verified.error();
        return tl::unexpected(problemOf("plugin", record.sentence));
    }
    return PluginChoice{record.file, record.sha256, std::move(*values)};
}

template<class Made, class Create>
tl::expected<Made, JsonProblems> PluginHost::make(PluginKind kind, const PluginUse &use,
                                                  const std::string &controller, Create create)
{
    const auto values = check(kind, use);
    if (!values)
        return tl::unexpected(values.error());
    PluginRecord &record = *findUsable(m_records, use.id, kind);
    const QJsonObject &schema = record.metadata.parameters;
    const auto taken = take(record, controller);
    if (!taken)
        return tl::unexpected(problemOf("plugin", taken.error()));
    auto made = guarded<Made>(use.id, [&] { return create(*taken, *values); });
    if (!made)
        return tl::unexpected(problemOf("parameters", withoutSecrets(std::move(made.error()),
                                                                     schema, *values)));
    return std::move(*made);
}

tl::expected<ControllerParts, JsonProblems> PluginHost::makeController(
    const PluginUse &use, const ControllerContext &context)
{
    return make<ControllerParts>(PluginKind::Controller, use, context.controllerName,
                                 [&](const Taken &taken, const QJsonObject &values) {
                                     auto parts = taken.plugin.controller->create(values, context);
                                     if (parts && parts->listerWatcher && taken.mark)
                                         parts->listerWatcher = std::make_shared<GuardedLister>(
                                             std::move(parts->listerWatcher), taken.mark);
                                     return parts;
                                 });
}

tl::expected<std::shared_ptr<ObjectLocker>, JsonProblems> PluginHost::makeLocker(
    const PluginUse &use, const ControllerContext &context)
{
    return make<std::shared_ptr<ObjectLocker>>(PluginKind::Locker, use, context.controllerName,
                                               [&](const Taken &taken, const QJsonObject &values) {
                                                   return taken.plugin.locker->create(values,
                                                                                      context);
                                               });
}

} // namespace qontroller
