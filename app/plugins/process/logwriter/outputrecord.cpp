// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logwriter/outputrecord.h"

#include <unistd.h>

#include <array>
#include <sstream>

namespace qontroller::supervision {

namespace {

constexpr std::size_t LongestReason = 1024;

std::string lineOf(const OutputRecord &record)
{
    std::string reason = record.whyNotWritten.substr(0, LongestReason);
    for (char &each : reason)
        each = each == '\n' ? ' ' : each; // a path may have one
    return std::to_string(record.pid) + ' ' + std::to_string(record.startTime) + ' '
           + std::to_string(record.droppedLines) + ' ' + std::to_string(record.droppedBytes) + ' '
           + reason + '\n';
}

} // namespace

std::string textOf(const OutputRecord &record)
{
    const std::string line = lineOf(record);
    std::string text = line + line;
    text.resize(OutputRecordSize, ' ');
    return text;
}

std::optional<OutputRecord> recordIn(std::string_view text)
{
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view line = text.substr(0, end + 1);
    if (text.substr(line.size(), line.size()) != line)
        return std::nullopt;
    std::istringstream fields{std::string(line)};
    OutputRecord record;
    fields >> record.pid >> record.startTime >> record.droppedLines >> record.droppedBytes;
    if (!fields)
        return std::nullopt;
    fields.get();
    std::getline(fields, record.whyNotWritten);
    return record;
}

std::optional<OutputRecord> readRecord(int fd)
{
    std::array<char, OutputRecordSize> text{};
    const ssize_t count = ::pread(fd, text.data(), text.size(), 0);
    return recordIn({text.data(), static_cast<std::size_t>(count > 0 ? count : 0)});
}

void writeRecord(int fd, const OutputRecord &record)
{
    const std::string text = textOf(record);
    static_cast<void>(::pwrite(fd, text.data(), text.size(), 0) < 0);
}

} // namespace qontroller::supervision
