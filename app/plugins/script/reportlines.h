// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/linecutter.h"
#include "core/engine/api/attempt.h"

#include <QtCore/QJsonObject>

#include <cstddef>
#include <string>
#include <string_view>

namespace qontroller::script {

/// Passes on what a command writes to its descriptor 3, a JSON object on each line: events,
/// progress, metrics, lines of the log, other objects to be looked at, what is to be kept; and
/// knows whether it said that nothing has changed. README.md has the contract.
///
/// A line that cannot be understood is skipped and counted
/// (`script_lines_skipped_total`); of an attempt's the first is said in the log. For one thread.
class ReportLines final
{
public:
    /// Bytes of a line: an id as long as it may be, with some of its characters escaped.
    static constexpr std::size_t LongestLine = std::size_t{128} << 10;

    enum class Keeping : unsigned char {
        Forbidden,
        Allowed,
    };
    /// \a verb is the command. \a attempt outlives this.
    ReportLines(const Attempt &attempt, std::string_view verb, Keeping keeping);

    /// More bytes, cut anywhere.
    void take(std::string_view bytes) { m_lines.add(bytes); }
    /// The command has ended.
    void end() { m_lines.end(); }
    /// Whether the command has said that it changed nothing.
    [[nodiscard]] bool saidUnchanged() const { return m_saidUnchanged; }
    /// Why something that the command wanted kept is not, as a sentence; empty: all is.
    [[nodiscard]] const std::string &notKept() const { return m_notKept; }

private:
    void understand(const LineCutter::Line &line);
    /// Why it is not understood; empty: it was passed on. The same for the rest.
    [[nodiscard]] std::string passOn(const QJsonObject &json);
    [[nodiscard]] std::string changed(const QJsonObject &json);
    [[nodiscard]] std::string event(const QJsonObject &json) const;
    [[nodiscard]] std::string progress(const QJsonObject &json) const;
    [[nodiscard]] std::string metric(const QJsonObject &json) const;
    [[nodiscard]] std::string log(const QJsonObject &json) const;
    [[nodiscard]] std::string requeue(const QJsonObject &json) const;
    [[nodiscard]] std::string keep(const QJsonObject &json) const;
    void skip(std::size_t number, const std::string &why);

    const Attempt &m_attempt;
    const std::string m_verb;
    const Keeping m_keeping;
    LineCutter m_lines;
    std::string m_notKept;
    bool m_hasSkipped = false;
    bool m_saidUnchanged = false;
};

} // namespace qontroller::script
