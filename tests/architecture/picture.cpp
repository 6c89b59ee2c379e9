// SPDX-License-Identifier: LGPL-3.0-or-later
#include "picture.h"

#include <algorithm>
#include <map>
#include <set>

namespace qontroller::architecture {

namespace {

using Names = std::set<std::string>;
using Graph = std::map<std::string, Names>; ///< by folder: which it may include

// In pixels.
constexpr int BoxHeight = 28;
constexpr int BoxGap = 14;
constexpr int RowGap = 44;
constexpr int LetterWidth = 7;
constexpr int Margin = 20;

bool isDrawn(std::string_view row)
{
    return !row.ends_with(".h")
           && (row.starts_with("core/") || row.starts_with("ui/") || row.starts_with("app/"));
}

/// The box of \a folder: a wing of core, a part of app, the whole window.
std::string boxOf(std::string_view folder)
{
    if (folder.starts_with("ui/"))
        return "ui";
    const std::size_t end = folder.find('/', folder.find('/') + 1);
    return std::string(folder.substr(0, end));
}

/// The boxes of \a graph that \a included means: that of a header or folder, or all below it.
Names boxesOf(std::string_view included, const Graph &graph)
{
    if (included.ends_with(".h"))
        included = included.substr(0, included.rfind('/'));
    Names found;
    for (const auto &[box, unused] : graph) {
        if (box == boxOf(included) || box.starts_with(std::string(included) + '/'))
            found.insert(box);
    }
    return found;
}

Graph graphOf(std::span<const Layer> layers)
{
    Graph graph;
    for (const Layer &layer : layers) {
        if (isDrawn(layer.folder))
            graph[boxOf(layer.folder)];
    }
    for (const Layer &layer : layers) {
        if (!isDrawn(layer.folder))
            continue;
        const std::string box = boxOf(layer.folder);
        for (const std::string_view included : layer.mayInclude)
            graph[box].merge(boxesOf(included, graph));
        graph[box].erase(box);
    }
    return graph;
}

/// All that \a folder reaches, itself not counted.
void addReached(const std::string &folder, const Graph &graph, Names &reached)
{
    for (const std::string &next : graph.at(folder)) {
        if (reached.insert(next).second)
            addReached(next, graph, reached);
    }
}

[[nodiscard]] bool isInCycle(const std::string &folder, const Graph &graph)
{
    Names reached;
    addReached(folder, graph, reached);
    return reached.contains(folder);
}

/// \a graph without what follows from the rest. The arrows of a cycle stay: each follows from the
/// others.
Graph reduced(const Graph &graph)
{
    Graph result = graph;
    for (auto &[folder, direct] : result) {
        if (isInCycle(folder, graph))
            continue;
        Names indirect;
        for (const std::string &next : graph.at(folder))
            addReached(next, graph, indirect);
        std::erase_if(direct, [&](const std::string &next) {
            return indirect.contains(next) && !isInCycle(next, graph);
        });
    }
    return result;
}

/// How many folders the longest way down from \a folder has, none of them twice. \a above are
/// those on the way to it.
int depthOf(const std::string &folder, const Graph &graph, Names above = {})
{
    above.insert(folder);
    int depth = 0;
    for (const std::string &next : graph.at(folder)) {
        if (!above.contains(next))
            depth = std::max(depth, 1 + depthOf(next, graph, above));
    }
    return depth;
}

struct Box
{
    int x = 0;
    int y = 0;
    int width = 0;

    [[nodiscard]] int middle() const { return x + width / 2; }
};

int widthOf(const std::string &folder)
{
    return static_cast<int>(folder.size()) * LetterWidth + 2 * BoxGap;
}

/// Rows from top to bottom; within one each box stands where those above it that need it stand.
class Layout
{
public:
    explicit Layout(const Graph &graph)
        : m_graph(graph)
    {
        for (const auto &[folder, unused] : graph) {
            const auto depth = static_cast<std::size_t>(depthOf(folder, graph));
            if (m_rows.size() <= depth)
                m_rows.resize(depth + 1);
            m_rows[depth].push_back(folder);
        }
        std::reverse(m_rows.begin(), m_rows.end());
        for (const auto &row : m_rows)
            m_width = std::max(m_width, widthOf(row));
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            place(m_rows[i], Margin + static_cast<int>(i) * (BoxHeight + RowGap));
    }

    [[nodiscard]] const std::map<std::string, Box> &boxes() const { return m_boxes; }
    [[nodiscard]] int width() const { return m_width + 2 * Margin; }
    [[nodiscard]] int height() const
    {
        return static_cast<int>(m_rows.size()) * (BoxHeight + RowGap) - RowGap + 2 * Margin;
    }

private:
    using Row = std::vector<std::string>;

    [[nodiscard]] static int widthOf(const Row &row)
    {
        int width = -BoxGap;
        for (const std::string &folder : row)
            width += architecture::widthOf(folder) + BoxGap;
        return width;
    }

    /// The middle of those that are placed and may include \a folder.
    [[nodiscard]] int middleAbove(const std::string &folder) const
    {
        int sum = 0;
        int count = 0;
        for (const auto &[above, included] : m_graph) {
            const auto box = m_boxes.find(above);
            if (box == m_boxes.end() || !included.contains(folder))
                continue;
            sum += box->second.middle();
            ++count;
        }
        return count == 0 ? m_width / 2 : sum / count;
    }

    void place(Row &row, int y)
    {
        std::stable_sort(row.begin(), row.end(), [this](const auto &a, const auto &b) {
            return middleAbove(a) < middleAbove(b);
        });
        int x = Margin + (m_width - widthOf(row)) / 2;
        std::map<std::string, Box> placed;
        for (const std::string &folder : row) {
            placed[folder] = {x, y, architecture::widthOf(folder)};
            x += architecture::widthOf(folder) + BoxGap;
        }
        m_boxes.merge(placed);
    }

    const Graph &m_graph;
    std::vector<Row> m_rows;
    std::map<std::string, Box> m_boxes;
    int m_width = 0;
};

std::string attribute(std::string_view name, int value)
{
    return ' ' + std::string(name) + "=\"" + std::to_string(value) + '"';
}

std::string arrow(const Box &from, const Box &to)
{
    return "<line" + attribute("x1", from.middle()) + attribute("y1", from.y + BoxHeight)
           + attribute("x2", to.middle()) + attribute("y2", to.y - 2) + "/>\n";
}

std::string_view colourOf(const std::string &folder)
{
    if (folder.starts_with("core"))
        return "#ddf4ff";
    return folder.starts_with("ui") ? "#fff8c5" : "#dafbe1";
}

std::string box(const std::string &folder, const Box &at)
{
    return "<rect" + attribute("x", at.x) + attribute("y", at.y) + attribute("width", at.width)
           + attribute("height", BoxHeight) + attribute("rx", 4) + " fill=\""
           + std::string(colourOf(folder)) + "\" stroke=\"#57606a\"/><text"
           + attribute("x", at.middle()) + attribute("y", at.y + 18) + '>' + folder + "</text>\n";
}

constexpr std::string_view Head =
    R"(<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
 orient="auto"><path d="M0 0 8 4 0 8z" fill="#8b949e"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
)";
constexpr std::string_view Arrows = "<g stroke=\"#8b949e\" marker-end=\"url(#tip)\">\n";
constexpr std::string_view Boxes =
    "</g>\n<g font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n";

} // namespace

std::string pictureOf(std::span<const Layer> layers)
{
    const Graph graph = reduced(graphOf(layers));
    const Layout layout(graph);
    std::string svg = "<!-- SPDX-License-Identifier: LGPL-3.0-or-later -->\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    svg += attribute("width", layout.width()) + attribute("height", layout.height()) + ">\n";
    svg += "<title>Which folder may include which: from tests/architecture/layers.cpp</title>\n";
    svg += Head;
    svg += Arrows;
    for (const auto &[folder, below] : graph) {
        for (const std::string &next : below)
            svg += arrow(layout.boxes().at(folder), layout.boxes().at(next));
    }
    svg += Boxes;
    for (const auto &[folder, at] : layout.boxes())
        svg += box(folder, at);
    return svg + "</g>\n</svg>\n";
}

} // namespace qontroller::architecture
