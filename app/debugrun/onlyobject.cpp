// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/debugrun/onlyobject.h"

namespace qontroller {

namespace {

class OneOfList final : public ListSink
{
public:
    OneOfList(ListSink &sink, const ObjectId &id)
        : m_sink(sink)
        , m_id(id)
    {}

    void add(std::string_view id, Version version) override
    {
        if (!isIt(id))
            return;
        m_isThere = true;
        m_sink.add(id, version);
    }
    void addLeftover(std::string_view id) override
    {
        if (!isIt(id))
            return;
        m_isThere = true;
        m_sink.addLeftover(id);
    }
    [[nodiscard]] bool isThere() const { return m_isThere; }

private:
    [[nodiscard]] bool isIt(std::string_view id) const { return id == std::string_view(m_id); }

    ListSink &m_sink;
    const ObjectId &m_id;
    bool m_isThere = false;
};

class OneOfWatch final : public WatchSink
{
public:
    OneOfWatch(WatchSink &sink, const ObjectId &id)
        : m_sink(sink)
        , m_id(id)
    {}

    void ready() override { m_sink.ready(); }
    void event(EventType type, std::string_view id, Version version) override
    {
        if (id == std::string_view(m_id))
            m_sink.event(type, id, version);
    }
    void cursor(std::string_view cursor) override { m_sink.cursor(cursor); }
    void missed(std::string_view why) override { m_sink.missed(why); }
    void error(std::string_view what) override { m_sink.error(what); }

private:
    WatchSink &m_sink;
    const ObjectId &m_id;
};

} // namespace

ListResult OnlyObject::list(ListSink &sink, std::stop_token stop)
{
    OneOfList one(sink, m_id);
    ListResult result = m_inner->list(one, std::move(stop));
    if (one.isThere())
        m_wasSeen = true;
    if (!result.doubt().empty()) // whoever has named the object may not know of it
        return ListResult::failed("the list of " + m_controller
                                  + " is not believed: " + result.doubt());
    if (result.kind() != ListResult::Kind::Complete || m_wasSeen)
        return result;
    return ListResult::failed("the list of " + m_controller + " shows no object "
                              + std::string(m_id)
                              + ", neither as one that exists nor as left over");
}

WatchEnd OnlyObject::watch(WatchSink &sink, const std::string &cursor, std::stop_token stop)
{
    OneOfWatch one(sink, m_id);
    return m_inner->watch(one, cursor, std::move(stop));
}

} // namespace qontroller
