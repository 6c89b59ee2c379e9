// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/rights.h"

#include "app/plugins/foldermirror/beneath.h"
#include "app/plugins/foldermirror/safetree.h"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <iterator>

namespace qontroller::foldermirror {

namespace {

const std::string ListName(AccessList);
constexpr unsigned Permissions = 0777;

/// One use of applyRights(). Each function returns negative with `errno` on failure.
class Applying
{
public:
    Applying(int fd, const Entry &source, TargetAbilities &abilities)
        : m_fd(fd)
        , m_path(procPathOf(fd))
        , m_source(source)
        , m_abilities(abilities)
    {}

    int run()
    {
        if (look() != 0)
            return -1;
        const bool givesAway = m_abilities.ownership() == FileOwnership::Mirrored
                               && (m_copy.owner != m_source.owner
                                   || m_copy.group != m_source.group);
        if (mustClose(givesAway) && close() != 0)
            return -1;
        if (givesAway && (giveAway() != 0 || look() != 0))
            return -1;
        return removeAttributes() == 0 && setAttributes(Ability::UserAttributes) == 0
                       && setModeAndLists() == 0 && setAttributes(Ability::Capabilities) == 0
                   ? checkMode()
                   : -1;
    }

private:
    int look();
    bool mustClose(bool givesAway) const;
    int close() { return changeMode(m_source.kind == EntryKind::Directory ? 0700 : 0600); }
    int giveAway();
    int changeMode(unsigned mode);
    int removeAttributes();
    int setAttributes(Ability kind);
    int setAttribute(const std::string &name, const std::string &value);
    int setAttributeOfReadOnly(const std::string &name, const std::string &value);
    int setModeAndLists();
    int checkMode();
    unsigned modeOfUnlisted() const;
    bool hasList() const { return m_copy.attributes.contains(ListName); }

    int m_fd;
    std::string m_path;
    const Entry &m_source;
    TargetAbilities &m_abilities;
    Entry m_copy;
    Rights m_wanted;
};

int Applying::look()
{
    auto copy = lookUpWholeFd(m_fd);
    if (!copy) {
        errno = copy.error();
        return -1;
    }
    m_copy = *std::move(copy);
    m_wanted = rightsOfCopy(m_source, m_copy.owner, m_copy.group, m_abilities.of(m_copy.device));
    return 0;
}

// A new group must not have what the old one had, nor a group what a list's mask allows.
bool Applying::mustClose(bool givesAway) const
{
    if (hasList() && (givesAway || !m_wanted.attributes.contains(ListName)))
        return true;
    return givesAway && isWider(m_source.kind, m_copy.mode, m_wanted.mode);
}

int Applying::giveAway()
{
    const int result = ::chown(m_path.c_str(), m_source.owner, m_source.group);
    return result == 0 || errno == EPERM || errno == EINVAL ? 0 : -1;
}

// Some file systems take only some modes, or say that they did: what the copy has then is judged
// at the end.
int Applying::changeMode(unsigned mode)
{
    if (mode == m_copy.mode)
        return 0;
    const bool isOurs = ::geteuid() == 0 || ::geteuid() == m_copy.owner;
    if (::chmod(m_path.c_str(), mode) != 0 && (errno != EPERM || !isOurs))
        return -1;
    const auto now = lookUpFd(m_fd);
    if (!now)
        return -1;
    m_copy.mode = now->mode;
    if (((m_copy.mode ^ mode) & Permissions) != 0)
        m_abilities.learnLack(m_copy.device, Ability::Modes);
    return 0;
}

int Applying::removeAttributes()
{
    for (auto each = m_copy.attributes.begin(); each != m_copy.attributes.end();) {
        const bool isKept = m_wanted.attributes.contains(each->first);
        if (!isKept && ::removexattr(m_path.c_str(), each->first.c_str()) != 0 && errno != ENODATA)
            return -1;
        each = isKept ? std::next(each) : m_copy.attributes.erase(each);
    }
    return 0;
}

int Applying::setAttributes(Ability kind)
{
    for (const auto &[name, value] : m_wanted.attributes) {
        const auto found = m_copy.attributes.find(name);
        const bool isThere = found != m_copy.attributes.end() && found->second == value;
        if (abilityFor(name) == kind && !isThere && setAttribute(name, value) != 0)
            return -1;
    }
    return 0;
}

int Applying::setAttribute(const std::string &name, const std::string &value)
{
    int result = ::setxattr(m_path.c_str(), name.c_str(), value.data(), value.size(), 0);
    if (result != 0 && errno == EACCES)
        result = setAttributeOfReadOnly(name, value);
    if (result == 0)
        return 0;
    const Ability ability = abilityFor(name);
    if (errno == ENOTSUP || (errno == EPERM && ability != Ability::UserAttributes)) {
        m_abilities.learnLack(m_copy.device, ability);
        return 0;
    }
    if (errno == E2BIG || errno == ENOSPC || errno == ERANGE || errno == EDQUOT) {
        m_abilities.learnLimit(ability == Ability::AccessLists ? "entries of an access list"
                                                               : "attributes");
        return 0;
    }
    return -1;
}

// A user may note something about a file of their own only where they may write.
int Applying::setAttributeOfReadOnly(const std::string &name, const std::string &value)
{
    const unsigned mode = m_copy.mode;
    if (changeMode(mode | S_IWUSR) != 0)
        return -1;
    const int result = ::setxattr(m_path.c_str(), name.c_str(), value.data(), value.size(), 0);
    const int code = errno;
    const int back = changeMode(mode);
    errno = code;
    return back != 0 ? back : result;
}

// A list replaces another in one step. A first one may be refused, so the mode is right without.
int Applying::setModeAndLists()
{
    if (!hasList() && changeMode(modeOfUnlisted()) != 0)
        return -1;
    return setAttributes(Ability::AccessLists);
}

int Applying::checkMode()
{
    const bool isPlain = m_copy.attributes.empty() && m_wanted.attributes.empty();
    if (!isPlain && look() != 0) // also for what was learnt
        return -1;
    const unsigned mode = hasList() ? m_wanted.mode : modeOfUnlisted();
    if (changeMode(mode) != 0)
        return -1;
    if (!isWider(m_source.kind, m_copy.mode, mode))
        return 0;
    errno = ENOTSUP;
    return -1;
}

unsigned Applying::modeOfUnlisted() const
{
    const auto list = m_wanted.attributes.find(ListName);
    return list == m_wanted.attributes.end() ? m_wanted.mode
                                             : modeWithoutList(m_wanted.mode, list->second);
}

} // namespace

int applyRights(int fd, const Entry &source, TargetAbilities &abilities)
{
    return Applying(fd, source, abilities).run();
}

} // namespace qontroller::foldermirror
