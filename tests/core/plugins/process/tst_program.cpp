// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/process/program.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace qontroller;

class ProgramTest final : public QObject
{
    Q_OBJECT

private slots:
    void findsProgramsAndSaysWhatIsWrongWithThem()
    {
        QCOMPARE(findProgram("sh", "/nowhere:/bin", {}).value(), std::string("/bin/sh"));
        QCOMPARE(findProgram("sh", {}, {}).value().substr(0, 1), std::string("/"));
        QCOMPARE(findProgram("./sh", {}, "/bin").value(), std::string("/bin/./sh"));
        const auto wrong = [](const std::string &name, const char *words) {
            const auto found = findProgram(name, "/bin:/etc", {});
            return !found && found.error().starts_with("must name a program, but ")
                   && found.error().find(words) != std::string::npos;
        };
        QVERIFY(wrong("", "is empty"));
        QVERIFY(wrong("no-such-program", "none of the folders of PATH (/bin:/etc)"));
        QVERIFY(wrong("passwd/", "does not exist"));
        QVERIFY(wrong("/no/such", "does not exist: install it"));
        QVERIFY(wrong("/bin", "is a folder"));
        QVERIFY(wrong("/etc/passwd", "is not executable for this user: run chmod +x"));
        QVERIFY(wrong("/dev/null", "is not a file"));
        QVERIFY(wrong("hostname-", "none of"));
        QVERIFY(wrong("fstab", "is /etc/fstab, which is not executable")
                || ::access("/etc/fstab", F_OK) != 0);
    }

    void saysWhatIsWrongWithAFolder()
    {
        const QTemporaryDir parent;
        const std::string folder = parent.filePath("folder").toStdString();
        QVERIFY(QDir().mkpath(QString::fromStdString(folder)));
        QCOMPARE(whyNotWorkingFolder({}), std::string());
        QCOMPARE(whyNotWorkingFolder(folder), std::string());
        QCOMPARE(whyNotWorkingFolder("here"),
                 std::string("must be an absolute path, but is \"here\""));
        for (const char *none : {"/no/folder", "/etc/passwd"})
            QCOMPARE(whyNotWorkingFolder(none),
                     "must be a folder, but there is none at \"" + std::string(none) + '"');

        QCOMPARE(::chmod(parent.path().toLocal8Bit(), 0), 0);
        const bool isRoot = ::geteuid() == 0;
        if (isRoot)
            QCOMPARE(::seteuid(65534), 0);
        const std::string why = whyNotWorkingFolder(folder);
        if (isRoot)
            QCOMPARE(::seteuid(0), 0);
        QCOMPARE(::chmod(parent.path().toLocal8Bit(), 0700), 0);
        QCOMPARE(why,
                 "must be a folder that this program's user may enter, but is \"" + folder + '"');
    }
};

QONTROLLER_TEST(ProgramTest)
#include "tst_program.moc"
