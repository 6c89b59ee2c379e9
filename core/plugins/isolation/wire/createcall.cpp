// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/wire/createcall.h"

#include "core/base/text/text.h"
#include "core/engine/api/missingparts.h"

#include <algorithm>

namespace qontroller::isolation {

namespace {

Refusal otherProtocol(std::uint32_t theirs)
{
    return {Culprit::Process, "qontroller-pluginhost speaks version " + std::to_string(theirs)
                                  + " of the protocol, this program version "
                                  + std::to_string(ProtocolVersion)
                                  + ": install both from one version of Qontroller"};
}

Refusal notThisAnswer()
{
    return {Culprit::Process, "its process was ended because it does not keep to the protocol: it "
                              "answered its first call with something else"};
}

} // namespace

// The version stands first for ever: an end that knows another one reads no further.
void writeCreate(FrameWriter &writer, const CreateRequest &request)
{
    writer.begin(Message::Create)
        .number(request.protocol)
        .text(request.plugin)
        .text(request.sha256)
        .text(request.controller)
        .text(request.parameters)
        .text(request.options)
        .text(request.host.id)
        .text(request.host.stateFolder);
}

tl::expected<CreateRequest, Refusal> readCreate(Frame frame)
{
    FrameReader &fields = frame.fields;
    CreateRequest request;
    request.protocol = fields.number<std::uint32_t>();
    if (frame.type == Message::Create && fields.isGood() && request.protocol != ProtocolVersion)
        return tl::unexpected(
            Refusal{Culprit::Process,
                    "qontroller-pluginhost is asked for version " + std::to_string(request.protocol)
                        + " of the protocol and speaks version " + std::to_string(ProtocolVersion)
                        + ": install both from one version of Qontroller"});
    request.plugin = fields.text();
    request.sha256 = fields.text();
    request.controller = fields.text();
    request.parameters = fields.text();
    request.options = fields.text();
    request.host.id = fields.text();
    request.host.stateFolder = fields.text();
    if (frame.type != Message::Create || !fields.isWhole())
        return tl::unexpected(Refusal{Culprit::Process,
                                      "qontroller-pluginhost was not told what to make: it is "
                                      "started by qontroller and qontrollerd, not by hand"});
    return request;
}

void writeCreated(FrameWriter &writer, const tl::expected<Shape, Refusal> &made)
{
    if (!made) {
        writer.begin(Message::Refused).number(made.error().culprit).text(made.error().sentence);
        return;
    }
    writer.begin(Message::Created).number(ProtocolVersion);
    writer.number(static_cast<std::uint8_t>(made->hasDescriber));
    writer.number(static_cast<std::uint8_t>(made->hasLocker));
    writer.text(made->afterBurst);
    writer.number(static_cast<std::uint32_t>(made->sources.size()));
    for (const WatchMode mode : made->sources)
        writer.number(mode);
}

tl::expected<Shape, Refusal> readCreated(Frame frame)
{
    FrameReader &fields = frame.fields;
    if (frame.type == Message::Refused) {
        const auto culprit = fields.oneOf(Culprit::Crash);
        std::string sentence = cutText(fields.text());
        if (fields.isWhole() && !sentence.empty())
            return tl::unexpected(Refusal{culprit, std::move(sentence)});
    }
    if (frame.type != Message::Created)
        return tl::unexpected(notThisAnswer());
    const auto version = fields.number<std::uint32_t>();
    if (version != ProtocolVersion)
        return tl::unexpected(otherProtocol(version));
    Shape shape;
    shape.hasDescriber = fields.flag();
    shape.hasLocker = fields.flag();
    shape.afterBurst = fields.text();
    const auto count = fields.number<std::uint32_t>();
    for (std::size_t i = 0; i < std::min<std::size_t>(count, MostSources); ++i)
        shape.sources.push_back(fields.oneOf(WatchMode::FromCursor));
    if (!fields.isWhole() || shape.sources.empty())
        return tl::unexpected(notThisAnswer());
    return shape;
}

} // namespace qontroller::isolation
