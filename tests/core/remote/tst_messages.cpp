// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/itemdetail.h"
#include "core/remote/wire/alarmmessages.h"
#include "core/remote/wire/commandmessages.h"
#include "core/remote/wire/deltamessages.h"
#include "core/remote/wire/deltaparts.h"
#include "core/remote/wire/detailmessages.h"
#include "core/remote/wire/itemmessages.h"
#include "core/remote/wire/jobmessages.h"
#include "core/remote/wire/lifecyclemessages.h"
#include "core/remote/wire/optionmessages.h"
#include "core/remote/wire/sessionmessages.h"
#include "testprogram.h"

#include <google/protobuf/util/message_differencer.h>

#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>

using namespace qontroller;
using namespace qontroller::remote;
using namespace std::chrono_literals;

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

/// Gives each field of a message another value, all of which fit.
class Filler
{
public:
    void fill(Message &message)
    {
        const Descriptor &type = *message.GetDescriptor();
        if (type.name() == "Options")
            return fillOptions(static_cast<v1::Options &>(message));
        for (int i = 0; i < type.field_count(); ++i) {
            const FieldDescriptor &field = *type.field(i);
            // Words are made from the other fields.
            if (field.name() == "words" || (type.name() == "Event" && field.name() == "name"))
                continue;
            if (field.is_repeated())
                addTo(message, field);
            else
                set(message, field);
        }
    }

private:
    static bool other(bool value) { return !value; }
    static Duration other(Duration value) { return value + std::chrono::nanoseconds(7); }
    template<class Number>
    static Number other(Number value)
    {
        return value + 7;
    }
    /// Names are those of the table, each with a value that is not its default.
    void fillOptions(v1::Options &message)
    {
        ControllerOptions options;
        for (const ControllerOption &each : optionTable())
            each.set(options, std::visit([](auto value) -> OptionValue { return other(value); },
                                         each.in(options)));
        remote::write(options, message);
    }

    void addTo(Message &message, const FieldDescriptor &field)
    {
        const Reflection &change = *message.GetReflection();
        const int size = field.name() == "states" ? ItemStateCount : 2;
        for (int i = 0; i < size; ++i) {
            ++m_next;
            switch (field.cpp_type()) {
            case FieldDescriptor::CPPTYPE_MESSAGE:
                fill(*change.AddMessage(&message, &field));
                break;
            case FieldDescriptor::CPPTYPE_STRING:
                change.AddString(&message, &field, std::to_string(m_next));
                break;
            case FieldDescriptor::CPPTYPE_UINT32: change.AddUInt32(&message, &field, m_next); break;
            case FieldDescriptor::CPPTYPE_UINT64: change.AddUInt64(&message, &field, m_next); break;
            default: QFAIL(field.full_name().c_str());
            }
        }
    }

    void set(Message &message, const FieldDescriptor &field)
    {
        const Reflection &change = *message.GetReflection();
        ++m_next;
        // Kinds and causes are enums that are numbers here, of which few are known.
        const bool isKind = field.name() == "kind" || field.name() == "cause";
        switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_MESSAGE:
            fill(*change.MutableMessage(&message, &field));
            break;
        case FieldDescriptor::CPPTYPE_STRING:
            change.SetString(&message, &field, std::to_string(m_next));
            break;
        case FieldDescriptor::CPPTYPE_BOOL: change.SetBool(&message, &field, true); break;
        case FieldDescriptor::CPPTYPE_INT32: change.SetInt32(&message, &field, m_next); break;
        case FieldDescriptor::CPPTYPE_INT64: change.SetInt64(&message, &field, m_next); break;
        case FieldDescriptor::CPPTYPE_UINT32:
            change.SetUInt32(&message, &field, isKind ? 1 + m_next % 11 : m_next);
            break;
        case FieldDescriptor::CPPTYPE_UINT64: change.SetUInt64(&message, &field, m_next); break;
        case FieldDescriptor::CPPTYPE_DOUBLE: change.SetDouble(&message, &field, m_next); break;
        case FieldDescriptor::CPPTYPE_ENUM:
            change.SetEnumValue(&message, &field,
                                1 + m_next % (field.enum_type()->value_count() - 1));
            break;
        default: QFAIL(field.full_name().c_str());
        }
    }

    int m_next = 0;
};

/// Words and names are made anew by each write.
template<class Sent>
QByteArray difference(const Sent &sent, const Sent &again)
{
    google::protobuf::util::MessageDifferencer differencer;
    differencer.IgnoreField(v1::Said::descriptor()->FindFieldByName("words"));
    differencer.IgnoreField(v1::Event::descriptor()->FindFieldByName("name"));
    std::string report;
    differencer.ReportDifferencesToString(&report);
    return differencer.Compare(sent, again) ? QByteArray() : QByteArray::fromStdString(report);
}

template<class Sent>
QByteArray lostOf()
{
    Sent sent;
    Filler().fill(sent);
    Sent again;
    write(read(sent, HostClock{}), again);
    return difference(sent, again);
}

/// The same of a message whose times are those of a calendar.
template<class Sent>
QByteArray lostOfAnswer()
{
    Sent sent;
    Filler().fill(sent);
    Sent again;
    write(read(sent), again);
    return difference(sent, again);
}

QByteArray lostOfDelta()
{
    v1::Delta sent;
    Filler().fill(sent);
    DeltaParts parts(read(sent, HostClock{}));
    v1::Delta again;
    parts.writeNext(again);
    return parts.isOver() ? difference(sent, again) : QByteArray("one part is not enough");
}

/// `ITEM_STATE_BACK_OFF` as name() says it, without case and signs.
QByteArray letters(std::string_view text)
{
    QByteArray result;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)))
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

} // namespace

class MessagesTest final : public QObject
{
    Q_OBJECT

private slots:
    void r11_noFieldIsLost_data()
    {
        QTest::addColumn<QByteArray>("lost");
        QTest::newRow("Delta") << lostOfDelta();
        QTest::newRow("Sample") << lostOf<v1::Sample>();
        v1::ItemDetail sent;
        Filler().fill(sent);
        v1::ItemDetail again;
        write(read(sent, HostClock{}), again);
        again.set_now(sent.now()); // the moment of asking, which the value does not have
        QTest::newRow("ItemDetail") << difference(sent, again);
        v1::ApplyReply applied;
        Filler().fill(applied);
        v1::ApplyReply appliedAgain;
        write(read(applied), appliedAgain);
        QTest::newRow("ApplyReply") << difference(applied, appliedAgain);
        QTest::newRow("MemberOperation") << lostOfAnswer<v1::MemberOperation>();
        QTest::newRow("EmployerSummary") << lostOfAnswer<v1::EmployerSummary>();
        QTest::newRow("Alarms") << lostOfAnswer<v1::Alarms>();
        QTest::newRow("MembersRequest") << lostOfAnswer<v1::MembersRequest>();
        v1::Employer employer;
        Filler().fill(employer);
        v1::Employer employerAgain;
        const consist::EmployerView view = read(employer);
        write(view, employerAgain);
        for (const consist::MemberView &each : view.members)
            write(each, *employerAgain.add_members());
        QTest::newRow("Employer") << difference(employer, employerAgain);
    }
    void r11_noFieldIsLost()
    {
        QFETCH(QByteArray, lost);
        QCOMPARE(lost, QByteArray());
    }

    void r7_aLargeDeltaGoesInParts()
    {
        Delta delta{TimePoint(1s), {}, {}, {7}};
        for (const char *name : {"photos", "none", "music"}) {
            ControllerDelta controller;
            controller.name = name;
            controller.resetRows = true;
            controller.rowsPending = 5;
            for (std::size_t i = 0; i < 300 && controller.name != "none"; ++i) {
                ItemRow row;
                row.id = std::to_string(i) + std::string(60'000, 'x');
                controller.changed.push_back(row);
                controller.events.push_back(
                    {i, {}, EventRecord::Kind::Error, row.id, std::string(4000, 'y'), 0});
                controller.removed.push_back(1000 + i);
            }
            delta.controllers.push_back(controller);
        }
        DeltaParts parts(delta);
        std::map<std::string, ControllerDelta> joined;
        int count = 0;
        for (; !parts.isOver(); ++count) {
            v1::Delta message;
            parts.writeNext(message);
            QVERIFY(message.ByteSizeLong() < (4U << 20));
            const Delta part = read(message, HostClock{});
            QCOMPARE(part.controllers.size(), 3U);
            QCOMPARE(part.removed.empty(), !parts.isOver());
            for (const ControllerDelta &each : part.controllers) {
                ControllerDelta &whole = joined[each.name];
                QCOMPARE(each.resetRows, count == 0);
                QVERIFY(each.rowsPending >= 5);
                QVERIFY(whole.removed.empty() || each.changed.empty());
                whole.rowsPending = each.rowsPending;
                std::ranges::copy(each.changed, std::back_inserter(whole.changed));
                std::ranges::copy(each.events, std::back_inserter(whole.events));
                std::ranges::copy(each.removed, std::back_inserter(whole.removed));
            }
        }
        QVERIFY(count > 20);
        for (const ControllerDelta &each : delta.controllers) {
            const ControllerDelta &whole = joined[each.name];
            QCOMPARE(whole.rowsPending, 5U);
            QCOMPARE(whole.changed.size(), each.changed.size());
            QCOMPARE(whole.removed, each.removed);
            QCOMPARE(whole.events.size(), each.events.size());
            for (std::size_t i = 0; i < each.events.size(); ++i)
                QCOMPARE(whole.events[i].number, each.events[i].number);
        }
    }

    void commandsComeAsTheyWere_data()
    {
        QTest::addColumn<Command>("command");
        const Ids ids{"a", "b\xff"};
        const auto row = [](const char *name, Action action) {
            QTest::newRow(name) << Command{7, std::move(action)};
        };
        const PauseTerms terms{std::chrono::seconds(5), "why"};
        for (const ItemVerb verb : itemVerbs()) {
            const ItemVerbFacts facts = factsOf(verb);
            const std::string name(facts.name);
            row(name.c_str(), ItemsAction{verb, ids});
            row((name + " all").c_str(), ItemsAction{verb});
            if (facts.hasTerms)
                row((name + " with terms").c_str(), ItemsAction{verb, ids, terms});
        }
        for (const ControllerVerb verb : controllerVerbs()) {
            const ControllerVerbFacts facts = factsOf(verb);
            row(std::string(facts.name).c_str(),
                facts.hasTerms ? ControllerAction{verb, terms} : ControllerAction{verb});
        }
        row("workers", setWorkers(0));
        ControllerOptions changed;
        changed.backoffMax = std::chrono::hours(1);
        changed.retryRate = 0.5;
        changed.massDeletionGuard = false;
        row("options", setOptions({}, changed));
    }
    void commandsComeAsTheyWere()
    {
        QFETCH(Command, command);
        v1::Command message;
        write(command, message);
        const auto again = read(message);
        QVERIFY(again && *again == command);
    }

    void r11_theVerbsOfJobsKeepTheirNumbers()
    {
        std::string words;
        for (const ItemVerb verb : itemVerbs()) {
            JobRequest request;
            request.verb = verb;
            v1::JobRequest message;
            write(request, message);
            const auto again = read(message);
            QVERIFY(again && again->verb == verb);
            words += std::string(factsOf(verb).name) + ' ' + std::to_string(message.verb()) + ' '
                     + v1::JobRequest::Verb_Name(message.verb()) + '\n';
        }
        QCOMPARE(words, "requeue 1 VERB_REQUEUE\n"
                        "pause 2 VERB_PAUSE\n"
                        "resume 3 VERB_RESUME\n"
                        "discard 4 VERB_DISCARD\n"
                        "remove 5 VERB_CONFIRM\n"
                        "keep 6 VERB_REFUSE\n");
        QCOMPARE(int(v1::JobRequest::Verb_MAX), int(itemVerbs().size()));
    }

    void r11_aCommandThatIsNotKnownIsNone()
    {
        QVERIFY(!read(v1::Command()));
        v1::Command strange; // of a newer program
        write(Command{1, setWorkers(2)}, strange);
        strange.mutable_set_options()->mutable_values(0)->set_name("colour");
        QVERIFY(!read(strange));
        strange.mutable_set_options()->mutable_values(0)->set_name("retryRate"); // no whole number
        QVERIFY(!read(strange));
        v1::OperationCommand operate;
        QVERIFY(!read(operate));
        operate.set_verb(static_cast<v1::OperationCommand::Verb>(consist::CommandCount + 1));
        QVERIFY(!read(operate));
    }

    void commandsOnMembersComeAsTheyWere()
    {
        using Kind = consist::Command::Kind;
        for (int kind = 0; kind < consist::CommandCount; ++kind) {
            const consist::Command sent{static_cast<Kind>(kind), "r1", "restart", {}};
            v1::OperationCommand message;
            write({"Server", "shop/s1"}, sent, message);
            QCOMPARE(message.member(), std::string("Server/shop/s1"));
            const auto again = read(message);
            QVERIFY(again && *again == sent);
        }
    }

    void anAnswerIsReadInParts()
    {
        const consist::EmployerName web{"services", "web"};
        consist::LifecycleAnswer answer;
        for (const char *name : {"s1", "s2", "s3"}) {
            v1::MembersReply part;
            part.set_wall(5);
            v1::Employer &employer = *part.add_opened();
            write(web, *employer.mutable_name());
            write({{"Server", name}, consist::MemberState::InService, {}, {}},
                  *employer.add_members());
            add(part, answer);
        }
        v1::MembersReply last;
        write({"services", "api"}, *last.add_opened()->mutable_name());
        add(last, answer);
        QCOMPARE(answer.opened.size(), 2U);
        QVERIFY(answer.opened[0].name == web);
        QCOMPARE(answer.opened[0].members.size(), 3U);
        QVERIFY(!answer.opened[0].quotaLeft);
        QVERIFY(answer.opened[1].members.empty());
    }

    void enumsMeanTheSame_data()
    {
        QTest::addColumn<QByteArray>("theirs");
        QTest::addColumn<QByteArray>("ours");
        const auto rows = [](const google::protobuf::EnumDescriptor &type, std::string_view prefix,
                             int count, const std::function<std::string_view(int)> &nameOf) {
            QCOMPARE(type.value_count(), count);
            for (int i = 0; i < count; ++i) {
                const std::string &name = type.FindValueByNumber(i)->name();
                QTest::newRow(name.c_str())
                    << letters(std::string_view(name).substr(prefix.size())) << letters(nameOf(i));
            }
        };
        rows(*v1::ItemState_descriptor(), "ITEM_STATE_", ItemStateCount,
             [](int i) { return name(static_cast<ItemState>(i)); });
        rows(*v1::Band_descriptor(), "BAND_", BandCount,
             [](int i) { return name(static_cast<Band>(i)); });
        rows(*v1::ListEnd_descriptor(), "LIST_END_", ListEndCount,
             [](int i) { return name(static_cast<ListEnd>(i)); });
        rows(*v1::ControllerState_descriptor(), "CONTROLLER_STATE_", 5,
             [](int i) { return name(static_cast<ControllerState>(i)); });
        rows(*v1::ApplyReply::Kind_descriptor(), "KIND_", 4, [](int i) {
            return std::array{"change", "stop", "restart", "start"}[i]; // name() is for people
        });
        rows(*v1::OperationPhase_descriptor(), "OPERATION_PHASE_", consist::PhaseCount,
             [](int i) { return name(static_cast<consist::Phase>(i)); });
        rows(*v1::WaitsFor_descriptor(), "WAITS_FOR_", 8,
             [](int i) { return name(static_cast<consist::WaitsFor>(i)); });
        rows(*v1::MemberState_descriptor(), "MEMBER_STATE_", consist::MemberStateCount,
             [](int i) { return name(static_cast<consist::MemberState>(i)); });
        rows(*v1::Severity_descriptor(), "SEVERITY_", 4,
             [](int i) { return name(static_cast<Severity>(i)); });
        rows(*v1::WatchState_descriptor(), "WATCH_STATE_", 4,
             [](int i) { return name(static_cast<WatchState>(i)); });
    }
    void enumsMeanTheSame()
    {
        QFETCH(QByteArray, theirs);
        QFETCH(QByteArray, ours);
        QCOMPARE(theirs, ours);
    }

    void r11_whatANewerHostSaysIsInItsWords()
    {
        v1::Said message;
        message.set_kind(1000);
        message.set_words("as a newer host says it");
        const Said said = read(message);
        QCOMPARE(said.kind, Said::Kind::Text);
        QCOMPARE(said.text, std::string("as a newer host says it"));
        v1::Item item;
        item.set_state(static_cast<v1::ItemState>(99));
        QCOMPARE(read(item, {}).state, ItemState::Waiting);
        v1::MemberOperation operation;
        operation.set_phase(static_cast<v1::OperationPhase>(99));
        QCOMPARE(read(operation).operation.phase, consist::Phase::Restoring); // no verb is offered
    }

    void timesAreThoseOfTheClockHere()
    {
        v1::Item item;
        item.set_since(100);
        const ItemRow row = read(item, HostClock{Duration(50)});
        QCOMPARE(row.since, TimePoint(Duration(150)));
        QCOMPARE(row.nextRun, TimePoint{}); // never stays never
    }
};

QONTROLLER_GUILESS_TEST(MessagesTest)
#include "tst_messages.moc"
