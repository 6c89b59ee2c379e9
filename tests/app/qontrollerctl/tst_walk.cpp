// SPDX-License-Identifier: LGPL-3.0-or-later
#include "answer.h"
#include "eventually.h"
#include "files.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QFileInfo>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// What the manual has between "```sh" and "```" and begins with \a start.
QByteArray shellBlock(const QByteArray &start)
{
    const QByteArray manual = contentsOf(MANUAL);
    const qsizetype begin = manual.indexOf("\n```sh\n" + start) + 7;
    return begin < 7 ? QByteArray() : manual.mid(begin, manual.indexOf("\n```", begin) + 1 - begin);
}

} // namespace

/// A newcomer walks with two terminals, as resources/manual/terminal.md has it, word by word.
class WalkTest final : public QObject
{
    Q_OBJECT

private slots:
    void everyLineDoesWhatIsSaidOfIt()
    {
        QByteArray first = shellBlock("mkdir -p /tmp/walk");
        QVERIFY(first.endsWith("\nqontrollerd walk.json\n"));
        first.chop(int(qstrlen("qontrollerd walk.json\n")));
        QCOMPARE(run(first).status, 0);
        m_server.setEnvironment("XDG_RUNTIME_DIR", m_folder.path());
        m_server.useDefaultControl();
        m_server.start({m_folder.filePath("walk/walk.json")});

        // What each line of the second terminal shows, at once or within seconds.
        const QList<QByteArray> shown = {"",
                                         "1 object failed",
                                         "photo-7",
                                         "disk: No such file",
                                         "",
                                         "1 succeeded",
                                         "",
                                         "20 removals are held",
                                         "believed",
                                         "keep 1 object",
                                         "19 objects: 19 su",
                                         " healthy ",
                                         "keep photos/photo-33"};
        const QList<QByteArray> lines = shellBlock("cd /tmp/walk").trimmed().split('\n');
        QCOMPARE(lines.size(), shown.size());
        for (qsizetype i = 1; i < lines.size(); ++i) {
            Answer answer;
            const bool isShown = eventually([&] {
                answer = run("cd /tmp/walk; " + lines[i]);
                return answer.output.contains(shown[i]);
            });
            QVERIFY2(isShown, lines[i] + ": " + answer.output + answer.error);
            QVERIFY2(answer.status == 0, answer.error);
        }
    }

    void theClientIsTheOneThatIsTried()
    {
        const QByteArray client = contentsOf(CLIENT);
        const QByteArray program = client.mid(client.indexOf("import sys\n"));
        QVERIFY(contentsOf(MANUAL).contains("\n```python\n" + program + "```\n"));
    }

private:
    /// \a script in the folder of this test in the place of /tmp/walk, and with nobody to ask.
    Answer run(QByteArray script)
    {
        script.replace("/tmp/walk", m_folder.filePath("walk").toUtf8());
        script.replace(" --wait  #", " --wait --yes  #");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_RUNTIME_DIR", m_folder.path());
        environment.insert("PATH",
                           QFileInfo(QONTROLLERCTL).path() + ':' + environment.value("PATH"));
        return answerOf("sh", {"-ec", QString::fromUtf8(script)}, environment);
    }

    QTemporaryDir m_folder;
    ServerProcess m_server;
};

QONTROLLER_GUILESS_TEST(WalkTest)
#include "tst_walk.moc"
