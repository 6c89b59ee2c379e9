// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/load/pluginjudge.h"

#include <QtTest/QtTest>

using namespace qontroller;

namespace {

const std::string Content = "c0ffee";

PluginSearch rules()
{
    PluginSearch search;
    search.decisionsFile = "/etc/plugins.json";
    return search;
}

/// A file that nothing speaks against.
PluginFacts installed()
{
    PluginFacts facts;
    facts.reading.metadata.id = "good";
    facts.trust.sha256 = Content;
    facts.trust.isInstalled = true;
    return facts;
}

std::vector<CrashGuard::Crash> crashes(std::size_t count)
{
    return std::vector<CrashGuard::Crash>(count, {{"/x/good.so", Content, "photos"},
                                                  "qontrollerd",
                                                  "run",
                                                  "/guard/1.mark",
                                                  "SIGSEGV",
                                                  {}});
}

struct Case
{
    PluginSearch rules = ::rules();
    PluginFacts facts = installed();
};

} // namespace

/// Which reason against a file counts, and how it is said.
class PluginJudgeTest final : public QObject
{
    Q_OBJECT

private slots:
    void judges_data()
    {
        QTest::addColumn<Case>("given");
        QTest::addColumn<PluginState>("state");
        QTest::addColumn<QString>("why");

        const auto row = [](const char *name, const auto &change, PluginState state,
                            const char *why) {
            Case given;
            change(given);
            QTest::newRow(name) << given << state << QString(why);
        };
        row(
            "nothing speaks against it", [](Case &) {}, PluginState::Ready, "");
        row(
            "its metadata", [](Case &given) { given.facts.reading.problem = "is no plugin"; },
            PluginState::Refused, "is no plugin");
        row(
            "another file has its id", [](Case &given) { given.facts.idOwner = "/y/good.so"; },
            PluginState::Refused,
            "has the id good, which belongs to /y/good.so: remove one of the two files");
        row(
            "safe mode", [](Case &given) { given.rules.policy = PluginPolicy::SafeMode; },
            PluginState::Disabled,
            "is not loaded in safe mode: start without --safe-mode to use it");
        row(
            "the command line", [](Case &given) { given.rules.disabled = {"good"}; },
            PluginState::Disabled, "is left out: start without --disable-plugin good to use it");
        row(
            "a decision", [](Case &given) { given.facts.isDisabled = true; }, PluginState::Disabled,
            "is disabled, as /etc/plugins.json says: enable it in the window's plugins");
        row(
            "a crash after which it is tried again",
            [](Case &given) {
                given.facts.crashes = crashes(1);
                given.rules.afterCrash = AfterCrash::TryAgain;
            },
            PluginState::Ready, "");
        row(
            "crashes", [](Case &given) { given.facts.crashes = crashes(2); }, PluginState::Crashed,
            "ended qontrollerd 2 times in a row (SIGSEGV) while it was loaded or started for the "
            "controller photos: install a mended build, leave it out with --disable-plugin good, "
            "or remove "
            "/guard/1.mark to try it again");
        row(
            "where it is", [](Case &given) { given.facts.trust.isInstalled = false; },
            PluginState::Untrusted,
            "is not trusted: it is outside the installation's plugin folder; if it is what you "
            "expect, trust it in the window, or start with --trust c0ffee");
        row(
            "the metadata counts before all else",
            [](Case &given) {
                given.rules.policy = PluginPolicy::SafeMode;
                given.facts = {{{}, "is no plugin"}, "/y/good.so", true, crashes(2), {}};
            },
            PluginState::Refused, "is no plugin");
        row(
            "a decision counts before crashes",
            [](Case &given) {
                given.facts.isDisabled = true;
                given.facts.crashes = crashes(2);
            },
            PluginState::Disabled,
            "is disabled, as /etc/plugins.json says: enable it in the window's plugins");
    }
    void judges()
    {
        QFETCH(Case, given);
        QFETCH(PluginState, state);
        QFETCH(QString, why);
        const PluginVerdict verdict = PluginJudge(given.rules).judge(given.facts);
        QCOMPARE(verdict.state, state);
        QCOMPARE(QString::fromStdString(verdict.why), why);
    }

    void judgesTrust_data()
    {
        QTest::addColumn<bool>("isInstalled");
        QTest::addColumn<QString>("whoElseCanWrite");
        QTest::addColumn<QString>("trusted");
        QTest::addColumn<QString>("distrust");
        const QString same = QString::fromStdString(Content);
        const QString outside = "it is outside the installation's plugin folder";
        const QString others = "others can write it";
        QTest::newRow("installed") << true << ""
                                   << ""
                                   << "";
        QTest::newRow("installed, trusted before") << true << ""
                                                   << "other"
                                                   << "";
        QTest::newRow("installed, writable") << true << others << "" << others;
        QTest::newRow("installed, writable, trusted") << true << others << same << "";
        QTest::newRow("outside") << false << ""
                                 << "" << outside;
        QTest::newRow("outside, writable") << false << others << "" << outside + ", and " + others;
        QTest::newRow("outside, trusted") << false << "" << same << "";
        QTest::newRow("outside, changed since") << false << ""
                                                << "other"
                                                << "it has changed since it was trusted";
    }
    void judgesTrust()
    {
        QFETCH(bool, isInstalled);
        QFETCH(QString, whoElseCanWrite);
        QFETCH(QString, trusted);
        QFETCH(QString, distrust);
        const PluginTrust trust{Content, trusted.toStdString(), whoElseCanWrite.toStdString(),
                                isInstalled};
        const PluginSearch search = rules();
        const PluginVerdict verdict = PluginJudge(search).judgeTrust(trust);
        QCOMPARE(QString::fromStdString(verdict.distrust), distrust);
        QCOMPARE(verdict.state, distrust.isEmpty() ? PluginState::Ready : PluginState::Untrusted);
        QCOMPARE(verdict.why.empty(), distrust.isEmpty());
    }

    void whatCannotBeReadIsNotTrusted()
    {
        const PluginSearch search;
        const PluginVerdict verdict = PluginJudge(search).judgeTrust({{}, {}, {}, false});
        QCOMPARE(verdict.distrust, "its content cannot be read");
        QCOMPARE(verdict.why, "is not trusted: its content cannot be read");
        QCOMPARE(verdict.state, PluginState::Untrusted);
    }

    void trustsAFolderButNotWhatOthersCanWriteInIt()
    {
        const PluginSearch search = rules();
        PluginTrust trust{Content, "other", {}, false, true};
        QCOMPARE(PluginJudge(search).judgeTrust(trust).state, PluginState::Ready);
        trust.whoElseCanWrite = "others can write it";
        QCOMPARE(PluginJudge(search).judgeTrust(trust).state, PluginState::Untrusted);
    }

    void trustsWhatTheCommandLineNames()
    {
        PluginSearch search = rules();
        search.trusted = {Content};
        const PluginTrust trust{Content, "other", "others can write it", false};
        QCOMPARE(PluginJudge(search).judgeTrust(trust).state, PluginState::Ready);
    }
};

QONTROLLER_TEST(PluginJudgeTest)
#include "tst_pluginjudge.moc"
