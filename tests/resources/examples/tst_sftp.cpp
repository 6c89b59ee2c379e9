// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-sftp in the real program: accounts, sshd and sftp, with an /etc and a /srv of
// their own.
#include "example.h"
#include "freeport.h"
#include "testprogram.h"

#include <QtCore/QCryptographicHash>
#include <QtTest/QtTest>

#include <csignal>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The files that say who has an account on this machine.
QByteArray sftpAccountsHere()
{
    QCryptographicHash sum(QCryptographicHash::Sha256);
    for (const char *file : {"passwd", "group", "shadow", "gshadow", "subuid", "login.defs"})
        sum.addData(contentsOf(QStringLiteral("/etc/") + file));
    return sum.result().toHex();
}

/// Mounts what only the processes of a mount namespace see, in the folder $0 of the example, and
/// keeps it until it is ended. No process outside has the numbers of its accounts.
constexpr const char *SftpMounts = R"(
    mkdir machine
    mount -t tmpfs none machine
    mkdir machine/new machine/work
    mount -t overlay -o lowerdir=/etc,upperdir=machine/new,workdir=machine/work none /etc
    for folder in /srv /run; do mount -t tmpfs -o mode=755 none $folder; done
    mkdir /run/sshd
    sed -i 's/^UID_MIN.*/UID_MIN 58100/' /etc/login.defs
    groupadd --system sftponly
    echo mounted
    exec sleep infinity)";

/// A copy of the example with an sshd, both in such a namespace.
class SftpExample final
{
public:
    SftpExample()
        : example("script-sftp")
    {
        for (const char *key : {"host", "alice", "bob"})
            example.must("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", key});
        for (QProcess *process : {&m_sshd, &m_mounts})
            process->setProcessChannelMode(QProcess::MergedChannels);
        m_mounts.setWorkingDirectory(example.file("."));
        m_mounts.start("setpriv",
                       {"--pdeathsig", "KILL", "unshare", "--mount", "sh", "-euc", SftpMounts});
        if (!waitFor(m_mounts, "mounted"))
            qFatal("cannot mount: %s", m_mounts.readAll().constData());
        example.write("sshd_config", "Port " + m_port
                                         + "\nListenAddress 127.0.0.1\nPidFile none\nUsePAM no\n"
                                           "Subsystem sftp internal-sftp\n"
                                           "HostKey \""
                                         + example.file("host").toUtf8() + "\"\n"
                                         + contentsOf(example.file("sshd.conf")));
        const QStringList sshd = inside(
            {"/usr/sbin/sshd", "-D", "-e", "-f", example.file("sshd_config")});
        m_sshd.start("setpriv", QStringList{"--pdeathsig", "KILL"} + sshd);
        if (!waitFor(m_sshd, "Server listening"))
            qFatal("sshd does not start");
    }
    ~SftpExample()
    {
        for (QProcess *process : {&m_sshd, &m_mounts}) {
            process->kill();
            process->waitForFinished();
        }
    }

    /// The same program there.
    [[nodiscard]] QStringList inside(const QStringList &program) const
    {
        return QStringList{"nsenter", "--mount",
                           QStringLiteral("--target=%1").arg(m_mounts.processId())}
               + program;
    }
    QByteArray must(const QStringList &program) const
    {
        return example.must("nsenter", inside(program).mid(1)).trimmed();
    }
    /// Runs the session once; the exit status.
    [[nodiscard]] int run(ServerProcess &server) const
    {
        server.startBy(inside({}));
        return example.run(server);
    }
    void start(ServerProcess &server) const
    {
        server.startBy(inside({}));
        server.start({example.file("session.json"), "--json"});
    }
    /// Replaces the file of users as a whole.
    void setUsers(const QByteArray &lines) const
    {
        example.write("users.part", lines);
        example.must("mv", {"users.part", "users.txt"});
    }
    [[nodiscard]] QByteArray line(const QByteArray &user, const QString &key) const
    {
        return user + ' ' + contentsOf(example.file(key + ".pub"));
    }
    /// The path \a path there, as it is seen from here.
    [[nodiscard]] QString path(const QString &path) const
    {
        return QStringLiteral("/proc/%1/root%2").arg(m_mounts.processId()).arg(path);
    }
    [[nodiscard]] QStringList keys() const { return entriesOf(path("/etc/ssh/sftponly")); }
    /// A line of the accounts there, without the number; empty: there is none.
    [[nodiscard]] QByteArray account(const QByteArray &name) const
    {
        for (QByteArray each : contentsOf(path("/etc/passwd")).split('\n')) {
            if (each.startsWith(name + ':'))
                return each;
        }
        return {};
    }

    [[nodiscard]] QStringList client(const QString &program, const QString &key) const
    {
        QStringList all{program,           "-F", "/dev/null",     "-i",
                        example.file(key), "-o", "Port=" + m_port};
        for (const char *option :
             {"BatchMode=yes", "IdentitiesOnly=yes", "IdentityAgent=none", "LogLevel=ERROR",
              "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null"})
            all << "-o" << option;
        return all;
    }
    /// What sftp printed that ran \a batch as \a user with \a key; "(refused)" if it failed.
    [[nodiscard]] QByteArray sftp(const QString &user, const QString &key,
                                  const QByteArray &batch) const
    {
        example.write("batch", batch);
        const QStringList client = this->client("sftp", key);
        QProcess process;
        process.setWorkingDirectory(example.file("."));
        process.start(client.first(), client.mid(1) << "-b"
                                                    << "batch" << user + "@127.0.0.1");
        if (!process.waitForFinished(60'000) || process.exitCode() != 0)
            return "(refused)";
        return process.readAllStandardOutput();
    }

    const Example example;

    static bool waitFor(QProcess &process, const QByteArray &text)
    {
        QByteArray said;
        while (!said.contains(text) && process.waitForReadyRead(60'000))
            said += process.readAll();
        return said.contains(text);
    }

private:
    const QByteArray m_port = QByteArray::number(freePort());
    QProcess m_mounts;
    QProcess m_sshd;
};

} // namespace

class SftpExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        NEEDS_PROGRAMS("jq", "pkill", "sftp", "ssh-keygen");
        QVERIFY2(QFile::exists("/usr/sbin/sshd"), "openssh-server is missing");
        if (::geteuid() != 0)
            QSKIP("only root makes accounts");
        QTemporaryDir folder;
        const QString mount = "mount -t tmpfs none \"$0\" && mkdir \"$0/a\" \"$0/b\" && mount -t "
                              "overlay -o lowerdir=/etc,upperdir=$0/a,workdir=$0/b none /etc";
        if (QProcess::execute("unshare", {"--mount", "sh", "-c", mount, folder.path()}) != 0)
            QSKIP("this machine does not permit an /etc of one's own");
        m_accounts = sftpAccountsHere();
    }
    /// Whatever a test did: nothing of it was done to this machine.
    void cleanup() { QCOMPARE(sftpAccountsHere(), m_accounts); }

    void letsUsersInWithTheirKeys()
    {
        const SftpExample world;
        world.setUsers("# ours\n\n" + world.line("alice", "alice") + "\talice   "
                       + world.line("", "host").trimmed() + "\r\n" + world.line("bob", "bob"));
        ServerProcess server;
        QVERIFY2(world.run(server) == 0, server.log());
        QCOMPARE(server.summary()["known"].toInt(), 2);
        world.example.write("file", "hello");
        for (const char *key : {"alice", "host"})
            QVERIFY(world.sftp("alice", key, "pwd\nput file\n").contains("directory: /files\n"));
        QCOMPARE(contentsOf(world.path("/srv/sftp/alice/files/file")), QByteArray("hello"));
        QCOMPARE(world.sftp("alice", "bob", "pwd\n"), QByteArray("(refused)"));
        QCOMPARE(world.sftp("bob", "bob", "ls /\n"), QByteArray("sftp> ls /\n/files  \n"));
        QCOMPARE(world.sftp("bob", "bob", "mkdir /of-bob\n"), QByteArray("(refused)"));
        QVERIFY(world.account("alice").endsWith(":/srv/sftp/alice:/usr/sbin/nologin"));

        const QString keys = world.path("/etc/ssh/sftponly/alice");
        const auto inode = [&] { return world.must({"stat", "-c", "%i %a %U", keys}); };
        const QByteArray before = inode();
        QVERIFY(before.endsWith(" 644 root"));
        world.must({"usermod", "--shell", "/bin/sh", "alice"});
        writeContents(world.path("/etc/ssh/sftponly/bob"), world.line("", "alice").trimmed());
        ServerProcess again;
        QCOMPARE(world.run(again), 0);
        QCOMPARE(inode(), before);
        QVERIFY(world.account("alice").endsWith(":/usr/sbin/nologin"));
        QCOMPARE(world.sftp("bob", "alice", "pwd\n"), QByteArray("(refused)"));
        QVERIFY(world.sftp("bob", "bob", "pwd\n").contains("/files"));
    }

    void locksOutWhoIsGoneAtOnce()
    {
        const SftpExample world;
        world.example.replaceInSession(R"("5s")", R"("200ms")");
        const QByteArray alice = world.line("alice", "alice");
        const QByteArray bob = world.line("bob", "bob");
        world.setUsers(alice + bob);
        ServerProcess server;
        world.start(server);
        QTRY_COMPARE(world.keys(), (QStringList{"alice", "bob"}));
        world.example.write("file", "of bob");
        QVERIFY(world.sftp("bob", "bob", "put file\n") != "(refused)");
        const QStringList client = world.client("sftp", "bob");
        QProcess session;
        session.start(client.first(), client.mid(1) << "bob@127.0.0.1");
        session.write("pwd\n");
        QVERIFY(SftpExample::waitFor(session, "/files"));

        world.setUsers(alice);
        QTRY_COMPARE(world.account("bob"), QByteArray());
        session.write("ls\n");
        QVERIFY2(session.waitForFinished(30'000), "bob is still in");
        QVERIFY(session.exitCode() != 0);
        QCOMPARE(world.keys(), QStringList{"alice"});
        QCOMPARE(world.sftp("bob", "bob", "pwd\n"), QByteArray("(refused)"));
        const auto owner = [&] {
            return world.must({"stat", "-c", "%U", "/srv/sftp/bob/files/file"});
        };
        QCOMPARE(owner(), QByteArray("root"));

        // Another one, who gets bob's number; then bob again.
        world.setUsers(alice + world.line("carol", "host"));
        QTRY_COMPARE(world.keys(), (QStringList{"alice", "carol"}));
        QCOMPARE(owner(), QByteArray("root"));
        world.setUsers(alice + world.line("carol", "host") + bob);
        QTRY_COMPARE(world.keys(), (QStringList{"alice", "bob", "carol"}));
        QCOMPARE(owner(), QByteArray("bob"));
        QVERIFY(world.sftp("bob", "bob", "get file copy\n") != "(refused)");
        QCOMPARE(contentsOf(world.example.file("copy")), QByteArray("of bob"));
        QCOMPARE(server.end(), 128 + SIGTERM);

        // Gone while nothing ran; of one only keys are left, of another they are half written.
        world.example.replaceInSession(R"("KEEP_FILES": "yes")", R"("KEEP_FILES": "no")");
        writeContents(world.path("/etc/ssh/sftponly/dora"), bob);
        writeContents(world.path("/etc/ssh/sftponly/.eve"), bob);
        world.setUsers(alice + world.line("carol", "host"));
        ServerProcess later;
        const int ended = world.run(later);
        QVERIFY2(ended == 0, later.log() + later.output() + QByteArray::number(ended));
        QCOMPARE(world.keys(), (QStringList{"alice", "carol"}));
        QCOMPARE(world.account("bob"), QByteArray());
        QCOMPARE(entriesOf(world.path("/srv/sftp")), (QStringList{"alice", "carol"}));
    }

    void aFileWithABomIsTheSameFile()
    {
        const SftpExample world;
        const QByteArray users = world.line("alice", "alice") + world.line("bob", "bob");
        world.setUsers(users);
        ServerProcess server;
        QVERIFY2(world.run(server) == 0, server.log());
        const QByteArray before = world.account("alice");
        world.setUsers("\xEF\xBB\xBF" + users);
        ServerProcess again;
        QVERIFY2(world.run(again) == 0, again.log());
        QCOMPARE(again.summary()["known"].toInt(), 2);
        QCOMPARE(again.summary()["removed"].toInt(), 0);
        QCOMPARE(world.account("alice"), before);
        QVERIFY(world.sftp("alice", "alice", "pwd\n").contains("/files"));
    }

    void putsRightWhatSshdWants_data()
    {
        QTest::addColumn<QString>("change");
        QTest::newRow("owner") << "chown alice /srv/sftp/alice";
        QTest::newRow("mode") << "chmod 775 /srv/sftp/alice";
        QTest::newRow("keys for root alone") << "chmod 600 /etc/ssh/sftponly/alice";
        QTest::newRow("keys for all") << "chmod 666 /etc/ssh/sftponly/alice";
        QTest::newRow("owner of the keys") << "chown daemon /etc/ssh/sftponly/alice";
    }
    void putsRightWhatSshdWants()
    {
        QFETCH(QString, change);
        const SftpExample world;
        world.setUsers(world.line("alice", "alice"));
        ServerProcess server;
        QVERIFY2(world.run(server) == 0, server.log());
        world.must({"sh", "-ec", change});
        QCOMPARE(world.sftp("alice", "alice", "pwd\n"), QByteArray("(refused)"));
        ServerProcess again;
        QVERIFY2(world.run(again) == 0, again.log());
        QVERIFY(world.sftp("alice", "alice", "pwd\n").contains("/files"));
        const auto is = [&](const char *path) { return world.must({"stat", "-c", "%U %a", path}); };
        QCOMPARE(is("/srv/sftp/alice"), QByteArray("root 755"));
        QCOMPARE(is("/etc/ssh/sftponly/alice"), QByteArray("root 644"));
        QCOMPARE(is("/srv/sftp/alice/files"), QByteArray("alice 700"));
    }

    void leavesAccountsOfOthersAlone()
    {
        const SftpExample world;
        world.must({"useradd", "--groups", "sftponly", "guest"});
        world.must({"useradd", "--groups", "sftponly", "visitor"});
        const auto others = [&] {
            return contentsOf(world.path("/etc/passwd")) + contentsOf(world.path("/etc/shadow"));
        };
        const QByteArray before = others();
        QByteArray users;
        for (const char *name :
             {"root", "daemon", "guest", "sftponly", "../x", "-x", "it's", "Alice", "$(touch\tbad)",
              "caf\xC3\xA9", "a123456789012345678901234567890ab"})
            users += world.line(name, "alice");
        world.setUsers(users);
        ServerProcess server;
        QCOMPARE(world.run(server), 3);
        QCOMPARE(server.summary()["parked"].toInt(), 11);
        for (const char *name : {"root", "daemon", "guest"})
            QVERIFY2(server.log().contains(QByteArray("parked: ") + name
                                           + ": this account is somebody else's"),
                     server.log());
        QVERIFY2(server.log().contains("parked: ../x: no name of a user"), server.log());
        QCOMPARE(others(), before);
        QVERIFY(world.keys().isEmpty());
        QVERIFY(!QFile::exists(world.path("/srv/sftp")));

        // Nor is any of them taken for left over.
        world.setUsers(world.line("bob", "bob"));
        ServerProcess later;
        const int ended = world.run(later);
        QVERIFY2(ended == 0, later.log() + later.output() + QByteArray::number(ended));
        QCOMPARE(later.summary()["removed"].toInt(), 0);
        QVERIFY(others().contains(before.left(before.indexOf("visitor"))));
        QVERIFY(!world.account("visitor").isEmpty());
        QCOMPARE(world.keys(), QStringList{"bob"});
    }

    void saysWhichKeyIsWrong()
    {
        const SftpExample world;
        world.setUsers(world.line("alice", "alice") + world.line("alice", "host"));
        ServerProcess server;
        QCOMPARE(world.run(server), 0);
        QVERIFY(world.sftp("alice", "host", "pwd\n").contains("/files"));

        // One is taken out in the same breath: that counts.
        const QByteArray half = world.line("alice", "bob").left(50) + '\n';
        world.setUsers("# a\n" + half + world.line("alice", "alice") + "alice\nbob # none\n");
        ServerProcess wrong;
        QCOMPARE(world.run(wrong), 3);
        QCOMPARE(wrong.summary()["parked"].toInt(), 2);
        const QByteArray file = world.example.file("users.txt").toUtf8();
        QVERIFY2(wrong.log().contains("parked: alice: no public key in line 2 4 of " + file),
                 wrong.log());
        QVERIFY2(wrong.log().contains("parked: bob: no public key in line 5 of " + file),
                 wrong.log());
        QVERIFY(world.sftp("alice", "alice", "pwd\n").contains("/files"));
        QCOMPARE(world.sftp("alice", "host", "pwd\n"), QByteArray("(refused)"));
    }

    void aCorrectedFileIsTriedAtOnce()
    {
        const SftpExample world;
        world.example.replaceInSession(R"("5s")", R"("200ms", "parkedRetryInterval": "1h")");
        world.setUsers("alice ssh-ed25519 AAAA\n" + world.line("bob", "bob"));
        ServerProcess server;
        world.start(server);
        QVERIFY2(server.waitForLog("parked: alice: no public key in line 1"), server.log());
        world.setUsers(world.line("alice", "alice") + world.line("bob", "bob"));
        const QByteArray key = world.line("", "alice").trimmed() + '\n';
        QTRY_COMPARE(contentsOf(world.path("/etc/ssh/sftponly/alice")), key);
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void nobodyIsLockedOutByAFileThatIsAway_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *name, const char *change, const char *words) {
            QTest::newRow(name) << QString(change) << QByteArray(words);
        };
        row("away", "rm users.txt", "users.txt must be text in UTF-8");
        row("no text", R"(printf 'caf\351 x\n' >users.txt)", "users.txt must be text in UTF-8");
        row("half", "printf 'alice ssh' >users.txt", "has no end");
        row("no group", "groupmod --new-name x sftponly", "there is no group sftponly: groupadd");
    }
    void nobodyIsLockedOutByAFileThatIsAway()
    {
        QFETCH(QString, change);
        QFETCH(QByteArray, words);
        const SftpExample world;
        world.setUsers(world.line("alice", "alice") + world.line("bob", "bob"));
        ServerProcess server;
        QVERIFY2(world.run(server) == 0, server.log());
        world.must({"sh", "-ec", "cd \"$0\"; " + change, world.example.file(".")});
        ServerProcess without;
        world.start(without);
        QVERIFY2(without.waitForLog("list failed: "), without.log());
        QVERIFY2(without.log().contains(words), without.log());
        QCOMPARE(without.end(), 128 + SIGTERM);
        QCOMPARE(world.keys(), (QStringList{"alice", "bob"}));
        QVERIFY(!world.account("bob").isEmpty());
    }

private:
    QByteArray m_accounts;
};

QONTROLLER_GUILESS_TEST(SftpExampleTest)
#include "tst_sftp.moc"
