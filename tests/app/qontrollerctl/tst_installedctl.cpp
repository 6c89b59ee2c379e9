// SPDX-License-Identifier: LGPL-3.0-or-later
#include "answer.h"
#include "serverprocess.h"

#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtTest/QtTest>

using namespace qontroller;

namespace {

constexpr const char *Bin = PREFIX "/" BINDIR;
constexpr const char *Data = PREFIX "/" DATADIR;

/// What bash would offer for the words of `$1`.
constexpr const char *AskBash = R"(
source "$2"
read -ra COMP_WORDS <<< "$1"
[[ $1 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_qontrollerctl
printf '%s\n' "${COMPREPLY[@]}"
)";

/// What zsh has written behind `$1` when the tabulator key was pressed.
constexpr const char *AskZsh = R"(
zmodload zsh/zpty
zpty shell TERM=dumb zsh -f -i
zpty -w shell "PROMPT='ready> '; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; source $2; echo begun"
zpty -r shell output $'*\nbegun*ready> *'
zpty -w -n shell "$1"$'\t'
zpty -r shell output "*$3*"
print -r -- "$output"
zpty -d shell
)";

} // namespace

/// What is installed for shells and for programs in other languages, with a server that runs.
class InstalledCtlTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_server.write("ids", "a\nb\n");
        const QString session = m_server.session(
            {{"name", "test"},
             {"plugin", "script"},
             {"parameters", QJsonObject{{"workingDirectory", "{session}"},
                                        {"list", QJsonArray{"cat", "ids"}},
                                        {"add", QJsonArray{"true"}}}}});
        m_server.start({session, "--control", socket()});
        QVERIFY2(m_server.waitForLog("reach this host at"), m_server.log());
    }

    void shellsKnowAllVerbs_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("bash") << "bash-completion/completions/qontrollerctl";
        QTest::newRow("zsh") << "zsh/vendor-completions/_qontrollerctl";
        QTest::newRow("fish") << "fish/vendor_completions.d/qontrollerctl.fish";
    }
    void shellsKnowAllVerbs()
    {
        QFETCH(QString, file);
        QFile script(Data + QStringLiteral("/") + file);
        QVERIFY(script.open(QIODevice::ReadOnly));
        const QByteArray text = script.readAll().replace('\n', ' ').replace("\\ ", " ");
        const QByteArray refusal = run(Bin + QStringLiteral("/qontrollerctl"), {"none"}).error;
        const QByteArray verbs = refusal.mid(refusal.indexOf("the verbs are ") + 14);
        for (const QByteArray &verb : verbs.left(verbs.indexOf(';')).split(',')) {
            QVERIFY(!verb.trimmed().isEmpty());
            QVERIFY2(text.contains(verb.trimmed()), verb);
        }
    }

    void bashCompletes_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("offers");
        QTest::newRow("verb") << "qontrollerctl req" << QByteArray("requeue\n");
        QTest::newRow("verbs") << "qontrollerctl re"
                               << QByteArray("requeue\nresume\nremove\nresync\n");
        QTest::newRow("option") << "qontrollerctl items --so" << QByteArray("--sort\n");
        QTest::newRow("value") << "qontrollerctl items --sort a" << QByteArray("attempts\nage\n");
        QTest::newRow("controller") << "qontrollerctl resync " << QByteArray("test\n");
        QTest::newRow("object") << "qontrollerctl --yes why te" << QByteArray("test/\n");
        QTest::newRow("object of a verb by its other name")
            << "qontrollerctl confirm te" << QByteArray("test/\n");
        QTest::newRow("plugin") << "qontrollerctl init folder-m" << QByteArray("folder-mirror\n");
        QTest::newRow("host") << "qontrollerctl --host " + socket() + " drain t"
                              << QByteArray("test\n");
    }
    void bashCompletes()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, offers);
        QCOMPARE(run("bash", {"--norc", "-c", AskBash, "bash", words,
                              Data + QStringLiteral("/bash-completion/completions/qontrollerctl")})
                     .output,
                 offers);
    }

    void fishCompletes_data() { bashCompletes_data(); }
    void fishCompletes()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, offers);
        QByteArray all = run("fish",
                             {"--no-config", "-c", "source $argv[2]; complete -C $argv[1]", words,
                              Data
                                  + QStringLiteral("/fish/vendor_completions.d/"
                                                   "qontrollerctl.fish")})
                             .output;
        QByteArrayList plain;
        for (const QByteArray &line : all.trimmed().split('\n'))
            plain << line.left(line.indexOf('\t') < 0 ? line.size() : line.indexOf('\t'));
        std::ranges::sort(plain);
        QByteArrayList expected = offers.trimmed().split('\n');
        std::ranges::sort(expected);
        QCOMPARE(plain, expected);
    }

    void zshCompletes_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("completed");
        QTest::newRow("verb") << "qontrollerctl req"
                              << "requeue";
        QTest::newRow("controller") << "qontrollerctl resync te"
                                    << "resync test";
        QTest::newRow("object") << "qontrollerctl why te"
                                << "why test/";
    }
    void zshCompletes()
    {
        QFETCH(QString, words);
        QFETCH(QString, completed);
        const test::Answer zsh =
            run("zsh",
                {"-f", "-c", AskZsh, "zsh", words,
                 Data + QStringLiteral("/zsh/vendor-completions/_qontrollerctl"), completed});
        QVERIFY2(zsh.output.contains(completed.toUtf8()), zsh.output + zsh.error);
    }

    void aPythonClientOfTenLinesPausesAnObject()
    {
        const QString folder = QFileInfo(m_server.file("x")).path();
        const test::Answer made = run("/usr/bin/python3",
                                      {"-m", "grpc_tools.protoc", "-I",
                                       Data + QStringLiteral("/qontroller"), "--python_out", folder,
                                       "--grpc_python_out", folder, "qontroller.proto"});
        QVERIFY2(made.status == 0, made.error);
        const test::Answer paused = run("/usr/bin/python3", {CLIENT, socket(), "test", "a"});
        QVERIFY2(paused.status == 0, paused.error);
        QVERIFY(paused.output.trimmed().toULongLong() > 0);
        const QString program = Bin + QStringLiteral("/qontrollerctl");
        QTRY_VERIFY2(run(program, {"why", "test/a"}).output.contains("from Python"),
                     run(program, {"why", "test/a"}).output);
    }

private:
    /// The folder of the server is the one that Python's modules and the socket are in.
    test::Answer run(const QString &program, const QStringList &arguments)
    {
        const QString folder = QFileInfo(m_server.file("x")).path();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_RUNTIME_DIR", folder);
        environment.insert("PYTHONPATH", folder);
        environment.insert("HOME", folder);
        environment.insert("PATH", Bin + QStringLiteral(":") + environment.value("PATH"));
        return test::answerOf(program, arguments, environment);
    }
    [[nodiscard]] QString socket() const
    {
        return m_server.file("qontroller/session/control.sock");
    }

    ServerProcess m_server;
};

QTEST_GUILESS_MAIN(InstalledCtlTest)
#include "tst_installedctl.moc"
