// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptanswer.h"

#include "app/plugins/script/jsonline.h"
#include "app/plugins/script/utf8.h"
#include "core/base/text/concealer.h"
#include "core/base/text/duration.h"
#include "core/base/text/text.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/programs/programtext.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <cerrno>
#include <optional>

namespace qontroller::script::answer {

namespace {

using Kind = ProgramEnd::Kind;

/// After which something that is waited for is looked at again, if the command does not say.
constexpr Duration UsualWait = std::chrono::seconds(30);
constexpr std::string_view Blanks = " \t\r\n";

/// The end of what a command wrote to standard error, in \a size bytes at most: the engine cuts
/// what is longer at its end, where a command says what went wrong.
std::string said(const ProgramEnd &end, std::size_t size = LongestText)
{
    std::string words = toUtf8(lastWords(end), end.errorTailIsCut);
    if (!end.errorTailIsCut && words.size() <= size)
        return words;
    const std::size_t room = size - BeginCutMark.size();
    if (words.size() > room)
        words = toUtf8(std::string_view(words).substr(words.size() - room), true);
    return std::string(BeginCutMark) + words;
}

std::string howItEnded(const Ended &ended)
{
    ProgramLimits limits;
    limits.timeout = ended.options.timeout;
    limits.output = ended.options.outputLimit;
    std::string text = qontroller::howItEnded(ended.verb, ended.program, ended.end, limits);
    if (ended.end.kind == Kind::TimedOut)
        text += ": raise \"timeout\" or make it faster";
    else if (ended.end.kind == Kind::TooMuchOutput)
        text += ": raise \"outputLimit\" or print less";
    return text;
}

/// What a command that succeeded has printed.
struct Printed
{
    std::string_view before;           ///< what is not for Qontroller
    std::string_view line;             ///< the last one, if it is a JSON object
    std::optional<QJsonObject> answer; ///< … as such
};

Printed split(std::string_view output)
{
    const std::size_t last = output.find_last_not_of(Blanks);
    if (last == std::string_view::npos || output[last] != '}')
        return {output, {}, {}};
    const std::size_t begin = output.substr(0, last + 1).rfind('\n') + 1;
    const std::string_view line = output.substr(begin, last + 1 - begin);
    const auto document = QJsonDocument::fromJson(
        QByteArray(line.data(), static_cast<qsizetype>(line.size())));
    if (!document.isObject())
        return {output, {}, {}};
    return {output.substr(0, begin), line, document.object()};
}

/// The end of \a output, as much as an attempt keeps of it.
std::string kept(std::string_view output)
{
    output = output.substr(0, output.find_last_not_of(Blanks) + 1);
    const auto endOf = [](std::string_view text) {
        const bool isCut = text.size() > LongestText;
        return toUtf8(text.substr(isCut ? text.size() - LongestText : 0), isCut);
    };
    return endOf(endOf(output)); // what is no UTF-8 becomes longer
}

Outcome wrongAnswer(std::string_view verb, const std::string &what)
{
    return Outcome::retry("the last line that " + std::string(verb) + " printed: " + what);
}

Outcome successOutcome(const Ended &ended)
{
    const auto &[before, line, answer] = split(ended.end.output);
    if (!answer)
        return Outcome::done(kept(before));
    if (const auto read = parseLine(line); !read)
        return wrongAnswer(ended.verb, read.error());
    if (const JsonProblems unknown = unknownKeys(*answer, {"requeueAfter", "wait"});
        !unknown.empty())
        return wrongAnswer(ended.verb, unknown.front().sentence()
                                           + "; JSON that is not for Qontroller must not be the "
                                             "last line");
    const QJsonValue after = answer->value(QLatin1String("requeueAfter"));
    const QJsonValue wait = answer->value(QLatin1String("wait"));
    if (!after.isUndefined() && !after.isString())
        return wrongAnswer(ended.verb, R"("requeueAfter" must be a duration as in "30s")");
    if (!wait.isUndefined() && !wait.isString())
        return wrongAnswer(ended.verb, "\"wait\" must be a text that says what is waited for");
    Duration delay = UsualWait;
    if (after.isString()) {
        const auto parsed = parseDuration(after.toString().toStdString());
        if (!parsed)
            return wrongAnswer(ended.verb, "\"requeueAfter\": " + parsed.error());
        delay = *parsed;
    }
    if (wait.isString())
        return Outcome::wait(wait.toString().toStdString(), delay);
    return after.isString() ? Outcome::requeueAfter(delay, kept(before))
                            : Outcome::done(kept(before));
}

} // namespace

bool isSuccess(const ProgramEnd &end)
{
    return end.exitedWith(Success);
}

std::string failure(const Ended &ended)
{
    if (ended.end.kind != Kind::Ended || ended.end.exit.kind != ProcessExit::Kind::Exited)
        return fullFailure(ended);
    const std::string words = said(ended.end);
    return words.empty() ? howItEnded(ended) + " and nothing on standard error" : words;
}

std::string fullFailure(const Ended &ended)
{
    constexpr std::string_view Colon = ": ";
    const std::string how = cutText(howItEnded(ended), LongestText / 2);
    const std::string words = said(ended.end, LongestText - how.size() - Colon.size());
    return how + (words.empty() ? std::string() : std::string(Colon) + words);
}

Fetched<std::string> fetched(const Ended &ended)
{
    const ProgramEnd &end = ended.end;
    if (isSuccess(end))
        return Fetched<std::string>::found(std::make_shared<const std::string>(end.output));
    if (end.exitedWith(Ignored))
        return Fetched<std::string>::ignored();
    if (end.exitedWith(Gone))
        return Fetched<std::string>::gone();
    return Fetched<std::string>::failed(failure(ended));
}

Outcome outcome(const Ended &ended)
{
    const ProgramEnd &end = ended.end;
    if (isSuccess(end))
        return successOutcome(ended);
    const bool neverStarts = end.kind == Kind::NotStarted && end.error == E2BIG;
    if (neverStarts || end.exitedWith(Parked))
        return Outcome::park(failure(ended));
    return Outcome::retry(failure(ended));
}

} // namespace qontroller::script::answer
