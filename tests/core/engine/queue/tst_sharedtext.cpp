// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/sharedtext.h"

#include <vector>

using namespace qontroller;

class SharedTextTest : public QObject
{
    Q_OBJECT

private slots:
    void equalTextsAreOne()
    {
        SharedTexts texts;
        const std::string sentence = "the connection to the server was refused";
        const SharedText one = texts.share(sentence);
        const SharedText other = texts.share(std::string(sentence));
        QCOMPARE(one.text(), sentence);
        QVERIFY(one.isSharedWith(other));
        QVERIFY(!one.isSharedWith(texts.share("another one")));
    }

    void noneIsLostWhenOthersTakeItsPlace()
    {
        SharedTexts texts;
        std::vector<SharedText> all;
        for (int i = 0; i < 10'000; ++i)
            all.push_back(texts.share(std::to_string(i)));
        for (int i = 0; i < 10'000; ++i)
            QCOMPARE(all[static_cast<std::size_t>(i)].text(), std::to_string(i));
    }

    void nothingSaidIsEmpty()
    {
        SharedTexts texts;
        QVERIFY(texts.share("").isEmpty());
        QCOMPARE(SharedText().text(), std::string());
    }
};

QONTROLLER_TEST(SharedTextTest)
#include "tst_sharedtext.moc"
