// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/plugincatalogue.h"

#include "core/base/files/otherwriters.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/json/parameters.h"
#include "core/plugins/load/callcreate.h"
#include "core/plugins/load/guardedlister.h"
#include "core/plugins/load/pluginfile.h"
#include "core/plugins/load/pluginlibrary.h"

#include <QtCore/QLibrary>

#include <algorithm>
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

/// Of its parameters, as its code gets it: one that takes none says so in words.
JsonProblems problemOf(const char *key, std::string text)
{
    return {JsonProblem{JsonPath().key(key), std::move(text)}};
}

} // namespace

PluginCatalogue::PluginCatalogue(PluginSearch search, Clock &clock)
    : m_search(std::move(search))
    , m_decisions(m_search.decisionsFile)
    , m_loader(m_search.guardFolder, clock)
{
    if (!m_decisions.problem().empty())
        m_notices.push_back(m_decisions.problem());
    for (const PluginFolder &folder : m_search.folders)
        scan(folder);
}

void PluginCatalogue::scan(const PluginFolder &folder)
{
    for (const std::string &file : librariesIn(folder.path)) {
        if (!known(file))
            m_records.push_back(judge(file, folder.origin));
    }
}

PluginRecord PluginCatalogue::judge(const std::string &file, PluginOrigin origin) const
{
    MetadataReading reading = inspectLibrary(file);
    PluginRecord record;
    record.file = file;
    record.origin = origin;
    record.metadata = reading.metadata;
    record.sha256 = PluginFile(file).sha256().value_or(std::string());
    const std::string &id = record.metadata.id;
    PluginVerdict verdict = PluginJudge(m_search).judge(
        {std::move(reading), ownerOfId(file, id), m_decisions.isDisabled(id),
         m_loader.crashesOf(file, record.sha256), trustOf(file, record.sha256)});
    record.state = verdict.state;
    record.sentence = verdict.why.empty() ? std::string() : file + ' ' + verdict.why;
    record.distrust = std::move(verdict.distrust);
    return record;
}

// What is loaded stays, and what could not be loaded is judged when it is added again.
void PluginCatalogue::judgeAgain()
{
    for (PluginRecord &record : m_records) {
        if (record.state != PluginState::Loaded && !m_broken.contains(record.file))
            record = judge(record.file, record.origin);
    }
}

PluginTrust PluginCatalogue::trustOf(const std::string &file, std::string sha256) const
{
    return {std::move(sha256), m_decisions.trustedSha256(file), whoElseCanWrite(file),
            isInstalled(file), isInTrustedFolder(file)};
}

bool PluginCatalogue::isInTrustedFolder(const std::string &file) const
{
    const auto isAbove = [&file](const std::string &folder) {
        return file.starts_with(canonicalPath(folder) + '/');
    };
    return std::ranges::any_of(m_search.trustedFolders, isAbove) && whoElseReplaces(file).empty();
}

bool PluginCatalogue::isInstalled(const std::string &file) const
{
    const std::string folder = fs::path(file).parent_path().string();
    return std::ranges::any_of(m_search.folders, [&folder](const PluginFolder &each) {
        return each.origin == PluginOrigin::Installation && canonicalPath(each.path) == folder;
    });
}

// One that is loaded keeps its id, else the first in the order of search has it.
std::string PluginCatalogue::ownerOfId(const std::string &file, const std::string &id) const
{
    bool earlier = true;
    for (const PluginRecord &other : m_records) {
        if (other.file == file)
            earlier = false;
        else if (other.metadata.id == id && other.isUsable()
                 && (earlier || other.state == PluginState::Loaded))
            return other.file;
    }
    return {};
}

// What was mapped once stays, and the same name would give it again.
void PluginCatalogue::noteChange(PluginRecord &record)
{
    if (PluginFile(record.file).sha256().value_or(record.sha256) != record.sha256)
        record.sentence = record.file + " could not be loaded and has changed since: start this "
                          + "program again to use it";
}

PluginRecord *PluginCatalogue::known(const std::string &file)
{
    const auto it = std::ranges::find(m_records, file, &PluginRecord::file);
    return it == m_records.end() ? nullptr : &*it;
}

const PluginRecord *PluginCatalogue::find(std::string_view id, PluginKind kind) const
{
    return findUsable(m_records, id, kind);
}

std::string PluginCatalogue::whyNot(std::string_view id, PluginKind kind) const
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

PluginMetadata PluginCatalogue::metadata(const std::string &file) const
{
    const auto it = std::ranges::find(m_records, canonicalPath(file), &PluginRecord::file);
    return it == m_records.end() ? PluginMetadata() : it->metadata;
}

const PluginRecord &PluginCatalogue::add(const std::string &file)
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

tl::expected<void, std::string> PluginCatalogue::trust(const std::string &file,
                                                       const std::string &sha256)
{
    auto done = m_decisions.trust(canonicalPath(file), sha256);
    judgeAgain();
    return done;
}

tl::expected<void, std::string> PluginCatalogue::disable(const std::string &id)
{
    auto done = m_decisions.disable(id);
    judgeAgain();
    return done;
}

tl::expected<void, std::string> PluginCatalogue::enable(const std::string &id)
{
    auto done = m_decisions.enable(id);
    judgeAgain();
    return done;
}

tl::expected<void, std::string> PluginCatalogue::forgive(const std::string &file)
{
    auto done = m_loader.forgive(canonicalPath(file));
    judgeAgain();
    return done;
}

void PluginCatalogue::enterSafeMode()
{
    m_search.policy = PluginPolicy::SafeMode;
    judgeAgain();
}

std::vector<std::string> PluginCatalogue::notices() const
{
    std::vector<std::string> all = m_notices;
    all.insert(all.end(), m_loader.notices().begin(), m_loader.notices().end());
    return all;
}

PluginTerms PluginCatalogue::termsOf(PluginRecord &record) const
{
    const auto objectionTo = [this, &record](const std::string &sha256) {
        record.sha256 = sha256;
        PluginVerdict verdict = PluginJudge(m_search).judgeTrust(trustOf(record.file, sha256));
        record.distrust = std::move(verdict.distrust);
        if (verdict.state == PluginState::Untrusted)
            record.state = PluginState::Untrusted;
        return std::move(verdict.why);
    };
    return {objectionTo,
            "was changed while it was loaded: start this program again once it is complete"};
}

tl::expected<PluginLoader::Loaded, std::string> PluginCatalogue::take(PluginRecord &record,
                                                                      const std::string &controller)
{
    auto loaded = m_loader.load({record.file, record.sha256, controller}, termsOf(record));
    if (loaded) {
        record.state = PluginState::Loaded;
        if (loaded->loadTime)
            record.loadTime = loaded->loadTime;
        return *std::move(loaded);
    }
    if (record.state != PluginState::Untrusted) {
        record.state = PluginState::Refused;
        m_broken.insert(record.file);
    }
    record.sentence = record.file + ' ' + loaded.error().text;
    return tl::unexpected(record.sentence);
}

std::vector<CrashGuard::Crash> PluginCatalogue::crashesOf(PluginKind kind, std::string_view id,
                                                          const std::string &controller) const
{
    const PluginRecord *const record = find(id, kind);
    if (!record)
        return {};
    auto crashes = m_loader.crashesOf(record->file, record->sha256);
    std::erase_if(crashes, [&controller](const CrashGuard::Crash &crash) {
        return crash.attempt.controller != controller;
    });
    return crashes;
}

tl::expected<QJsonObject, JsonProblems> PluginCatalogue::check(PluginKind kind,
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

tl::expected<PluginChoice, JsonProblems> PluginCatalogue::chooseController(const PluginUse &use)
{
    auto values = check(PluginKind::Controller, use);
    if (!values)
        return tl::unexpected(std::move(values.error()));
    PluginRecord &record = *findUsable(m_records, use.id, PluginKind::Controller);
    PluginRecord onDisk = record;
    const auto verified = PluginLoader::verify(onDisk.file, termsOf(onDisk));
    if (!verified)
        onDisk.sentence = onDisk.file + ' ' + verified.error();
    if (record.state != PluginState::Loaded)
        record = onDisk;
    if (!verified)
        return tl::unexpected(problemOf("plugin", onDisk.sentence));
    return PluginChoice{onDisk.file, onDisk.sha256, std::move(*values), onDisk.metadata.parameters};
}

template<class Made, class Create>
tl::expected<Made, JsonProblems> PluginCatalogue::make(PluginKind kind, const PluginUse &use,
                                                       ControllerContext context, Create create)
{
    const auto values = check(kind, use);
    if (!values)
        return tl::unexpected(values.error());
    PluginRecord &record = *findUsable(m_records, use.id, kind);
    const auto taken = take(record, context.controllerName);
    if (!taken)
        return tl::unexpected(problemOf("plugin", taken.error()));
    context.schema = record.metadata.schema();
    context.host = m_search.host;
    const SuspectCall suspect = CrashMark::suspectCall(taken->mark.get());
    auto made = callCreate(record.metadata, *values,
                           [&] { return create(*taken, *values, context); });
    if (made)
        return *std::move(made);
    JsonProblems problems = below(JsonPath().key("parameters"),
                                  problemsIn(record.metadata.parameters, made.error().text));
    for (JsonProblem &problem : problems) {
        if (made.error().isThrown)
            problem.cause = ProblemCause::Crash;
    }
    return tl::unexpected(std::move(problems));
}

tl::expected<ControllerParts, JsonProblems> PluginCatalogue::makeController(
    const PluginUse &use, const ControllerContext &context)
{
    return make<ControllerParts>(PluginKind::Controller, use, context,
                                 [](const PluginLoader::Loaded &taken, const QJsonObject &values,
                                    const ControllerContext &own) {
                                     auto parts = taken.plugin.controller->create(values, own);
                                     if (parts && parts->listerWatcher && taken.mark)
                                         parts->listerWatcher = std::make_shared<GuardedLister>(
                                             std::move(parts->listerWatcher), taken.mark);
                                     return parts;
                                 });
}

tl::expected<std::shared_ptr<ObjectLocker>, JsonProblems> PluginCatalogue::makeLocker(
    const PluginUse &use, const ControllerContext &context)
{
    return make<std::shared_ptr<ObjectLocker>>(PluginKind::Locker, use, context,
                                               [](const PluginLoader::Loaded &taken,
                                                  const QJsonObject &values,
                                                  const ControllerContext &own) {
                                                   return taken.plugin.locker->create(values, own);
                                               });
}

} // namespace qontroller
