// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/faults/reserve.h"
#include "core/base/files/uniquefd.h"

#include "testprogram.h"

#include <QtTest/QtTest>

#include <sys/resource.h>
#include <vector>

#include <fcntl.h>

using namespace qontroller;

namespace {

constexpr int Size = 200;

/// A limit of descriptors, and how many of them are free.
class FewDescriptors
{
public:
    explicit FewDescriptors(int free)
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        rlimit few = m_before;
        few.rlim_cur = Size;
        ::setrlimit(RLIMIT_NOFILE, &few);
        while (m_all.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC))) {
        }
        m_all.pop_back();
        for (int i = 0; i < free; ++i) // here and there
            m_all.erase(m_all.begin() + i * 3);
    }
    ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
    FewDescriptors(const FewDescriptors &) = delete;
    FewDescriptors &operator=(const FewDescriptors &) = delete;

private:
    rlimit m_before{};
    std::vector<UniqueFd> m_all;
};

} // namespace

class ReserveTest final : public QObject
{
    Q_OBJECT

private slots:
    void descriptorsAreCounted_data()
    {
        QTest::addColumn<int>("free");
        QTest::addColumn<bool>("isEnough");
        QTest::newRow("none") << 0 << false;
        QTest::newRow("one less") << 31 << false;
        QTest::newRow("as many") << 32 << true;
        QTest::newRow("more") << 40 << true;
    }
    void descriptorsAreCounted()
    {
        QFETCH(int, free);
        std::string lack;
        {
            const FewDescriptors few(free);
            lack = whatIsShort({.descriptors = 32});
        }
        QTEST(lack.empty(), "isEnough");
        if (!lack.empty())
            QCOMPARE(lack, std::string("it has hardly any descriptors left"));
    }

    void aLimitThatIsLessThanWhatIsWantedIsALack()
    {
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit few = before;
        few.rlim_cur = 16;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        const std::string lack = whatIsShort({.descriptors = 32});
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY(!lack.empty());
    }

    void memoryIsTried()
    {
        QCOMPARE(whatIsShort({.bytes = 4096}), std::string());
        // More than there are addresses.
        QCOMPARE(whatIsShort({.bytes = std::size_t{1} << 60U}),
                 std::string("it has hardly any memory left"));
    }
};

QONTROLLER_TEST(ReserveTest)
#include "tst_reserve.moc"
