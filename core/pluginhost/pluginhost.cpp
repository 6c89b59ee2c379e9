// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/pluginhost/pluginhost.h"

#include "core/pluginhost/jsontext.h"
#include "core/pluginhost/parameters.h"

#include <QtCore/QLibrary>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

/// The same text for the same file, whatever links lead to it.
std::string canonical(const std::string &file)
{
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(file, ignored);
    return path.empty() ? file : path.string();
}

std::vector<std::string> librariesIn(const std::string &folder)
{
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!it->is_directory(error)
            && QLibrary::isLibrary(QString::fromStdString(it->path().string())))
            files.push_back(canonical(it->path().string()));
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

/// The only place where what a plugin throws while it makes something is caught.
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

PluginHost::PluginHost(PluginSearch search)
    : m_search(std::move(search))
{
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

const PluginRecord *PluginHost::known(const std::string &file) const
{
    const auto it = std::find_if(m_records.begin(), m_records.end(),
                                 [&](const PluginRecord &record) { return record.file == file; });
    return it == m_records.end() ? nullptr : &*it;
}

PluginRecord PluginHost::judge(const std::string &file, PluginOrigin origin) const
{
    MetadataReading reading = inspectLibrary(file);
    PluginRecord record{file, origin, std::move(reading.metadata), PluginState::Refused, {}};
    if (!reading.problem.empty()) {
        record.sentence = file + ' ' + reading.problem;
        return record;
    }
    if (const std::string why = whyLeftOut(record.metadata); !why.empty()) {
        record.state = PluginState::Disabled;
        record.sentence = file + ' ' + why;
        return record;
    }
    for (const PluginRecord &other : m_records) {
        if (other.isUsable() && other.metadata.id == record.metadata.id) {
            record.sentence = file + " has the id " + other.metadata.id + ", which belongs to "
                              + other.file + ": remove one of the two files";
            return record;
        }
    }
    record.state = PluginState::Ready;
    return record;
}

std::string PluginHost::whyLeftOut(const PluginMetadata &metadata) const
{
    if (m_search.policy == PluginPolicy::SafeMode)
        return "is not loaded in safe mode: start without --safe-mode to use it";
    const auto &ids = m_search.disabled;
    if (std::find(ids.begin(), ids.end(), metadata.id) == ids.end())
        return {};
    return "is left out: start without --disable-plugin " + metadata.id + " to use it";
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

PluginRecord PluginHost::inspect(const std::string &file) const
{
    const std::string path = canonical(file);
    const PluginRecord *record = known(path);
    return record ? *record : judge(path, PluginOrigin::Operator);
}

const PluginRecord &PluginHost::add(const std::string &file)
{
    const std::string path = canonical(file);
    if (const PluginRecord *record = known(path))
        return *record;
    return m_records.emplace_back(judge(path, PluginOrigin::Operator));
}

tl::expected<LoadedPlugin, std::string> PluginHost::load(PluginRecord &record)
{
    if (const auto it = m_loaded.find(record.file); it != m_loaded.end())
        return it->second;
    auto plugin = loadLibrary(record.file);
    if (plugin) {
        record.state = PluginState::Loaded;
        m_loaded.emplace(record.file, *plugin);
        return plugin;
    }
    record.state = PluginState::Refused;
    record.sentence = record.file + ' ' + plugin.error();
    return tl::unexpected(record.sentence);
}

tl::expected<PluginChoice, JsonProblems> PluginHost::choose(PluginKind kind,
                                                            const PluginUse &use) const
{
    const PluginRecord *const found = find(use.id, kind);
    if (!found)
        return tl::unexpected(problemOf("plugin", whyNot(use.id, kind)));
    CheckedParameters checked = checkParameters(found->metadata.parameters, use.parameters);
    if (!checked.problems.empty())
        return tl::unexpected(below(JsonPath().key("parameters"), std::move(checked.problems)));
    return PluginChoice{found->file, std::move(checked.values)};
}

tl::expected<PluginChoice, JsonProblems> PluginHost::chooseController(const PluginUse &use) const
{
    return choose(PluginKind::Controller, use);
}

template<class Made, class Create>
tl::expected<Made, JsonProblems> PluginHost::make(PluginKind kind, const PluginUse &use,
                                                  Create create)
{
    const auto chosen = choose(kind, use);
    if (!chosen)
        return tl::unexpected(chosen.error());
    const auto plugin = load(*findUsable(m_records, use.id, kind));
    if (!plugin)
        return tl::unexpected(problemOf("plugin", plugin.error()));
    auto made = guarded<Made>(use.id, [&] { return create(*plugin, chosen->parameters); });
    if (!made)
        return tl::unexpected(problemOf("parameters", std::move(made.error())));
    return std::move(*made);
}

tl::expected<ControllerParts, JsonProblems> PluginHost::makeController(
    const PluginUse &use, const ControllerContext &context)
{
    return make<ControllerParts>(PluginKind::Controller, use,
                                 [&](const LoadedPlugin &plugin, const QJsonObject &values) {
                                     return plugin.controller->create(values, context);
                                 });
}

tl::expected<std::shared_ptr<ObjectLocker>, JsonProblems> PluginHost::makeLocker(
    const PluginUse &use, const ControllerContext &context)
{
    return make<std::shared_ptr<ObjectLocker>>(PluginKind::Locker, use,
                                               [&](const LoadedPlugin &plugin,
                                                   const QJsonObject &values) {
                                                   return plugin.locker->create(values, context);
                                               });
}

} // namespace qontroller
