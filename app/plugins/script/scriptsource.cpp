// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptsource.h"

#include "app/plugins/script/idlist.h"
#include "app/plugins/script/watchlines.h"
#include "core/plugins/programs/programtext.h"

#include <QtCore/QtGlobal>

namespace qontroller::script {

namespace {

constexpr Duration SettleTime = std::chrono::milliseconds(200);

class Events final : public ProgramListener
{
public:
    Events(WatchSink &sink, std::size_t lineLimit)
        : m_sink(sink)
        , m_lines(sink, lineLimit, [this] { saidReady(); })
    {}
    void output(std::string_view bytes) override
    {
        stands();
        m_lines.take(bytes);
    }
    void settled() override
    {
        m_isAssumed = !m_stands;
        stands();
    }
    [[nodiscard]] Duration settleTime() const override { return SettleTime; }

    /// What was skipped, to follow a sentence.
    [[nodiscard]] std::string conclude()
    {
        m_lines.end();
        return m_lines.skipped() == 0
                   ? std::string()
                   : " (lines skipped: " + std::to_string(m_lines.skipped()) + ')';
    }

private:
    /// What it missed before it stood only a list can find.
    void saidReady()
    {
        if (m_isAssumed)
            m_sink.ready();
        m_isAssumed = false;
    }
    void stands()
    {
        if (!m_stands)
            m_sink.ready();
        m_stands = true;
    }

    WatchSink &m_sink;
    WatchLines m_lines;
    bool m_stands = false;
    bool m_isAssumed = false; ///< only because it has run for a while
};

/// Keeps the id of `afterBurst` for it.
class ObjectsOnly final : public ListSink
{
public:
    explicit ObjectsOnly(ListSink &sink)
        : m_sink(sink)
    {}
    void add(std::string_view id, Version version) override
    {
        if (id == AfterBurstId)
            m_isTaken = true;
        else
            m_sink.add(id, version);
    }
    void addLeftover(std::string_view id) override
    {
        if (id != AfterBurstId)
            m_sink.addLeftover(id);
    }
    [[nodiscard]] bool isTaken() const { return m_isTaken; }

private:
    ListSink &m_sink;
    bool m_isTaken = false;
};

} // namespace

ListResult ScriptSource::list(ListSink &sink, std::stop_token stop)
{
    if (!haveEarlierEnded(stop))
        return ListResult::failed("commands of an earlier life of this program do not end");
    const ScriptOptions &options = m_commands->options();
    const ProgramEnd end = m_commands->list(stop);
    if (!answer::isSuccess(end))
        return ListResult::failed(
            answer::fullFailure({"list", m_commands->programs().list, options, end}));
    ObjectsOnly objects(sink);
    const bool hasBurst = !options.afterBurst.empty();
    const SkippedIds skipped = giveIds(end.output, options.idSeparator, options.listFormat,
                                       hasBurst ? objects : sink);
    if (hasBurst)
        sink.add(AfterBurstId);
    if (objects.isTaken())
        return ListResult::partial("list printed the id \"afterBurst\", which stands for that "
                                   "command: the object is skipped; give it another id");
    return skipped.count == 0 ? ListResult::complete()
                              : ListResult::partial(skippedSentence(skipped));
}

bool ScriptSource::haveEarlierEnded(const std::stop_token &stop)
{
    if (!m_isFirst)
        return true;
    const EarlierEnd earlier = m_commands->endEarlier(stop);
    if (earlier.found > 0)
        qWarning("%s: an earlier life of this program has left commands at work (%zu): %s",
                 m_commands->controller().c_str(), earlier.found,
                 earlier.haveEnded ? "ended" : "they do not end");
    m_isFirst = !earlier.haveEnded;
    return earlier.haveEnded;
}

WatchMode ScriptSource::watchMode() const
{
    return m_commands->options().watch.empty() ? WatchMode::None : WatchMode::Live;
}

WatchEnd ScriptSource::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    const ScriptOptions &options = m_commands->options();
    Events events(sink, options.outputLimit);
    const ProgramEnd end = m_commands->watch(stop, events);
    const std::string remark = events.conclude();
    // As when a server ends a connection. Words say that it was not: a pipe hides a status.
    const bool isInOrder = end.exitedWith(0) && remark.empty() && lastWords(end).empty();
    if (end.kind == ProgramEnd::Kind::Stopped || isInOrder)
        return WatchEnd::closed();
    return WatchEnd::failed(
        answer::fullFailure({"watch", m_commands->programs().watch, options, end}) + remark);
}

} // namespace qontroller::script
