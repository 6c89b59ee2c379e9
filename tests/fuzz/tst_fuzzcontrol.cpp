// SPDX-License-Identifier: LGPL-3.0-or-later
// What front ends send to a host, and what it does with a command.
#include "enginerig.h"
#include "fuzz.h"
#include "testprogram.h"

#include "core/engine/filter/filterparser.h"
#include "core/remote/wire/commandmessages.h"
#include "core/remote/wire/deltamessages.h"
#include "core/remote/wire/detailmessages.h"
#include "core/remote/wire/goodbye.h"
#include "core/remote/wire/jobmessages.h"
#include "core/remote/wire/lifecyclemessages.h"
#include "core/remote/wire/optionmessages.h"

using namespace qontroller;
using namespace qontroller::remote;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

template<class Message, class Value>
std::string bytesOf(const Value &value)
{
    Message message;
    write(value, message);
    return message.SerializeAsString();
}

Corpus requests()
{
    Corpus all{R"(state:failed errors>3 id:"folder/" age<2h)", goodbye("too many callers")};
    for (const ItemVerb verb : {ItemVerb::Requeue, ItemVerb::Pause, ItemVerb::Keep})
        all.push_back(
            bytesOf<v1::Command>(Command{1, ItemsAction{verb, {"o0", "o1"}, {48h, "moving"}}}));
    all.push_back(
        bytesOf<v1::Command>(Command{0, ControllerAction{ControllerVerb::Pause, {2h, "full"}}}));
    all.push_back(bytesOf<v1::Command>(Command{1, setOptions({}, [] {
                                                   ControllerOptions options;
                                                   options.workers = 7;
                                                   options.resyncInterval = 7min;
                                                   options.backoffMax = 3h;
                                                   options.maxRetries = 7;
                                                   return options;
                                               }())}));
    all.push_back(bytesOf<v1::JobRequest>(
        JobRequest{ItemVerb::Requeue, {{1, {"o0"}}}, "state:failed", 10, {1h, "why"}}));
    all.push_back(bytesOf<v1::MembersRequest>(
        consist::LifecycleQuestion{consist::LifecycleQuestion::Depth::Employers, {{"lb", "web"}}}));
    return all;
}

/// One that commands are given to.
class FuzzedHost
{
public:
    FuzzedHost()
    {
        m_rig.source->putMany(3);
        if (!m_rig.startAndSettle())
            qFatal("the host does not start");
    }
    void give(Command command)
    {
        const auto *whole = std::get_if<ControllerAction>(&command.action);
        if (whole && whole->verb == ControllerVerb::Remove)
            return;
        command.controller = m_rig.id;
        static_cast<void>(describe(command.action));
        m_rig.host.submit(std::move(command));
        m_rig.pass(1s);
    }

private:
    EngineRig m_rig;
};

FuzzedHost &fuzzedHost()
{
    static FuzzedHost host;
    return host;
}

/// Writes what was read, and reads the same again.
template<class Message, class Read>
void readTwice(std::string_view input, Read read)
{
    Message message;
    if (!message.ParseFromArray(input.data(), int(input.size())))
        return;
    const auto value = read(message);
    if (!value)
        return;
    Message again;
    write(*value, again);
    const auto same = read(again);
    Message third;
    if (same)
        write(*same, third);
    if (!same || third.SerializeAsString() != again.SerializeAsString())
        qFatal("%s is not what was written", message.GetTypeName().c_str());
}

void serve(std::string_view input)
{
    const auto plain = [](const auto &message) { return remote::read(message); };
    readTwice<v1::Command>(input, plain);
    v1::JobRequest job;
    if (job.ParseFromArray(input.data(), int(input.size()))) {
        static_cast<void>(remote::read(job));
        static_cast<void>(readFilter(job.filter()));
    }
    v1::OperationCommand operation;
    if (operation.ParseFromArray(input.data(), int(input.size())))
        static_cast<void>(remote::read(operation));
    v1::MembersRequest members;
    if (members.ParseFromArray(input.data(), int(input.size())))
        static_cast<void>(remote::read(members));
    static_cast<void>(readFilter(std::string(input)));
    static_cast<void>(readGoodbye(input));
    v1::Command message;
    if (message.ParseFromArray(input.data(), int(input.size()))) {
        if (auto command = remote::read(message)) {
            const PauseTerms *terms = termsOf(command->action);
            if (!terms || !terms->expiry || *terms->expiry > Duration::zero()) // else refused
                fuzzedHost().give(*std::move(command));
        }
    }
}

} // namespace

class FuzzControl : public QObject
{
    Q_OBJECT

private slots:
    void whateverAFrontEndSendsIsDoneOrRefused() { fuzz(requests(), 20'000, serve); }
};

QONTROLLER_TEST(FuzzControl)
#include "tst_fuzzcontrol.moc"
