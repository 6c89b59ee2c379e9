// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/judgement.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <algorithm>
#include <utility>

namespace qontroller::foldermirror {

namespace {

void append(std::string &text, const std::string &more)
{
    text += (text.empty() || more.empty() ? "" : "; ") + more;
}

std::string quoted(const ListFacts &facts, const std::string &below = {})
{
    return '"' + facts.source + (below.empty() ? "" : '/' + PathCodec::idOf(below)) + '"';
}

bool hasSurplusBelow(const ListFacts &facts, const std::string &folder)
{
    return std::any_of(facts.surplus.begin(), facts.surplus.end(),
                       [&](const std::string &path) { return isAtOrBelow(path, folder); });
}

// What is missing there may be in the file system that was there before, or beneath the new one.
std::string whatMountsWereExchanged(const ListFacts &facts)
{
    std::string text;
    for (const auto &[path, identity] : facts.mounts) {
        const auto before = facts.before->mounts.find(path);
        const bool isNew = before == facts.before->mounts.end();
        if ((isNew || before->second != identity) && hasSurplusBelow(facts, path))
            append(text, (isNew ? "a file system was mounted at "
                                : "another file system than before is mounted at ")
                             + quoted(facts, path));
    }
    return text;
}

// Why what only the target has may not be surplus at all; empty: it is.
std::string whatWasExchanged(const ListFacts &facts)
{
    if (facts.surplus.empty())
        return {};
    if (!facts.before)
        return "the target was not a copy of " + quoted(facts)
               + " so far: what only the target has is not removed before somebody says so";
    if (facts.before->root != facts.root && facts.before->source != facts.source)
        return "the target was a copy of \"" + facts.before->source + "\" so far, not of "
               + quoted(facts);
    if (facts.before->root != facts.root)
        return "the source folder " + quoted(facts)
               + " is another one than before: check that its disk is mounted";
    if (!facts.isOwn && !facts.before->isSettled)
        return "what only the target of " + quoted(facts)
               + " has was held when the program ended, and nobody had decided on it";
    return whatMountsWereExchanged(facts);
}

std::string whatHasGone(const ListFacts &facts)
{
    std::string text;
    for (const std::string &path : facts.gone)
        append(text, "nothing is mounted at " + quoted(facts, path)
                         + " any more, so nothing is concluded of what was there: mount it again, "
                           "or name the folder in exclude if it is gone for good");
    return text;
}

MirrorRecord recordAfter(const ListFacts &facts, bool isExchanged)
{
    MirrorRecord record{facts.source, facts.root, facts.mounts, false};
    for (const std::string &path : facts.gone)
        record.mounts.emplace(path, facts.before->mounts.at(path));
    const bool isWhole = facts.gone.empty() && facts.unreadable.empty();
    const bool wasSettled = facts.before && facts.before->isSettled
                            && facts.before->root == facts.root && !isExchanged;
    record.isSettled = wasSettled || (facts.surplus.empty() && isWhole);
    return record;
}

} // namespace

Judgement judge(const ListFacts &facts)
{
    std::string exchanged = whatWasExchanged(facts);
    MirrorRecord record = recordAfter(facts, !exchanged.empty());
    std::string unknown = whatHasGone(facts);
    append(unknown, facts.unreadable);
    if (!exchanged.empty()) {
        append(exchanged, unknown);
        return {ListResult::replaced(std::move(exchanged)), std::move(record)};
    }
    if (unknown.empty())
        return {ListResult::complete(), std::move(record)};
    std::vector<std::string> below = facts.below;
    for (const std::string &path : facts.gone)
        below.push_back(PathCodec::idOf(path));
    return {ListResult::partial(std::move(unknown), std::move(below)), std::move(record)};
}

} // namespace qontroller::foldermirror
