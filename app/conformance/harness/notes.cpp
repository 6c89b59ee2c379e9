// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/notes.h"

#include "app/log/log.h"

#include <QtCore/QJsonDocument>

#include <unistd.h>

namespace qontroller::conformance {

namespace {

QString textOf(const std::string &text)
{
    return QString::fromStdString(text);
}

QString shown(const std::string &text)
{
    return textOf(concealedAsInLog(text));
}

QString numberOf(std::uint64_t number)
{
    return QString::number(number);
}

} // namespace

std::uint64_t Notes::begin(const std::string &call, Duration atMost)
{
    std::uint64_t number = 0;
    {
        MutexLock lock(m_mutex);
        number = ++m_lastCall;
    }
    write({{"begin", numberOf(number)},
           {"call", shown(call)},
           {"atMost", static_cast<qint64>(atMost.count())}});
    return number;
}

void Notes::end(std::uint64_t call)
{
    write({{"end", numberOf(call)}});
}

void Notes::thrown(const std::string &call, const std::string &text)
{
    write({{"thrown", shown(text)}, {"call", shown(call)}});
}

void Notes::round(std::uint64_t seed)
{
    write({{"round", numberOf(seed)}});
}

void Notes::verdict(const Verdict &verdict)
{
    write({{"verdict", toJson(verdict)}});
}

// The reader is the parent; without it this process is ended by the kernel.
void Notes::write(const QJsonObject &line)
{
    const QByteArray text = QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    MutexLock lock(m_mutex);
    for (qsizetype done = 0; done < text.size();) {
        const ssize_t written = ::write(m_out.get(), text.data() + done,
                                        static_cast<std::size_t>(text.size() - done));
        if (written < 0 && errno != EINTR)
            return;
        done += std::max<ssize_t>(written, 0);
    }
}

QJsonObject toJson(const Verdict &verdict)
{
    return {{"kind", static_cast<int>(verdict.kind)},
            {"text", shown(verdict.text)},
            {"id", shown(verdict.id)},
            {"right", textOf(verdict.right)}};
}

Verdict verdictOf(const QJsonObject &json)
{
    return {static_cast<Verdict::Kind>(json.value("kind").toInt()),
            json.value("text").toString().toStdString(), json.value("id").toString().toStdString(),
            json.value("right").toString().toStdString()};
}

} // namespace qontroller::conformance
