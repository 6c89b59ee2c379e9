// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/hostidentity.h"
#include "core/engine/api/listerwatcher.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What the engine and the process of an isolated controller say to each other.
///
/// There is one control channel (datagrams, as descriptor 3 of the child) and any
/// number of connections (streams of frames), each of which the engine makes and
/// hands over through the control channel. A connection carries one call at a time.
/// Numbers are in the machine's own order: both ends are on one machine.
namespace qontroller::isolation {

/// Both ends must be equal. Counts up with each change to this folder's messages.
inline constexpr std::uint32_t ProtocolVersion = 8;

/// Bytes of a frame's fields. More is refused by both ends.
inline constexpr std::size_t FrameLimit = std::size_t{64} << 20;

inline constexpr int ControlDescriptor = 3;

/// The exit status of a process that cannot serve any more because the host has no more
/// descriptors, memory or threads for it: EX_TEMPFAIL. No call's fault.
inline constexpr int ShortStatus = 75;

/// One datagram of the control channel. The engine's end closed means: come to an end.
struct ControlPacket
{
    enum class Kind : std::uint32_t {
        Connect = 1, ///< comes with a descriptor: a new connection with that number
        Cancel,      ///< the call of that number on that connection should stop
    };

    Kind kind = Kind::Connect;
    std::uint32_t connection = 0;
    std::uint64_t call = 0;
};

/// The type of a frame, with its fields.
enum class Message : std::uint8_t {
    // Calls. The first field of all but Create is the call's number, which counts up.
    Create = 1, ///< as CreateRequest; the first call, on the first connection
    List,       ///< source
    Watch,      ///< source, cursor
    Reconcile,  ///< attempt: get, and add what is found, or assumed and not missing
    Remove,     ///< attempt
    Desired,    ///< id
    Actual,     ///< id
    Owners,     ///< source, id
    TakeOver,   ///< source

    // Answers. The first field of all but the first two is the number of their call.
    Created = 32, ///< as Shape
    Refused,      ///< culprit, sentence
    Threw,        ///< kind and text of the exception: the end of any call
    Ids,          ///< count × (leftover, version, id): a part of a list
    ListEnded,    ///< kind, text, doubt, whether it is foreign, count × begin of ids
    WatchReady,
    WatchEvent, ///< type, version, id
    WatchCursor,
    WatchMissed,
    WatchError,
    WatchEnded, ///< kind, error
    Progress,   ///< done, total; this and the next six: what an attempt says meanwhile
    Event,      ///< kind, text
    Log,        ///< level, text
    Count,      ///< name, what is added
    Gauge,      ///< name, value
    Requeue,    ///< id
    Keep,       ///< text
    Found,      ///< generation: the object is read, and `add` has begun
    Assumed,    ///< the object may exist; it is missing and so not added
    NotFound,   ///< kind, error
    Ended,      ///< outcome: kind, delay, text
    Text,
    OwnerIds, ///< count × id
    Taken,    ///< takeOver() has returned
};

/// Whether an answer of that type is the last of its call.
[[nodiscard]] constexpr bool endsCall(Message answer)
{
    switch (answer) {
    case Message::Threw:
    case Message::ListEnded:
    case Message::WatchEnded:
    case Message::Assumed:
    case Message::NotFound:
    case Message::Ended:
    case Message::Text:
    case Message::OwnerIds:
    case Message::Taken: return true;
    default: return false;
    }
}

/// What the process is to make.
struct CreateRequest
{
    std::uint32_t protocol = ProtocolVersion;
    std::string plugin;     ///< the file
    std::string sha256;     ///< of the file; another content is refused
    std::string controller; ///< its name
    std::string parameters; ///< JSON, checked
    std::string options;    ///< JSON
    HostIdentity host = {}; ///< whose process it is
};

/// What keeps a controller from being made.
enum class Culprit : std::uint8_t {
    Process,
    Plugin,
    Parameters,
    Crash,    ///< the plugin threw, or the process ended or gave no answer that can be used; the
              ///< last that a process names itself
    Shortage, ///< of the host
};

struct Refusal
{
    Culprit culprit = Culprit::Process;
    std::string sentence;
};

/// What of a controller the engine must know before it calls it.
struct Shape
{
    std::vector<WatchMode> sources; ///< its own, then the related ones
    bool hasDescriber = false;
    bool hasLocker = false;
    ObjectId afterBurst = {}; ///< of ControllerParts

    friend bool operator==(const Shape &, const Shape &) = default;
};

} // namespace qontroller::isolation
