// SPDX-License-Identifier: LGPL-3.0-or-later
#include "rules.h"

#include "classes.h"

#include <QtCore/QRegularExpression>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace qontroller::architecture {

namespace {

using Violations = std::vector<std::string>;

constexpr std::size_t MostColumns = 100;

bool isSource(std::string_view file)
{
    return file.ends_with(".h") || file.ends_with(".cpp");
}

/// What a compiler reads, too, but no rule here.
bool isOddSource(std::string_view file)
{
    static constexpr std::array<std::string_view, 9> endings{".inc", ".inl", ".ipp", ".tpp", ".hpp",
                                                             ".hh",  ".cc",  ".cxx", ".c"};
    return std::any_of(endings.begin(), endings.end(),
                       [file](auto ending) { return file.ends_with(ending); });
}

bool isScript(std::string_view text)
{
    return text.starts_with("#!");
}

bool mustNameLicense(std::string_view file, std::string_view text)
{
    return isSource(file) || isScript(text) || file.ends_with("CMakeLists.txt")
           || file.ends_with(".cmake") || file.ends_with(".bash");
}

/// True if \a include is a header of this project and not of a library.
bool isOurs(std::string_view include)
{
    return std::any_of(topFolders().begin(), topFolders().end(),
                       [include](auto folder) { return isWithin(include, folder); });
}

bool isOfQt(const std::string &include)
{
    static const QRegularExpression pattern(R"(^(Qt[A-Z]\w*/.*|Q[A-Z]\w*)$)");
    return pattern.match(QString::fromStdString(include)).hasMatch();
}

void checkInclude(const Layer &layer, std::string_view file, const std::string &include,
                  Violations &result)
{
    const auto report = [&](const std::string &what) {
        result.push_back(std::string(file) + ": " + what);
    };
    if (include.starts_with("../") || include.find("/../") != std::string::npos) {
        report("includes \"" + include + "\" by a relative path; write it from the top");
        return;
    }
    if (layer.qt == Qt::Forbidden && isOfQt(include))
        report("includes <" + include + ">, but " + std::string(layer.folder) + " does without Qt");
    if (!isOurs(include) || layerOf(include) == &layer)
        return;
    const bool allowed = std::any_of(layer.mayInclude.begin(), layer.mayInclude.end(),
                                     [&](auto folder) { return isWithin(include, folder); });
    if (!allowed) {
        report("includes \"" + include + "\", but " + std::string(layer.folder)
               + " may not; see layers.cpp");
    }
}

std::vector<std::string> includesOf(std::string_view text)
{
    static const QRegularExpression pattern(R"(^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"])",
                                            QRegularExpression::MultilineOption);
    std::vector<std::string> includes;
    auto matches = pattern.globalMatch(QString::fromUtf8(text.data(), qsizetype(text.size())));
    while (matches.hasNext())
        includes.push_back(matches.next().captured(1).toStdString());
    return includes;
}

/// A path that begins at the file's own folder says nothing of layers.
void checkQuotedIncludes(std::string_view file, std::string_view text, Violations &result)
{
    static const QRegularExpression pattern(R"re(^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)")re",
                                            QRegularExpression::MultilineOption);
    auto matches = pattern.globalMatch(QString::fromUtf8(text.data(), qsizetype(text.size())));
    while (matches.hasNext()) {
        const std::string include = matches.next().captured(1).toStdString();
        if (!isOurs(include) && !include.ends_with(".moc") && !include.starts_with("../"))
            result.push_back(std::string(file) + ": includes \"" + include
                             + "\"; write it from the top");
    }
}

void checkIncludes(const Layer &layer, std::string_view file, std::string_view text,
                   Violations &result)
{
    if (isWithin(file, "core") || isWithin(file, "ui") || isWithin(file, "app"))
        checkQuotedIncludes(file, text, result);
    for (const std::string &include : includesOf(text))
        checkInclude(layer, file, include, result);
}

/// Which header declares a class, as a source sees it.
class Declarations
{
public:
    explicit Declarations(const std::map<std::string, std::string> &texts)
    {
        for (const auto &[file, text] : texts) {
            m_includes[file] = includesOf(text);
            if (!file.ends_with(".h"))
                continue;
            for (const auto &[name, unused] : publicFunctionsIn(text))
                m_classes[file].insert(name);
        }
    }

    /// The header that declares the class \a name (`space::Outer::Inner`), of those that \a file
    /// includes, and its name without namespaces. Empty for a class of the source itself.
    [[nodiscard]] std::pair<std::string, std::string> of(std::string name,
                                                         const std::string &file) const
    {
        const std::vector<std::string> headers = allIncludedBy(file);
        while (true) {
            const std::string outer = name.substr(0, name.find("::"));
            for (const std::string &header : headers) {
                const auto found = m_classes.find(header);
                if (found != m_classes.end() && found->second.contains(outer))
                    return {header, name};
            }
            if (outer.size() == name.size())
                return {};
            name.erase(0, outer.size() + 2);
        }
    }

private:
    /// The nearest first.
    [[nodiscard]] std::vector<std::string> allIncludedBy(const std::string &file) const
    {
        std::vector<std::string> all{file};
        std::set<std::string> seen{file};
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto found = m_includes.find(all[i]);
            if (found == m_includes.end())
                continue;
            for (const std::string &next : found->second) {
                if (seen.insert(next).second)
                    all.push_back(next);
            }
        }
        return all;
    }

    std::map<std::string, std::vector<std::string>> m_includes;
    std::map<std::string, std::set<std::string>> m_classes;
};

void checkLicense(const Layer *layer, std::string_view file, std::string_view text,
                  Violations &result)
{
    const std::string_view head = text.substr(0, 400);
    static constexpr std::string_view tag = "SPDX-License-Identifier: ";
    const std::size_t at = head.find(tag);
    if (at == std::string_view::npos)
        result.push_back(std::string(file) + ": has no SPDX line");
    else if (layer && !layer->license.empty()
             && !head.substr(at + tag.size()).starts_with(layer->license))
        result.push_back(std::string(file) + ": should be " + std::string(layer->license));
}

/// eventually() is how a test waits for a condition.
bool mustNotSleep(std::string_view file)
{
    return isWithin(file, "tests") && !isWithin(file, "tests/benchmarks")
           && file != "tests/support/eventually.h" && file != "tests/support/patience.h";
}

void checkWaiting(std::string_view file, const std::string &code, Violations &result)
{
    static const QRegularExpression pattern(
        R"(\b(qSleep|qWait|sleep_for|sleep_until|usleep|nanosleep|msleep|sleep)\s*\()");
    const auto match = pattern.match(QString::fromStdString(code));
    if (match.hasMatch()) {
        result.push_back(std::string(file) + ": calls " + match.captured(1).toStdString()
                         + "(); wait for a condition instead");
    }
}

/// The classes with more public functions than the rule allows, and why that is right.
bool mayBeLarge(std::string_view file, std::string_view name)
{
    // What may happen to an item, for four doors of the queue: a part of it for each door would
    // need the rest of it all the same.
    const bool isSchedule = file == "core/engine/queue/schedule.h" && name == "Schedule";
    // Values of one attempt for three kinds of threads, most of them one line.
    const bool isRun = file == "core/engine/queue/run.h" && name == "Run";
    return isSchedule || isRun;
}

void checkClasses(std::string_view file, std::string_view text, Violations &result)
{
    for (const auto &[name, count] : publicFunctionsIn(text)) {
        if (count > MostPublicFunctions && !mayBeLarge(file, name)) {
            result.push_back(std::string(file) + ": class " + name + " has " + std::to_string(count)
                             + " public functions, and at most "
                             + std::to_string(MostPublicFunctions) + " are seen at a glance");
        }
    }
}

/// Characters of UTF-8, as an editor counts them.
std::size_t columnsOf(std::string_view line)
{
    return static_cast<std::size_t>(std::ranges::count_if(line, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

void checkColumns(std::string_view file, std::string_view text, Violations &result)
{
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (const std::size_t columns = columnsOf(line); columns > MostColumns)
            result.push_back(std::string(file) + ": line " + std::to_string(number) + " has "
                             + std::to_string(columns) + " columns; wrap it after "
                             + std::to_string(MostColumns));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
}

std::string readAll(const std::filesystem::path &path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool isSkipped(const std::filesystem::path &folder)
{
    const std::string name = folder.filename().string();
    return name == "build" || (name.starts_with('.') && name != ".ci");
}

/// The length up to and with \a end in \a text, looked for after \a start characters.
std::size_t lengthThrough(std::string_view text, std::string_view end, std::size_t start)
{
    const std::size_t at = text.find(end, start);
    return at == std::string_view::npos ? text.size() : at + end.size();
}

std::size_t quotedLength(std::string_view text)
{
    std::size_t length = 1;
    while (length < text.size() && text[length] != text[0] && text[length] != '\n')
        length += text[length] == '\\' ? 2 : 1;
    return length + 1;
}

/// How much of the start of \a text is a comment or a literal; 0 if nothing.
std::size_t blankLength(std::string_view text)
{
    if (text.starts_with("//"))
        return std::min(text.find('\n'), text.size());
    if (text.starts_with("/*"))
        return lengthThrough(text, "*/", 2);
    if (text.starts_with("R\"("))
        return lengthThrough(text, ")\"", 3);
    // Only this character literal could be taken for the start of a string.
    if (text.starts_with('"') || text.starts_with("'\"'"))
        return quotedLength(text);
    return 0;
}

} // namespace

std::string codeOnly(std::string_view text)
{
    std::string result(text);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = std::min(blankLength(text.substr(i)), text.size() - i);
        std::replace_if(
            result.begin() + i, result.begin() + i + length, [](char c) { return c != '\n'; }, ' ');
        i += std::max<std::size_t>(length, 1);
    }
    return result;
}

std::vector<std::string> violationsOf(std::string_view file, std::string_view text)
{
    Violations result;
    const Layer *layer = layerOf(file);
    const bool isInFolder = file.find('/') != std::string_view::npos && !file.starts_with('.');
    if (isSource(file) && !layer && isInFolder)
        result.push_back(std::string(file) + ": belongs to no layer; see layers.cpp");
    if (isOddSource(file))
        result.push_back(std::string(file) + ": is read as code; call it .h or .cpp");
    if (mustNameLicense(file, text))
        checkLicense(layer, file, text, result);
    if (isSource(file) && layer)
        checkIncludes(*layer, file, text, result);
    if (file.ends_with(".h") && !isWithin(file, "tests"))
        checkClasses(file, text, result);
    if (isSource(file) && !isWithin(file, "tests"))
        checkColumns(file, text, result);
    if (isSource(file) && mustNotSleep(file))
        checkWaiting(file, codeOnly(text), result);
    return result;
}

std::string violationOfTopFolder(std::string_view folder)
{
    const auto allowed = topFolders();
    if (folder.starts_with('.')
        || std::find(allowed.begin(), allowed.end(), folder) != allowed.end())
        return {};
    return std::string(folder) + ": is not a folder that belongs at the top";
}

std::vector<std::string> violationsOfClasses(const std::map<std::string, std::string> &texts)
{
    const Declarations declarations(texts);
    // By the header and the name of the class: those of two headers are not the same.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> files;
    for (const auto &[file, text] : texts) {
        if (file.ends_with(".h"))
            continue;
        for (const std::string &name : classesDefinedIn(text)) {
            if (auto [header, declared] = declarations.of(name, file); !header.empty())
                files[{std::move(header), std::move(declared)}].push_back(file);
        }
    }
    Violations result;
    for (const auto &[place, where] : files) {
        if (where.size() > 1)
            result.push_back(where[1] + ": defines functions of " + place.second + ", as "
                             + where[0] + " does; a class has one source");
    }
    return result;
}

std::vector<std::string> violationsOfNames(const std::map<std::string, std::string> &texts)
{
    std::map<std::string, std::string> headers;
    std::map<std::string, std::string> files;
    Violations result;
    for (const auto &[file, text] : texts) {
        if (!file.ends_with(".h") || isWithin(file, "tests") || isWithin(file, "resources"))
            continue;
        const auto [other, isFirst] = files.insert({file.substr(file.rfind('/') + 1), file});
        if (!isFirst)
            result.push_back(file + ": is called as " + other->second
                             + " is; a program has one header of a name");
        for (const std::string &name : classesOf(text)) {
            const auto [first, isNew] = headers.insert({name, file});
            if (!isNew)
                result.push_back(file + ": defines " + name + ", as " + first->second
                                 + " does; a program has one class of a name");
        }
    }
    return result;
}

std::vector<std::string> violationsOfLayers(const std::filesystem::path &top)
{
    Violations result;
    const auto check = [&](std::string_view row, std::string_view path) {
        if (!std::filesystem::exists(top / path)) {
            result.push_back("layers.cpp: the row " + std::string(row) + " names "
                             + std::string(path) + ", which does not exist");
        }
    };
    for (const Layer &layer : layers()) {
        check(layer.folder, layer.folder);
        for (const std::string_view included : layer.mayInclude)
            check(layer.folder, included);
    }
    return result;
}

std::vector<std::string> violationsOfPermissions(std::span<const Layer> table,
                                                 const std::map<std::string, std::string> &texts)
{
    std::map<const Layer *, std::set<std::string>> includes;
    for (const auto &[file, text] : texts) {
        if (const Layer *layer = layerOf(table, file)) {
            for (std::string &include : includesOf(text))
                includes[layer].insert(std::move(include));
        }
    }
    Violations result;
    for (const Layer &layer : table) {
        for (const std::string_view permitted : layer.mayInclude) {
            const bool isUsed = std::ranges::any_of(includes[&layer], [&](const auto &include) {
                return isWithin(include, permitted);
            });
            if (!isUsed) {
                result.push_back("layers.cpp: the row " + std::string(layer.folder) + " permits "
                                 + std::string(permitted) + ", which no file there includes");
            }
        }
    }
    return result;
}

std::vector<std::string> violationsBelow(const std::filesystem::path &top)
{
    namespace fs = std::filesystem;
    Violations result = violationsOfLayers(top);
    std::map<std::string, std::string> texts;
    for (const auto &entry : fs::directory_iterator(top)) {
        if (!entry.is_directory())
            continue;
        if (auto violation = violationOfTopFolder(entry.path().filename().string());
            !violation.empty())
            result.push_back(std::move(violation));
    }
    for (fs::recursive_directory_iterator entry(top), end; entry != end; ++entry) {
        if (entry->is_symlink() || (entry->is_directory() && isSkipped(entry->path()))) {
            entry.disable_recursion_pending();
            continue;
        }
        if (!entry->is_regular_file())
            continue;
        const std::string file = fs::relative(entry->path(), top).generic_string();
        std::string text = readAll(entry->path());
        for (std::string &violation : violationsOf(file, text))
            result.push_back(std::move(violation));
        if (isSource(file))
            texts.emplace(file, std::move(text));
    }
    for (std::string &violation : violationsOfPermissions(layers(), texts))
        result.push_back(std::move(violation));
    std::erase_if(texts, [](const auto &entry) { return isWithin(entry.first, "tests"); });
    for (std::string &violation : violationsOfNames(texts))
        result.push_back(std::move(violation));
    for (std::string &violation : violationsOfClasses(texts))
        result.push_back(std::move(violation));
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace qontroller::architecture
