// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/api/optiontable.h"

#include <functional>
#include <limits>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

/// Stands for a value of any field.
struct Anything
{
    template<class T>
    operator T() const;
};

template<class T, class... Values>
concept MadeOf = requires
{
    T{Values()...};
};

/// How many fields an aggregate has.
template<class T, class... Values>
constexpr std::size_t fieldsOf()
{
    if constexpr (MadeOf<T, Values..., Anything>)
        return fieldsOf<T, Values..., Anything>();
    else
        return sizeof...(Values);
}

} // namespace

using Change = std::function<void(ControllerOptions &)>;

class OptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyFieldHasARowOfTheTable()
    {
        QCOMPARE(fieldsOf<ControllerOptions>(), optionTable().size());
        for (const ControllerOption &each : optionTable()) {
            QVERIFY(!each.title.empty());
            QCOMPARE(findOption(each.fullName()), &each);
            QCOMPARE(&optionOf(each.field), &each); // no field has two
        }
    }

    void valuesAreReadAsTheyAreWritten_data()
    {
        QTest::addColumn<QString>("name");
        for (const ControllerOption &each : optionTable())
            QTest::newRow(each.fullName().c_str()) << QString::fromStdString(each.fullName());
    }
    void valuesAreReadAsTheyAreWritten()
    {
        QFETCH(const QString, name);
        const ControllerOption &option = *findOption(name.toStdString());
        const OptionValue value = option.in(ControllerOptions{});
        QVERIFY(option.parse(valueText(value)) == value);
        for (const char *other : {"", "nothing", "1x", "truely", "-"})
            QVERIFY2(!option.parse(other), other);
    }

    void acceptsWhatIsAllowed_data()
    {
        QTest::addColumn<Change>("change");
        const auto row = [](const char *what, Change change) { QTest::newRow(what) << change; };
        row("no workers", [](auto &o) { o.workers = 0; });
        row("most workers", [](auto &o) { o.workers = 10'000; });
        row("shortest resync", [](auto &o) { o.resyncInterval = 10ms; });
        row("no retries", [](auto &o) { o.maxRetries = 0; });
        row("back-off stays the same", [](auto &o) { o.backoffMax = o.backoffBase; });
        row("tiny rate", [](auto &o) { o.retryRate = 1e-9; });
        row("smallest burst", [](auto &o) { o.retryBurst = 1; });
        row("a timeout", [](auto &o) { o.handlerTimeout = 1ns; });
        row("shortest ageing", [](auto &o) { o.ageing = 1ns; });
    }
    void acceptsWhatIsAllowed()
    {
        QFETCH(Change, change);
        ControllerOptions options;
        change(options);
        QVERIFY2(!validate(options), validate(options).value_or("").c_str());
    }

    void refusesWhatIsNot_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("field");
        const auto row = [](const char *what, const char *field, Change change) {
            QTest::newRow(what) << change << field;
        };
        const double infinite = std::numeric_limits<double>::infinity();
        const double nan = std::numeric_limits<double>::quiet_NaN();
        row("negative workers", "workers", [](auto &o) { o.workers = -1; });
        row("too many workers", "workers", [](auto &o) { o.workers = 10'001; });
        row("resync all the time", "resyncInterval", [](auto &o) { o.resyncInterval = 9ms; });
        row("negative retries", "maxRetries", [](auto &o) { o.maxRetries = -1; });
        row("no back-off", "backoff.base", [](auto &o) { o.backoffBase = 0s; });
        row("max below base", "backoff.max", [](auto &o) { o.backoffMax = o.backoffBase - 1ns; });
        row("no rate", "retryRate", [](auto &o) { o.retryRate = 0; });
        row("negative rate", "retryRate", [](auto &o) { o.retryRate = -1; });
        row("rate without end", "retryRate", [=](auto &o) { o.retryRate = infinite; });
        row("rate is no number", "retryRate", [=](auto &o) { o.retryRate = nan; });
        row("no burst", "retryBurst", [](auto &o) { o.retryBurst = 0; });
        row("negative timeout", "handlerTimeout", [](auto &o) { o.handlerTimeout = -1ns; });
        row("negative time parked", "parkedRetryInterval",
            [](auto &o) { o.parkedRetryInterval = -1ns; });
        row("no ageing time", "ageing", [](auto &o) { o.ageing = 0s; });
    }
    void refusesWhatIsNot()
    {
        QFETCH(Change, change);
        QFETCH(QString, field);
        ControllerOptions options;
        change(options);
        const auto wrong = validate(options);
        QVERIFY(wrong);
        QVERIFY2(QString::fromStdString(*wrong).startsWith(field + " must be "), wrong->c_str());
    }

    void namesAllThatIsWrongALineEach()
    {
        ControllerOptions options;
        options.workers = -1;
        options.retryBurst = 0;
        options.backoffBase = 0s;
        QCOMPARE(validate(options).value_or(""),
                 std::string("workers must be from 0 to 10000, not -1\n"
                             "backoff.base must be more than 0s\n"
                             "retryBurst must be at least 1, not 0"));
    }
};

QONTROLLER_TEST(OptionsTest)
#include "tst_options.moc"
