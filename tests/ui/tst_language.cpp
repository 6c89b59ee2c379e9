// SPDX-License-Identifier: GPL-3.0-or-later
// The program speaks one language: ours, Qt's own words and numbers alike.
#include "support/fakes.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/enqueuedialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/termsdialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/theme/resources.h"
#include "ui/words/commands.h"
#include "ui/words/format.h"

#include <QtGui/QKeySequence>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QPushButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

class LanguageTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void cleanupTestCase() { prepareResources("en"); }
    // One after the other: nothing of the language before is left.
    void qtSpeaksTheChosenLanguage_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("cancel");
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("number");
        QTest::newRow("German") << "de"
                                << "Abbrechen"
                                << "Strg+Umschalt+P"
                                << "0,5";
        QTest::newRow("English") << "en"
                                 << "Cancel"
                                 << "Ctrl+Shift+P"
                                 << "0.5";
    }
    void qtSpeaksTheChosenLanguage()
    {
        QFETCH(QString, language);
        QFETCH(QString, cancel);
        QFETCH(QString, keys);
        QFETCH(QString, number);
        prepareResources(language);
        const QDialogButtonBox box(QDialogButtonBox::Cancel);
        QCOMPARE(box.button(QDialogButtonBox::Cancel)->text().remove(QLatin1Char('&')), cancel);
        QCOMPARE(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P).toString(QKeySequence::NativeText),
                 keys);
        QCOMPARE(QLocale().toString(0.5, 'f', 1), number);
    }

    void everyDialogCancelsInTheChosenLanguage_data() { qtSpeaksTheChosenLanguage_data(); }
    void everyDialogCancelsInTheChosenLanguage()
    {
        QFETCH(QString, language);
        QFETCH(QString, cancel);
        prepareResources(language);
        FakeApplication application;
        std::vector<std::unique_ptr<QDialog>> dialogs;
        dialogs.push_back(
            std::make_unique<ConfirmDialog>(QStringLiteral("?"), QString(), QString()));
        dialogs.push_back(std::make_unique<EnqueueDialog>(ControllerBook(), 0));
        dialogs.push_back(std::make_unique<TermsDialog>(pauseQuestion({}, {})));
        dialogs.push_back(std::make_unique<TrustDialog>(application.known.first()));
        dialogs.push_back(
            std::make_unique<LoadPluginDialog>(application, QStringList(), QString()));
        dialogs.push_back(std::make_unique<QInputDialog>());
        dialogs.back()->show(); // it makes its buttons late
        for (const auto &dialog : dialogs) {
            const auto buttons = dialog->findChildren<QPushButton *>();
            const bool found = std::any_of(buttons.begin(), buttons.end(), [&](const auto *button) {
                return button->text().remove(QLatin1Char('&')) == cancel;
            });
            QVERIFY2(found, dialog->metaObject()->className());
        }
    }

    void largeNumbersAreGroupedInSentencesToo_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("words");
        QTest::newRow("German") << "de" << QString::fromUtf8("%1 Objekte anhalten");
        QTest::newRow("English") << "en" << QStringLiteral("Pause %1 objects");
    }
    void largeNumbersAreGroupedInSentencesToo()
    {
        QFETCH(QString, language);
        QFETCH(QString, words);
        prepareResources(language);
        QCOMPARE(describeAction(ItemsAction{ItemVerb::Pause, Ids(100'078)}),
                 words.arg(formatCount(100'078)));
    }
};

QONTROLLER_WINDOW_TEST(LanguageTest)
#include "tst_language.moc"
