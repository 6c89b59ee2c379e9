// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/metricsusers.h"

#include "core/base/files/ownfiles.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

namespace qontroller {

namespace {

constexpr std::size_t LargestFile = std::size_t{64} * 1024; ///< bytes

/// Whether \a line has a user and a password.
bool isUser(const QByteArray &line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && colon + 1 < line.size();
}

/// Looks at each byte, so that the time tells nothing of where they differ.
bool isEqual(std::string_view a, std::string_view b)
{
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

} // namespace

tl::expected<MetricsUsers, std::string> MetricsUsers::read(const std::string &file)
{
    const auto content = readSecretFile(file, LargestFile);
    if (!content)
        return tl::unexpected(content.error());
    if (!*content)
        return tl::unexpected(std::string("does not exist: name a file with lines user:password"));
    MetricsUsers users;
    int number = 0;
    for (QByteArray line : QByteArray::fromStdString(**content).split('\n')) {
        ++number;
        if (line.endsWith('\r'))
            line.chop(1);
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        if (!isUser(line))
            return tl::unexpected("has a line " + std::to_string(number)
                                  + " that is not user:password");
        users.m_credentials.push_back(line.toBase64().toStdString());
    }
    if (users.m_credentials.empty())
        return tl::unexpected(std::string("names no user: write lines user:password"));
    return users;
}

bool MetricsUsers::mayRead(std::string_view authorization) const
{
    constexpr std::string_view Scheme = "basic ";
    const std::string scheme = QByteArray(authorization.data(),
                                          static_cast<qsizetype>(authorization.size()))
                                   .left(Scheme.size())
                                   .toLower()
                                   .toStdString();
    if (scheme != Scheme)
        return false;
    authorization.remove_prefix(Scheme.size());
    bool isKnown = false;
    for (const std::string &each : m_credentials)
        isKnown = isEqual(authorization, each) || isKnown;
    return isKnown;
}

} // namespace qontroller
