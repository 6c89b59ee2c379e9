// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/concealer.h"

#include "core/base/text/text.h"

#include <algorithm>

namespace qontroller {

namespace {

constexpr std::string_view Dots = "••••";

void concealWhole(std::string &text, const std::string &secret)
{
    for (std::size_t at = text.find(secret); at != std::string::npos;
         at = text.find(secret, at + Dots.size()))
        text.replace(at, secret.size(), Dots);
}

/// The first part of \a secret that ends at \a end.
void concealBefore(std::string &text, std::size_t end, std::string_view secret)
{
    for (std::size_t size = std::min(secret.size() - 1, end); size >= Concealer::Shortest; --size) {
        if (text.compare(end - size, size, secret.substr(0, size)) == 0) {
            text.replace(end - size, size, Dots);
            return;
        }
    }
}

/// The last part of \a secret that begins at \a begin.
void concealAfter(std::string &text, std::size_t begin, std::string_view secret)
{
    for (std::size_t size = std::min(secret.size() - 1, text.size() - begin);
         size >= Concealer::Shortest; --size) {
        if (text.compare(begin, size, secret.substr(secret.size() - size)) == 0) {
            text.replace(begin, size, Dots);
            return;
        }
    }
}

/// Where a text was cut that says so.
void concealAtMarks(std::string &text, const std::string &secret)
{
    for (std::size_t mark = text.rfind(CutMark); mark != std::string::npos && mark > 0;
         mark = text.rfind(CutMark, mark - 1))
        concealBefore(text, mark, secret);
    for (std::size_t mark = text.find(BeginCutMark); mark != std::string::npos;
         mark = text.find(BeginCutMark, mark + 1))
        concealAfter(text, mark + BeginCutMark.size(), secret);
}

} // namespace

void Concealer::add(std::string_view secret)
{
    while (!secret.empty()) {
        const std::size_t end = std::min(secret.find('\n'), secret.size());
        std::string_view line = secret.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        addLine(line);
        secret.remove_prefix(std::min(end + 1, secret.size()));
    }
}

void Concealer::add(const Concealer &others)
{
    for (const std::string &each : others.m_secrets)
        addLine(each);
}

void Concealer::addLine(std::string_view line)
{
    if (line.size() < Shortest || std::ranges::find(m_secrets, line) != m_secrets.end())
        return;
    const auto isShorter = [&](const std::string &each) { return each.size() < line.size(); };
    m_secrets.emplace(std::ranges::find_if(m_secrets, isShorter), line);
}

std::string Concealer::concealed(std::string text) const
{
    // Texts are cut to about this, and the mark may be gone that said so.
    const bool mayBeCut = text.size() >= LongestText - CutMark.size();
    for (const std::string &secret : m_secrets) {
        concealWhole(text, secret);
        concealAtMarks(text, secret);
        if (!mayBeCut)
            continue;
        concealBefore(text, text.size(), secret);
        concealAfter(text, 0, secret);
    }
    return text;
}

} // namespace qontroller
