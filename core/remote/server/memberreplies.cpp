// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/memberreplies.h"

#include "core/remote/wire/lifecyclemessages.h"

#include <cstddef>

namespace qontroller::remote {

namespace {

/// A message that has so many bytes is sent. What is added at once has some KiB at the most.
constexpr std::size_t EnoughMembers = std::size_t{1} << 20;

/// Sends a message whenever it has enough.
class Writer
{
public:
    Writer(WallTime now, grpc::ServerWriter<v1::MembersReply> &stream)
        : m_stream(stream)
    {
        m_message.set_wall(now.time_since_epoch().count());
    }

    [[nodiscard]] v1::MembersReply &message() { return m_message; }
    [[nodiscard]] bool isGone() const { return m_isGone; }

    /// \a added is in the message now. True: it was sent, and another one has begun.
    template<class Added>
    bool note(const Added &added)
    {
        m_bytes += added.ByteSizeLong();
        if (m_bytes < EnoughMembers)
            return false;
        send();
        return true;
    }
    void send()
    {
        m_isGone = m_isGone || !m_stream.Write(m_message);
        m_message.clear_operations();
        m_message.clear_employers();
        m_message.clear_opened();
        m_bytes = 0;
    }

private:
    grpc::ServerWriter<v1::MembersReply> &m_stream;
    v1::MembersReply m_message;
    std::size_t m_bytes = 0;
    bool m_isGone = false;
};

void writeOpened(const consist::EmployerView &view, Writer &writer)
{
    v1::Employer *part = writer.message().add_opened();
    write(view, *part);
    if (writer.note(*part))
        part = nullptr;
    for (const consist::MemberView &each : view.members) {
        if (!part) {
            part = writer.message().add_opened();
            write(view.name, *part->mutable_name());
        }
        v1::Employer::Member &member = *part->add_members();
        write(each, member);
        if (writer.note(member))
            part = nullptr;
    }
}

std::string_view verbOf(consist::Command::Kind kind)
{
    using Kind = consist::Command::Kind;
    switch (kind) {
    case Kind::Begin: return "begin";
    case Kind::Start: return "start";
    case Kind::Finish: return "finish";
    case Kind::Undo: return "undo";
    case Kind::Force: return "force";
    case Kind::Delete: break;
    }
    return "delete";
}

} // namespace

bool write(const consist::LifecycleAnswer &answer, grpc::ServerWriter<v1::MembersReply> &stream)
{
    Writer writer(answer.now, stream);
    for (const consist::OperationView &each : answer.operations) {
        v1::MemberOperation &operation = *writer.message().add_operations();
        write(each, operation);
        writer.note(operation);
    }
    if (answer.employers) {
        for (const consist::EmployerSummary &each : *answer.employers) {
            v1::EmployerSummary &employer = *writer.message().add_employers();
            write(each, employer);
            writer.note(employer);
        }
    }
    for (const consist::EmployerView &each : answer.opened)
        writeOpened(each, writer);
    writer.send();
    return !writer.isGone();
}

std::string describe(const consist::EmployeeKey &member, const consist::Command &command)
{
    std::string text(verbOf(command.kind));
    if (command.kind == consist::Command::Kind::Delete)
        return text + " member " + member.text();
    text += " operation " + command.id;
    if (command.kind == consist::Command::Kind::Begin)
        text += " of type " + command.type;
    return text + " on " + member.text();
}

} // namespace qontroller::remote
