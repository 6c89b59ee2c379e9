// SPDX-License-Identifier: LGPL-3.0-or-later
#include "programs.h"

#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtTest/QTest>

using namespace qontroller;

/// What is installed, as binutils reads it: core/layers.cmake asks for each of these.
class TestHardening : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void isHardened_data() { addFiles(); }
    void isHardened();
    void checksTheBuffersOfTheCLibrary();

private:
    void addFiles();
    static QByteArray read(const QString &option);

    QStringList m_files;
};

void TestHardening::initTestCase()
{
    QByteArray missing = test::missingPrograms({"readelf", "objdump"});
    QVERIFY2(missing.isEmpty(), missing);
    QDirIterator files(PREFIX, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.symLinkTarget().isEmpty() || !file.open(QIODevice::ReadOnly))
            continue;
        if (file.read(4) == "\177ELF")
            m_files.append(file.fileName());
    }
    QVERIFY2(m_files.size() >= 9, "programs and plugins are missing: " PREFIX);
}

void TestHardening::addFiles()
{
    QTest::addColumn<QString>("file");
    for (const QString &file : m_files)
        QTest::newRow(qPrintable(QFileInfo(file).fileName())) << file;
}

QByteArray TestHardening::read(const QString &option)
{
    QFETCH(QString, file);
    return test::must("/", "readelf", {"--wide", option, file});
}

void TestHardening::isHardened()
{
    QVERIFY(read("--file-header").contains("DYN")); // it is independent of its position
    const QByteArray headers = read("--program-headers");
    QVERIFY(headers.contains("GNU_RELRO") && read("--dynamic").contains("NOW"));
    QList<QByteArray> stacks = headers.split('\n');
    stacks.removeIf([](const QByteArray &line) { return !line.contains("GNU_STACK"); });
    QCOMPARE(stacks.size(), 1);
    QVERIFY2(stacks.front().contains(" RW ") && !stacks.front().contains("RWE"), stacks.front());
    QVERIFY(read("--dyn-syms").contains("__stack_chk_fail"));
#ifdef __x86_64__ // marks where calls may land
    QFETCH(QString, file);
    const char *function = file.endsWith(".so") ? "qt_plugin_instance" : "main";
    const QByteArray code = test::must("/", "objdump",
                                       {"--no-show-raw-insn", QString("--disassemble=") + function,
                                        file});
    QVERIFY2(code.contains("endbr64"), code.left(2000));
#endif
}

void TestHardening::checksTheBuffersOfTheCLibrary()
{
    for (const QString &file : std::as_const(m_files)) {
        if (QFileInfo(file).fileName() != "qontrollerd")
            continue;
        const QByteArray symbols = test::must("/", "readelf", {"--wide", "--dyn-syms", file});
        QVERIFY2(symbols.contains("_chk@"), "none of the functions that FORTIFY checks");
        return;
    }
    QFAIL("qontrollerd is not installed");
}

QTEST_GUILESS_MAIN(TestHardening)
#include "tst_hardening.moc"
