// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/run/report.h"

#include "core/base/text/duration.h"
#include "core/plugins/json/jsonwriter.h"

namespace qontroller::conformance {

namespace {

const Check Exceptions{"exceptions",
                       "exceptions that leave the plugin say what is wrong",
                       "throw nothing but a std::exception, with a text that says what is wrong",
                       {},
                       nullptr};

std::string_view wordOf(Verdict::Kind kind)
{
    switch (kind) {
    case Verdict::Kind::Passed: return "passed";
    case Verdict::Kind::Failed: return "failed";
    case Verdict::Kind::NotRun:
    case Verdict::Kind::Refused: break;
    }
    return "not run";
}

std::string padded(std::string_view text, std::size_t width)
{
    std::string result(text);
    result.resize(std::max(result.size() + 1, width), ' ');
    return result;
}

QJsonValue number(std::uint64_t value)
{
    return static_cast<qint64>(value);
}

QJsonValue text(std::string_view value)
{
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

std::string whatWentWrong(const Verdict &verdict)
{
    return verdict.id.empty() ? verdict.text : quoted(verdict.id) + ' ' + verdict.text;
}

std::string_view whatIsRight(const Check &check, const Verdict &verdict)
{
    return verdict.right.empty() ? check.right : verdict.right;
}

} // namespace

void Report::begin()
{
    if (m_style == Style::Text)
        write(m_order.plugin + ", seed " + std::to_string(m_order.seed) + ", rounds "
              + std::to_string(m_order.rounds) + "\n\n");
}

void Report::add(const Check &check, const CheckResult &result)
{
    print(check, result.verdict);
    if (m_thrown.take(result.thrown))
        m_thrownSeed = result.verdict.seed;
}

std::string Report::whyNotRun(const Check &check) const
{
    for (const std::string_view other : check.restsOn) {
        if (m_failures.contains(other))
            return "would only repeat what is wrong with " + std::string(other);
    }
    return {};
}

void Report::end(Duration elapsed)
{
    Verdict verdict;
    if (m_thrown.count > 0)
        verdict.text = std::to_string(m_thrown.count) + " seen, the first in " + m_thrown.call
                       + ": " + m_thrown.text;
    if (m_thrown.saysNothing)
        verdict = {Verdict::Kind::Failed, m_thrown.text + " left " + m_thrown.call, {}};
    verdict.seed = m_thrownSeed;
    print(Exceptions, verdict);

    if (m_style == Style::Text)
        return write("\n" + std::to_string(m_passed) + " passed, " + std::to_string(m_failed)
                     + " failed, " + std::to_string(m_notRun) + " not run, in "
                     + formatDuration(std::chrono::floor<std::chrono::seconds>(elapsed)) + '\n');
    JsonWriter json(JsonWriter::Style::Line);
    json.beginObject().key("event").value("summary").key("plugin").value(text(m_order.plugin));
    json.key("seed").value(number(m_order.seed)).key("rounds").value(number(m_order.rounds));
    json.key("passed").value(m_passed).key("failed").value(m_failed);
    json.key("notRun").value(m_notRun);
    json.key("seconds").value(std::chrono::duration<double>(elapsed).count()).endObject();
    write(json.text().toStdString() + '\n');
}

void Report::print(const Check &check, const Verdict &verdict)
{
    m_passed += verdict.kind == Verdict::Kind::Passed ? 1 : 0;
    m_failed += verdict.kind == Verdict::Kind::Failed ? 1 : 0;
    m_notRun += verdict.kind == Verdict::Kind::NotRun ? 1 : 0;
    if (verdict.kind == Verdict::Kind::Failed || !whyNotRun(check).empty())
        m_failures.insert(check.name);
    if (m_style == Style::JsonLines)
        printJson(check, verdict);
    else
        printText(check, verdict);
}

void Report::printJson(const Check &check, const Verdict &verdict)
{
    const bool failed = verdict.kind == Verdict::Kind::Failed;
    JsonWriter json(JsonWriter::Style::Line);
    json.beginObject().key("event").value("check").key("check").value(text(check.name));
    json.key("verdict").value(text(wordOf(verdict.kind)));
    if (!verdict.text.empty())
        json.key("text").value(text(whatWentWrong(verdict)));
    if (failed && !verdict.id.empty())
        json.key("id").value(text(verdict.id));
    if (failed)
        json.key("right")
            .value(text(whatIsRight(check, verdict)))
            .key("seed")
            .value(number(verdict.seed));
    json.endObject();
    write(json.text().toStdString() + '\n');
}

void Report::printText(const Check &check, const Verdict &verdict)
{
    constexpr std::size_t KindWidth = 9;
    constexpr std::size_t NameWidth = 13;
    const std::string indent(KindWidth + NameWidth, ' ');
    std::string line = padded(wordOf(verdict.kind), KindWidth) + padded(check.name, NameWidth);
    switch (verdict.kind) {
    case Verdict::Kind::Failed:
        line += whatWentWrong(verdict) + '\n' + indent
                + "right: " + std::string(whatIsRight(check, verdict)) + '\n';
        if (check.run)
            line += indent + "again: --only " + std::string(check.name) + " --seed "
                    + std::to_string(verdict.seed) + " --rounds 1\n";
        return write(line);
    case Verdict::Kind::Passed:
        line += std::string(check.property)
                + (verdict.text.empty() ? "" : " (" + verdict.text + ')');
        break;
    case Verdict::Kind::NotRun:
    case Verdict::Kind::Refused: line += verdict.text;
    }
    write(line + '\n');
}

void Report::write(const std::string &text)
{
    if (const Complaint complaint = qontroller::print(text); !m_notPrinted)
        m_notPrinted = complaint;
}

} // namespace qontroller::conformance
