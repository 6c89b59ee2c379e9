// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/failure.h"

#include "app/plugins/foldermirror/pathcodec.h"
#include "core/base/faults/shortage.h"

#include <system_error>

namespace qontroller::foldermirror {

namespace {

bool neverHelpsToRetry(int code)
{
    return code == ENAMETOOLONG || code == EFBIG || code == EILSEQ;
}

std::string_view advice(int code)
{
    switch (code) {
    case EACCES:
    case EPERM:
        return "give this program's user the permission, or run it as another user; a service sees "
               "what is in /home if systemd's ProtectHome= lets it";
    case ENOSPC: return "free some space (or inodes) there";
    case EDQUOT: return "free some space there or raise the user's quota";
    case EROFS:
        return "mount the file system for writing; a service may write where ReadWritePaths= of "
               "systemd names the folder";
    case ENAMETOOLONG: return "give the source a shorter name, or the target a shorter path";
    case EFBIG: return "the target (or ulimit -f) must allow files of this size";
    case EILSEQ: return "the target's file system does not take such a name; rename the source";
    case EMFILE:
    case ENFILE: return "raise the limit of open files (ulimit -n)";
    case EIO: return "check the disk";
    case ESTALE:
        return "another folder is in its place; the next list takes that one up, or says why not";
    case ENOENT:
    case ENOTDIR: return "check that it is there and mounted";
    case ENOMEDIUM:
        return "the file system that was mounted there is away; what was in it is neither copied "
               "nor removed";
    case EBUSY: return "unmount what is mounted there";
    case ENOTSUP:
        return "its copy would be open to more users than the source is: mount the target so that "
               "only this program's user may read it, or leave the source out with exclude";
    case ELOOP: return "a symbolic link stands where a folder should be";
    default: return {};
    }
}

} // namespace

std::string sentence(const Failure &failure)
{
    // Escaped like an id, so that the sentence stays one line of UTF-8.
    const std::string quoted = '"' + PathCodec::idOf(failure.path) + '"';
    if (failure.code == UsedByAnother)
        return "the target " + quoted
               + " is used by another mirror, of this program or another: give each a target of "
                 "its own";
    if (failure.code == NameIsTaken)
        return "the target does not tell upper from lower case, and " + quoted
               + " of the source is copied there: rename one of them";
    std::string text = "cannot ";
    text.append(failure.doing).append(" ").append(quoted).append(": ");
    text += std::generic_category().message(failure.code);
    if (const std::string_view what = advice(failure.code); !what.empty())
        text.append("; ").append(what);
    return text;
}

Outcome outcomeOf(const Failure &failure)
{
    constexpr auto AfterNextList = std::chrono::seconds(2);
    if (failure.code == UsedByAnother) // which the lists say
        return Outcome::wait("the target, which another mirror uses", AfterNextList);
    if (neverHelpsToRetry(failure.code))
        return Outcome::park(sentence(failure));
    if (isShortage(failure.code) && failure.code != EAGAIN) // which a file has for other reasons
        return Outcome::shortage(sentence(failure));
    return Outcome::retry(sentence(failure));
}

Outcome waitForSource()
{
    constexpr auto VerySoon = std::chrono::milliseconds(10);
    return Outcome::wait("the source to settle: it was replaced just now", VerySoon);
}

} // namespace qontroller::foldermirror
