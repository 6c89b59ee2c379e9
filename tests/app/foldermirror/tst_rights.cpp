// SPDX-License-Identifier: LGPL-3.0-or-later
// Who may do what with a copy, and the attributes that it has.
#include "app/plugins/foldermirror/attributes.h"
#include "app/plugins/foldermirror/rights.h"
#include "mounts.h"
#include "rig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <linux/capability.h>
#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <sys/xattr.h>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;

namespace {

constexpr unsigned Stranger = 12345;

struct ListEntry
{
    std::uint16_t tag;
    std::uint16_t rights;
    unsigned id = unsigned(ACL_UNDEFINED_ID);
};

std::string accessList(std::initializer_list<ListEntry> entries)
{
    const posix_acl_xattr_header header{htole32(POSIX_ACL_XATTR_VERSION)};
    std::string list(reinterpret_cast<const char *>(&header), sizeof header);
    for (const ListEntry &each : entries) {
        const posix_acl_xattr_entry entry{htole16(each.tag), htole16(each.rights),
                                          htole32(each.id)};
        list.append(reinterpret_cast<const char *>(&entry), sizeof entry);
    }
    return list;
}

/// A user is let in, the group is not: the mask stands where the group's rights do.
std::string strangerOnly()
{
    return accessList({{ACL_USER_OBJ, 6},
                       {ACL_USER, 6, Stranger},
                       {ACL_GROUP_OBJ, 0},
                       {ACL_MASK, 6},
                       {ACL_OTHER, 0}});
}

bool setAttribute(const std::string &path, const char *name, const std::string &value)
{
    return ::setxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

Attributes attributesAt(const std::string &path)
{
    const UniqueFd fd(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    return attributesOf(fd.get()).value_or(Attributes());
}

unsigned modeAt(const std::string &path)
{
    FileStatus status{};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : ~0U;
}

std::int64_t touchedAt(const std::string &path)
{
    FileStatus status{};
    return ::lstat(path.c_str(), &status) == 0 ? entryOf(status).statusChanged : 0;
}

std::size_t saidOf(const MirrorRig &rig, const char *words)
{
    std::size_t count = 0;
    for (const std::string &line : rig.said.notes())
        count += line.find(words) != std::string::npos ? 1 : 0;
    return count;
}

} // namespace

#define NEEDS(done) \
    if (!(done)) \
    QSKIP("this file system has no such attributes")

class RightsTest final : public QObject
{
    Q_OBJECT

private slots:
    void givesNobodyMoreThanTheListDoes_data()
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<unsigned>("mode");
        QTest::addColumn<unsigned>("narrow");
        const auto row = [](const char *name, const std::string &list, unsigned mode,
                            unsigned narrow) {
            QTest::newRow(name) << QByteArray::fromStdString(list) << mode << narrow;
        };
        row("the mask is not the group's", strangerOnly(), 0660U, 0600U);
        row("the group as far as the mask goes",
            accessList({{ACL_USER_OBJ, 7}, {ACL_GROUP_OBJ, 7}, {ACL_MASK, 5}, {ACL_OTHER, 4}}),
            04754U, 04754U);
        row("one is kept out",
            accessList({{ACL_USER_OBJ, 6},
                        {ACL_USER, 0, Stranger},
                        {ACL_GROUP_OBJ, 4},
                        {ACL_MASK, 4},
                        {ACL_OTHER, 4}}),
            0644U, 0600U);
        row("a group may read only",
            accessList({{ACL_USER_OBJ, 6},
                        {ACL_GROUP_OBJ, 6},
                        {ACL_GROUP, 4, Stranger},
                        {ACL_MASK, 6},
                        {ACL_OTHER, 6}}),
            0666U, 0644U);
        row("no list at all", "", 0666U, 0600U);
        row("cut", strangerOnly().substr(0, 30), 0666U, 0600U);
    }
    void givesNobodyMoreThanTheListDoes()
    {
        QFETCH(QByteArray, list);
        QFETCH(unsigned, mode);
        QFETCH(unsigned, narrow);
        QCOMPARE(modeWithoutList(mode, list.toStdString()), narrow);
    }

    void aGroupThatIsNotTheSourcesHasWhatOthersHave()
    {
        Entry source;
        source.kind = EntryKind::File;
        source.mode = 0664;
        source.group = 100;
        QCOMPARE(rightsOfCopy(source, 0, 100, {}).mode, 0664U);
        QCOMPARE(rightsOfCopy(source, 0, 101, {}).mode, 0644U);
        source.mode = 0660;
        source.attributes.emplace(AccessList, strangerOnly());
        QCOMPARE(rightsOfCopy(source, 0, 100, {}).attributes.size(), std::size_t(1));
        QVERIFY(rightsOfCopy(source, 0, 101, {}).attributes.empty());
        QCOMPARE(rightsOfCopy(source, 0, 101, {}).mode, 0600U);
    }

    void tellsWhichModesAreWider()
    {
        QVERIFY(isWider(EntryKind::File, 0644, 0600));
        QVERIFY(isWider(EntryKind::File, 0622, 0644));
        QVERIFY(!isWider(EntryKind::File, 0711, 0600)); // it cannot be read for that
        QVERIFY(!isWider(EntryKind::File, 0700, 0755));
        QVERIFY(isWider(EntryKind::Directory, 0701, 0700));
    }

    void copiesAccessListsAndAttributes()
    {
        MirrorRig rig;
        writeFile(rig.in("folder/file"), "content");
        setMode(rig.in("folder/file"), 0400); // which its owner may not write
        NEEDS(setAttribute(rig.in("folder/file"), "system.posix_acl_access", strangerOnly()));
        NEEDS(setAttribute(rig.in("folder"), "system.posix_acl_default", strangerOnly()));
        NEEDS(setAttribute(rig.in("folder/file"), "user.note", std::string("a\0b", 3)));
        NEEDS(setAttribute(rig.in("folder"), "user.large", std::string(3000, 'x')));
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
        for (const char *path : {"folder", "folder/file"}) {
            QVERIFY(!attributesAt(rig.in(path)).empty());
            QVERIFY(attributesAt(rig.out(path)) == attributesAt(rig.in(path)));
        }
        const std::int64_t touched = touchedAt(rig.out("folder/file"));
        rig.restart();
        QVERIFY(rig.converge());
        QCOMPARE(touchedAt(rig.out("folder/file")), touched);
    }

    void followsChangesOfThemWithoutANewCopy()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "content");
        NEEDS(setAttribute(rig.in("file"), "system.posix_acl_access", strangerOnly()));
        QVERIFY(rig.converge());
        const auto inode = lookUpAt(AT_FDCWD, rig.out("file"))->inode;
        QCOMPARE(modeAt(rig.out("file")), 0660U);
        QCOMPARE(::removexattr(rig.in("file").c_str(), "system.posix_acl_access"), 0);
        setMode(rig.in("file"), 0644);
        QVERIFY(rig.converge());
        QVERIFY(attributesAt(rig.out("file")).empty());
        QCOMPARE(modeAt(rig.out("file")), 0644U);
        QVERIFY(setAttribute(rig.in("file"), "system.posix_acl_access", strangerOnly()));
        QVERIFY(rig.converge());
        QVERIFY(attributesAt(rig.out("file")) == attributesAt(rig.in("file")));
        QCOMPARE(lookUpAt(AT_FDCWD, rig.out("file"))->inode, inode);
    }

    void copiesFileCapabilities()
    {
        MirrorRig rig;
        writeFile(rig.in("tool"), "content");
        vfs_cap_data data{};
        data.magic_etc = htole32(VFS_CAP_REVISION_2);
        data.data[0].permitted = htole32(1U << CAP_NET_RAW);
        NEEDS(setAttribute(rig.in("tool"), "security.capability",
                           {reinterpret_cast<const char *>(&data), sizeof data}));
        QVERIFY(rig.converge());
        QCOMPARE(attributesAt(rig.out("tool")).size(), std::size_t(1));
        QVERIFY(attributesAt(rig.out("tool")) == attributesAt(rig.in("tool")));
    }

    void whatTheTargetHandsDownGivesNobodyMore()
    {
        MirrorRig rig;
        makeFolder(rig.target);
        NEEDS(setAttribute(rig.target, "system.posix_acl_default", strangerOnly()));
        writeFile(rig.in("folder/file"), "secret");
        setMode(rig.in("folder/file"), 0640);
        QVERIFY(rig.converge());
        QVERIFY(attributesAt(rig.out("folder")).empty());
        QVERIFY(attributesAt(rig.out("folder/file")).empty());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void aCopyIsNarrowWhereThereAreNoLists()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            const Mounted bare(rig.target, "ramfs");
            if (!bare)
                return NotPermitted;
            writeFile(rig.in("folder/secret"), "content");
            writeFile(rig.in("other"), "content");
            if (!setAttribute(rig.in("folder/secret"), "system.posix_acl_access", strangerOnly())
                || !setAttribute(rig.in("other"), "system.posix_acl_access", strangerOnly())
                || !setAttribute(rig.in("folder"), "system.posix_acl_default", strangerOnly()))
                return NotPermitted;
            if (!rig.converge() || modeAt(rig.in("folder/secret")) != 0660
                || modeAt(rig.out("folder/secret")) != 0600 || modeAt(rig.out("other")) != 0600)
                return 1;
            if (saidOf(rig, "has no access lists") != 1)
                return 2;
            const std::int64_t touched = touchedAt(rig.out("folder/secret"));
            if (!rig.converge() || touchedAt(rig.out("folder/secret")) != touched)
                return 3; // what it cannot hold is no difference
            return saidOf(rig, "has no access lists") == 1 ? 0 : 4;
        });
        ENDED_WELL(status, "may not mount a file system without attributes here");
    }
};

QONTROLLER_GUILESS_TEST(RightsTest)
#include "tst_rights.moc"
