// SPDX-License-Identifier: LGPL-3.0-or-later
#include "authority.h"
#include "testprogram.h"
#include "toprig.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <clocale>
#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

const QByteArray Down = "\033OB";
const QByteArray Escape = "\033";

} // namespace

/// `qontrollerctl top` on a terminal, and the server that it shows: both programs are real.
class TopTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { std::setlocale(LC_CTYPE, "C.UTF-8"); }
    void init() { m_rig.emplace(); }
    void cleanup() { m_rig.reset(); }

    void aControllerIsSeenPausedAndListed()
    {
        m_rig->start({"a", "b"}, {"b"});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("1 object parked"), text(top));
        QVERIFY2(top.screen().at(0).startsWith("session  "), text(top));
        QCOMPARE(top.highlighted().size(), 1);
        QVERIFY(top.highlighted().at(0).startsWith("test  "));
        top.type("p");
        QTRY_VERIFY2(top.shows("pause controller test: done"), text(top));
        // Parked or tried once more, it has not succeeded.
        QTRY_VERIFY2(top.shows("  failing") && top.shows("  paused; 1 object "), text(top));
        QVERIFY2(m_rig->server.waitForLog("test: command: pause controller"), m_rig->server.log());
        top.type("p");
        QTRY_VERIFY2(top.shows("resume controller test: done"), text(top));
        QTRY_VERIFY2(top.shows("1 object parked"), text(top));
        const auto lists = m_rig->count("lists");
        top.type("r");
        QTRY_VERIFY(m_rig->count("lists") > lists);
        top.type("q");
        QCOMPARE(top.wait(), 0);
        QCOMPARE(top.unknown(), QByteArrayList());
    }

    void anObjectIsFoundExplainedAndSteered()
    {
        m_rig->start({"a", "b", "c"}, {"b"});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("1 object parked"), text(top));
        top.type("\r");
        QTRY_VERIFY2(top.shows("3 objects: controller:/^test$/"), text(top));
        top.type("j");
        QTRY_COMPARE(top.highlighted().value(0).left(6), QString("test/b"));
        top.type("w");
        QTRY_VERIFY2(top.shows("its handler said that trying again is of no use"), text(top));
        QVERIFY2(top.shows("the last error: no room\\x1b[31m"), text(top));
        top.type(Escape);
        QTRY_COMPARE(top.highlighted().value(0).left(6), QString("test/b"));
        const auto adds = m_rig->count("adds", "b");
        top.type("r");
        QTRY_VERIFY2(top.shows("requeue test/b: runs as soon as it can"), text(top));
        QTRY_COMPARE(m_rig->count("adds", "b"), adds + 1);
        top.type(Down);
        QTRY_COMPARE(top.highlighted().value(0).left(6), QString("test/c"));
        top.type("p");
        QTRY_VERIFY2(top.shows("pause test/c: done"), text(top));
        QTRY_VERIFY2(top.highlighted().value(0).contains("paused"), text(top));
        top.type("r");
        QTRY_VERIFY2(top.shows("requeue test/c: not done: paused: resume first"), text(top));
        top.type("p");
        QTRY_VERIFY2(top.shows("resume test/c: done"), text(top));
        QVERIFY2(m_rig->server.waitForLog("pause test/c: 1 succeeded"), m_rig->server.log());
    }

    void textsCannotMoveTheCursor()
    {
        m_rig->start({"\033[2Jred", "日本語"}, {});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("1 controller"), text(top));
        top.type("/\r");
        QTRY_VERIFY2(top.shows("test/\\x1b[2Jred  in-sync"), text(top));
        QVERIFY2(top.shows("test/日本語      in-sync"), text(top));
        top.type(Down);
        QTRY_VERIFY2(top.highlighted().value(0).startsWith("test/日本語"), text(top));
        top.type("p");
        QTRY_VERIFY2(top.shows("pause test/日本語: done"), text(top));
        top.type("/x\025id:日本\r"); // Ctrl-U
        QTRY_VERIFY2(top.shows("1 object: id:日本"), text(top));
    }

    void aHostThatDiesComesBack()
    {
        m_rig->start({"a"}, {});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("healthy"), text(top));
        m_rig->server.signal(SIGKILL);
        static_cast<void>(m_rig->server.wait());
        QTRY_VERIFY2(top.shows("no host listens there"), text(top));
        QVERIFY2(top.highlighted().value(0).startsWith("session  "), text(top));
        QVERIFY2(top.shows("healthy"), text(top));
        top.type("p");
        QTRY_VERIFY2(top.shows("test: not done: the host does not answer"), text(top));
        m_rig->run();
        QTRY_VERIFY(!top.shows("no host listens there"));
        QVERIFY2(!top.highlighted().value(0).startsWith("session  "), text(top));
        top.type("p");
        QTRY_VERIFY2(top.shows("pause controller test: done"), text(top));
        top.type("q");
        QCOMPARE(top.wait(), 0);
    }

    void aHostThatHangsHoldsUpNothing()
    {
        m_rig->start({"a"}, {});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("healthy"), text(top));
        m_rig->server.signal(SIGSTOP);
        QTRY_VERIFY2(top.shows("the host does not answer"), text(top));
        QVERIFY2(top.highlighted().value(0).startsWith("session  "), text(top));
        m_rig->server.signal(SIGCONT);
        QTRY_VERIFY2(!top.shows("the host does not answer"), text(top));
        top.type("/\r");
        QTRY_VERIFY2(top.shows("1 object\n"), text(top));
        m_rig->server.signal(SIGSTOP);
        QTRY_VERIFY2(top.screen().at(0).contains("2s old"), text(top)); // a call is under way
        top.type("q");
        QCOMPARE(top.wait(), 0);
        m_rig->server.signal(SIGCONT);
    }

    void aViewerIsTold()
    {
        const QTemporaryDir folder;
        const auto make = [&folder](const QString &name) {
            QDir().mkpath(folder.filePath(name));
            return folder.filePath(name);
        };
        const Authority hosts("hosts");
        const Authority operators("operators");
        const Authority viewers("viewers");
        hosts.give("server", make("host"));
        operators.writeTo(folder.filePath("host/operators.pem"));
        viewers.writeTo(folder.filePath("host/viewers.pem"));
        viewers.give("victor", make("victor"));
        hosts.writeTo(folder.filePath("victor/hosts.pem"));
        m_rig->prepare({"a"}, {});
        m_rig->server.start(
            {m_rig->session, "--control", "127.0.0.1:0", "--control-tls", folder.filePath("host")});
        const QByteArray reached = "reach this host at ";
        QVERIFY2(m_rig->server.waitForLog(reached), m_rig->server.log());
        const QByteArray log = m_rig->server.log();
        const QString place = log.mid(log.indexOf(reached) + reached.size()).split('\n').first();
        Terminal &top = m_rig->show({{"QONTROLLER_TLS", folder.filePath("victor")}},
                                    {"--host", place});
        QTRY_VERIFY2(top.shows("healthy"), text(top));
        top.type("p");
        QTRY_VERIFY2(
            top.shows("pause controller test: not allowed: victor (TLS from 127.0.0.1) may look"),
            text(top));
        top.type("/\r");
        QTRY_VERIFY2(top.shows("test/a"), text(top));
        top.type("r");
        QTRY_VERIFY2(top.shows("requeue test/a: not allowed: victor (TLS from 127.0.0.1) may look"),
                     text(top));
    }

private:
    std::optional<TopRig> m_rig;
};

QONTROLLER_GUILESS_TEST(TopTest)
#include "tst_top.moc"
