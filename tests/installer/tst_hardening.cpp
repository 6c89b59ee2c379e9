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
    void isPositionIndependent_data() { addFiles(); }
    void isPositionIndependent();
    void resolvesAllSymbolsBeforeItRunsAndLocksThem_data() { addFiles(); }
    void resolvesAllSymbolsBeforeItRunsAndLocksThem();
    void hasNoExecutableStack_data() { addFiles(); }
    void hasNoExecutableStack();
    void guardsItsStack_data() { addFiles(); }
    void guardsItsStack();
    void marksWhereCallsMayLand_data() { addFiles(); }
    void marksWhereCallsMayLand();
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

void TestHardening::isPositionIndependent()
{
    QVERIFY(read("--file-header").contains("DYN"));
}

void TestHardening::resolvesAllSymbolsBeforeItRunsAndLocksThem()
{
    QVERIFY(read("--program-headers").contains("GNU_RELRO"));
    QVERIFY(read("--dynamic").contains("NOW"));
}

void TestHardening::hasNoExecutableStack()
{
    QList<QByteArray> lines = read("--program-headers").split('\n');
    lines.removeIf([](const QByteArray &line) { return !line.contains("GNU_STACK"); });
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines.front().contains(" RW ") && !lines.front().contains("RWE"), lines.front());
}

void TestHardening::guardsItsStack()
{
    QVERIFY(read("--dyn-syms").contains("__stack_chk_fail"));
}

void TestHardening::marksWhereCallsMayLand()
{
#ifndef __x86_64__
    QSKIP("is a feature of x86-64");
#endif
    QFETCH(QString, file);
    const bool isPlugin = file.endsWith(".so");
    const QByteArray code = test::must("/", "objdump",
                                       {"--no-show-raw-insn",
                                        isPlugin ? "--disassemble=qt_plugin_instance"
                                                 : "--disassemble=main",
                                        file});
    QVERIFY2(code.contains("endbr64"), code.left(2000));
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
