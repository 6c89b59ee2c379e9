// SPDX-License-Identifier: GPL-3.0-or-later
// Enter presses the button that has the focus; untouched, a dialog does no harm.
#include "support/fakes.h"
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/crashdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/enqueuedialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/pluginsdialog.h"
#include "ui/dialogs/trustdialog.h"

#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>

#include <functional>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

using MakeDialog = std::function<std::unique_ptr<QDialog>(FakeApplication &)>;

class DialogsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void enterPressesTheButtonThatHasTheFocus_data() { eachDialog(); }
    void enterPressesTheButtonThatHasTheFocus()
    {
        QFETCH(MakeDialog, make);
        FakeApplication application;
        QStringList names;
        const auto first = make(application);
        for (const QPushButton *button : first->findChildren<QPushButton *>())
            names += button->text();
        for (const QString &name : names) {
            const auto dialog = make(application);
            dialog->show();
            QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
            for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
                disconnect(button, &QPushButton::clicked, nullptr,
                           nullptr); // what it does is not asked
                if (button->text() != name || !button->isEnabled() || !button->isVisible())
                    continue;
                bool pressed = false;
                connect(button, &QPushButton::clicked, button, [&pressed] { pressed = true; });
                button->setFocus(Qt::TabFocusReason);
                QTest::keyClick(button, Qt::Key_Return);
                QVERIFY2(pressed, qPrintable(name));
            }
        }
    }

    void enterAndEscAreSafe_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("Enter") << int(Qt::Key_Return);
        QTest::newRow("Esc") << int(Qt::Key_Escape);
    }
    void enterAndEscAreSafe()
    {
        QFETCH(int, key);
        FakeApplication application;
        const auto press = [key](QDialog &dialog) {
            dialog.show();
            QVERIFY(QTest::qWaitForWindowActive(&dialog));
            QTest::keyClick(dialog.focusWidget() ? dialog.focusWidget() : &dialog, Qt::Key(key));
            QVERIFY(!dialog.isVisible());
        };
        ConfirmDialog confirm(QStringLiteral("Remove photos?"), {}, QStringLiteral("Remove"));
        press(confirm);
        QCOMPARE(confirm.result(), int(QDialog::Rejected));
        TrustDialog trust(application.known.first());
        press(trust);
        QCOMPARE(trust.result(), int(QDialog::Rejected));
        DrainDialog drain({1}, QStringLiteral("photos"));
        QSignalSpy ended(&drain, &DrainDialog::endRequested);
        press(drain);
        QCOMPARE(ended.size(), 0);
        CrashDialog crash({application.known.first()});
        press(crash);
        QVERIFY(crash.choice() == CrashDialog::Choice::Disable
                || crash.choice() == CrashDialog::Choice::Nothing);
    }

    void enterInTheListOfWhatIsAffectedIsSafe()
    {
        ConfirmDialog dialog(
            prepared(FrozenScope::of(ItemVerb::Discard, {{1, 1, "a", ItemState::Failed}})));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto *act = dialog.findChild<QPushButton *>("confirmAct");
        act->setFocus();
        auto *list = dialog.findChild<QPlainTextEdit *>("confirmDetails");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(dialog.result() != int(QDialog::Accepted));
    }

    void backFromCancelIsTheButtonBesideIt()
    {
        ConfirmDialog dialog(
            prepared(FrozenScope::of(ItemVerb::Discard, {{1, 1, "a", ItemState::Failed}})));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(dialog.focusWidget(), dialog.findChild<QWidget *>("confirmAct"));
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }

    void theQuestionNamesTheControllers()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        rig.action("discardItems")->trigger();
        QVERIFY(rig.question());
        QVERIFY(rig.label("confirmConsequence").startsWith("Controller: photos\n"));
    }

    void aButtonThatIsOffSaysWhy_data() { eachDialog(); }
    void aButtonThatIsOffSaysWhy()
    {
        QFETCH(MakeDialog, make);
        FakeApplication application;
        const auto dialog = make(application);
        for (const QPushButton *button : dialog->findChildren<QPushButton *>())
            QVERIFY2(button->isEnabled() || !button->toolTip().isEmpty(),
                     qPrintable(button->text()));
    }

    void theTitleIsNotSaidTwice_data() { eachDialog(); }
    void theTitleIsNotSaidTwice()
    {
        QFETCH(MakeDialog, make);
        FakeApplication application;
        const auto dialog = make(application);
        QVERIFY(!dialog->windowTitle().isEmpty());
        for (const QLabel *label : dialog->findChildren<QLabel *>())
            QVERIFY2(label->text() != dialog->windowTitle(), qPrintable(label->text()));
    }

private:
    static void eachDialog()
    {
        QTest::addColumn<MakeDialog>("make");
        QTest::newRow("confirm") << MakeDialog([](FakeApplication &) {
            return std::make_unique<ConfirmDialog>(QStringLiteral("Remove photos?"),
                                                   QStringLiteral("It ends."),
                                                   QStringLiteral("Drain and Remove"));
        });
        QTest::newRow("trust") << MakeDialog([](FakeApplication &application) {
            return std::make_unique<TrustDialog>(application.known.first());
        });
        QTest::newRow("crash") << MakeDialog([](FakeApplication &application) {
            return std::make_unique<CrashDialog>(QList{application.known.first()});
        });
        QTest::newRow("drain") << MakeDialog([](FakeApplication &) {
            return std::make_unique<DrainDialog>(std::vector<ControllerId>{1},
                                                 QStringLiteral("photos"));
        });
        QTest::newRow("plugins") << MakeDialog([](FakeApplication &application) {
            return std::make_unique<PluginsDialog>(application, PluginsDialog::Mode::Manage);
        });
        QTest::newRow("enqueue") << MakeDialog(
            [](FakeApplication &) { return std::make_unique<EnqueueDialog>(ControllerBook(), 0); });
        QTest::newRow("choose") << MakeDialog([](FakeApplication &application) {
            return std::make_unique<LoadPluginDialog>(application, QStringList(), QString());
        });
        QTest::newRow("load") << MakeDialog([](FakeApplication &application) {
            return std::make_unique<LoadPluginDialog>(application, QStringList(),
                                                      application.known.first().file);
        });
    }
};

QONTROLLER_WINDOW_TEST(DialogsTest)
#include "tst_dialogs.moc"
