// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/remoteerror.h"

#include <grpcpp/grpcpp.h>

namespace qontroller::remote {

namespace {

/// What gRPC says is for who knows its inside.
std::string whyNotReached(const grpc::Status &status)
{
    const std::string &said = status.error_message();
    for (const char *each : {"keepalive", "Keepalive", "ping_timeout", "ping timeout"}) {
        if (said.find(each) != std::string::npos)
            return "the host does not answer any more: it hangs, or the network is interrupted";
    }
    if (status.error_code() == grpc::StatusCode::CANCELLED)
        return "the host has ended the call: it ends, or was too busy";
    return "the host cannot be reached: " + (said.empty() ? "the connection has ended" : said);
}

} // namespace

RemoteError errorOf(const grpc::Status &status, const std::string &host)
{
    switch (status.error_code()) {
    case grpc::StatusCode::NOT_FOUND: return {RemoteError::Kind::NotKnown, status.error_message()};
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::UNAUTHENTICATED:
        return {RemoteError::Kind::NotAllowed, status.error_message()};
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::CANCELLED:
        return {RemoteError::Kind::NotReached, host + ": " + whyNotReached(status)};
    case grpc::StatusCode::DEADLINE_EXCEEDED:
        return {RemoteError::Kind::NotReached, host + ": the host does not answer"};
    case grpc::StatusCode::UNKNOWN: // of gRPC itself, and never of a host
        return {RemoteError::Kind::NotReached,
                host + ": what answers there does not speak as a host does"};
    case grpc::StatusCode::INVALID_ARGUMENT:
        return {RemoteError::Kind::WrongQuestion, status.error_message()};
    case grpc::StatusCode::UNIMPLEMENTED:
        return {RemoteError::Kind::Refused,
                host + ": the host is older than this program and does not know the question"};
    default: break;
    }
    return {RemoteError::Kind::Refused, host + ": " + status.error_message()};
}

RemoteError ofChange(RemoteError error)
{
    if (error.kind == RemoteError::Kind::NotReached && !error.isUnknown) {
        error.sentence += "; it may have been done all the same";
        error.isUnknown = true;
    }
    return error;
}

} // namespace qontroller::remote
