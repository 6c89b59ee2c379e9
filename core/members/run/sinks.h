// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"

namespace qontroller::consist {

/// Passes everything on; for sinks that look at some of it.
class PassingSink : public WatchSink
{
public:
    explicit PassingSink(WatchSink &sink)
        : m_sink(sink)
    {}
    void ready() override { m_sink.ready(); }
    void event(EventType type, std::string_view id, Version version) override
    {
        m_sink.event(type, id, version);
    }
    void cursor(std::string_view cursor) override { m_sink.cursor(cursor); }
    void missed(std::string_view why) override { m_sink.missed(why); }
    void error(std::string_view what) override { m_sink.error(what); }

protected:
    [[nodiscard]] WatchSink &sink() const { return m_sink; }

private:
    WatchSink &m_sink;
};

} // namespace qontroller::consist
