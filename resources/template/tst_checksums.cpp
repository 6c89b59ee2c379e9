// SPDX-License-Identifier: CC0-1.0
#include "core/plugins/api/controllerplugin.h"
#include "core/sdk/testing/reconcile.h"
#include "core/sdk/testing/recordinglist.h"

#include <QtCore/QPluginLoader>
#include <QtTest/QtTest>

using namespace qontroller;

class ChecksumsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aTextHasAChecksumAsLongAsItExists()
    {
        const QTemporaryDir folder;
        QPluginLoader loader(QONTROLLER_PLUGIN);
        auto *plugin = qobject_cast<ControllerPlugin *>(loader.instance());
        const auto parts = plugin->create({{"folder", folder.path()}}, {});
        QFile text(folder.filePath("one.txt"));
        QVERIFY(text.open(QFile::WriteOnly) && text.write("one\n") == 4 && text.flush());

        QCOMPARE(test::listOf(*parts->listerWatcher), "one.txt complete");
        QVERIFY(test::reconcile(*parts->reconciler, "one.txt").kind() == Outcome::Kind::Done);
        QVERIFY(QFile::exists(folder.filePath("one.txt.sha256")));

        QVERIFY(text.remove());
        QCOMPARE(test::listOf(*parts->listerWatcher), "-one.txt complete");
        QVERIFY(test::reconcile(*parts->reconciler, "one.txt").kind() == Outcome::Kind::Done);
        QVERIFY(!QFile::exists(folder.filePath("one.txt.sha256")));
    }
};

QTEST_GUILESS_MAIN(ChecksumsTest)
#include "tst_checksums.moc"
