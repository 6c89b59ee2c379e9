// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/mirrorpaths.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace qontroller::foldermirror {

namespace fs = std::filesystem;

namespace {

std::optional<std::string> validateFolder(std::string_view parameter, const std::string &path)
{
    const std::string name(parameter);
    if (path.empty())
        return name + " is missing: give the absolute path of a folder, as in /srv/photos";
    if (path.front() != '/')
        return name + " must be an absolute path, as in /srv/photos, not \"" + path + '"';
    if (path.find('\0') != std::string::npos)
        return name + " must not contain a NUL character";
    return std::nullopt;
}

// With every link resolved and no trailing slash, as far as the path exists.
fs::path resolved(const std::string &path)
{
    std::error_code error;
    fs::path result = fs::weakly_canonical(path, error);
    if (error)
        result = fs::path(path).lexically_normal();
    return result.has_filename() ? result : result.parent_path();
}

bool isWithin(const fs::path &inner, const fs::path &outer)
{
    const auto [outerEnd, innerEnd] = std::mismatch(outer.begin(), outer.end(), inner.begin(),
                                                    inner.end());
    static_cast<void>(innerEnd);
    return outerEnd == outer.end();
}

} // namespace

std::optional<std::string> whyNoFolder(const std::string &parameter, const std::string &path)
{
    std::error_code ignored; // nothing is known to be there then
    const fs::file_status status = fs::status(path, ignored);
    if (!fs::exists(status) || fs::is_directory(status))
        return std::nullopt;
    return parameter + " must be a folder, but \"" + path + "\" is something else";
}

std::optional<std::string> validateFolders(const std::string &source, const std::string &target)
{
    if (auto wrong = validateFolder("source", source))
        return wrong;
    if (auto wrong = validateFolder("target", target))
        return wrong;

    const fs::path from = resolved(source);
    const fs::path to = resolved(target);
    std::error_code error;
    if (from == to || fs::equivalent(from, to, error))
        return "target must be another folder than source, but both are \"" + from.string() + '"';
    if (isWithin(to, from))
        return "target must not be inside source, but \"" + to.string() + "\" is inside \""
               + from.string() + "\": it would be mirrored into itself";
    if (isWithin(from, to))
        return "source must not be inside target, but \"" + from.string() + "\" is inside \""
               + to.string() + "\": it would be removed as something that the source does not have";
    return std::nullopt;
}

} // namespace qontroller::foldermirror
