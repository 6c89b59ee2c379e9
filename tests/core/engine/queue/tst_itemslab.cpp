// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/queue/itemslab.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <sys/mman.h>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr std::size_t Size = 192;

std::uintptr_t blockOf(const void *piece)
{
    return reinterpret_cast<std::uintptr_t>(piece) / 4096;
}

bool isInMemory(const void *piece)
{
    const auto page = reinterpret_cast<std::uintptr_t>(piece) & ~std::uintptr_t(4095);
    unsigned char there = 0;
    return mincore(reinterpret_cast<void *>(page), 1, &there) == 0 && (there & 1) != 0;
}

} // namespace

class ItemSlabTest : public QObject
{
    Q_OBJECT

private slots:
    // Of those that a large removal leaves, each keeps what lies beside it.
    void whatStaysKeepsLittle()
    {
        constexpr std::size_t Many = 40'000;
        ItemSlab slab;
        std::vector<void *> pieces;
        for (std::size_t size : {Size, Size + 8, Size + 16}) { // later ids are longer
            for (std::size_t i = 0; i < Many; ++i)
                pieces.push_back(std::memset(slab.take(size), 1, size));
            for (std::size_t i = pieces.size() - Many; i < pieces.size(); ++i) {
                if (i % 400 != 0)
                    slab.give(pieces[i], size);
            }
            while (slab.giveBack()) {
            }
        }
        const auto there = static_cast<std::size_t>(std::ranges::count_if(pieces, isInMemory));
        QVERIFY2(there < pieces.size() / 10, qPrintable(QString::number(there)));
        for (std::size_t i = 0; i < pieces.size(); i += 400)
            slab.give(pieces[i], Size + 8 * (i / Many));
    }

    void piecesDoNotOverlap()
    {
        struct Piece
        {
            unsigned char *at;
            std::size_t size;
            unsigned char mark;
        };
        ItemSlab slab;
        std::minstd_rand random(1);
        std::vector<Piece> pieces;
        const auto giveOne = [&](std::size_t index) {
            const Piece piece = pieces[index];
            pieces[index] = pieces.back();
            pieces.pop_back();
            for (std::size_t i = 0; i < piece.size; ++i) {
                if (piece.at[i] != piece.mark)
                    return false;
            }
            slab.give(piece.at, piece.size);
            return true;
        };
        for (int step = 0; step < 100'000; ++step) {
            const bool takes = pieces.empty() || random() % 100 < (step < 60'000 ? 60U : 30U);
            if (!takes) {
                QVERIFY(giveOne(random() % pieces.size()));
                continue;
            }
            const std::size_t size = random() % 20 == 0 ? 1 + random() % 3000 : 152 + random() % 40;
            const Piece piece{static_cast<unsigned char *>(slab.take(size)), size,
                              static_cast<unsigned char>(random() % 256)};
            QCOMPARE(reinterpret_cast<std::uintptr_t>(piece.at) % 8, std::uintptr_t(0));
            std::memset(piece.at, piece.mark, size);
            pieces.push_back(piece);
            if (step % 10'000 == 0)
                slab.giveBack();
        }
        while (!pieces.empty())
            QVERIFY(giveOne(pieces.size() - 1));
    }

    void itemsLieSideBySide()
    {
        ItemSlab slab;
        std::vector<void *> pieces;
        std::set<std::uintptr_t> blocks;
        for (int i = 0; i < 1000; ++i) {
            pieces.push_back(slab.take(Size));
            blocks.insert(blockOf(pieces.back()));
        }
        QCOMPARE(blocks.size(), std::size_t(48)); // 21 each
        for (void *piece : pieces)
            slab.give(piece, Size);
    }

    void emptyBlocksGoBackToTheSystem()
    {
        ItemSlab slab;
        std::vector<void *> pieces;
        for (int i = 0; i < 10'000; ++i)
            pieces.push_back(std::memset(slab.take(Size), 1, Size));
        QVERIFY(!slab.giveBack()); // none is empty
        for (void *piece : pieces)
            slab.give(piece, Size);
        while (slab.giveBack()) {
        }
        const auto there = std::ranges::count_if(pieces, isInMemory);
        QVERIFY2(there <= 21, qPrintable(QString::number(there)));
        std::set<std::uintptr_t> before;
        for (void *piece : pieces)
            before.insert(blockOf(piece));
        for (void *&piece : pieces) {
            piece = slab.take(Size);
            QVERIFY(before.contains(blockOf(piece)));
        }
        for (void *piece : pieces)
            slab.give(piece, Size);
    }
};

QONTROLLER_TEST(ItemSlabTest)
#include "tst_itemslab.moc"
