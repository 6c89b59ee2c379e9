// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/watchedtree.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <string_view>

namespace qontroller::foldermirror {

void WatchedTree::clear()
{
    m_root = None;
    m_nodes.clear();
}

void WatchedTree::setRoot(int wd)
{
    clear();
    m_root = wd;
    m_nodes.emplace(wd, Node());
}

void WatchedTree::leaveParent(int wd, Node &node)
{
    const auto parent = m_nodes.find(node.parent);
    if (parent != m_nodes.end()) {
        const auto child = parent->second.children.find(node.name);
        if (child != parent->second.children.end() && child->second == wd)
            parent->second.children.erase(child);
    }
    node.parent = None;
}

void WatchedTree::attach(int wd, int parent, const std::string &name)
{
    if (wd == m_root || !m_nodes.contains(parent))
        return;
    Node &node = m_nodes[wd];
    if (node.parent == parent && node.name == name)
        return;
    leaveParent(wd, node);
    cutOff(parent, name);
    node.parent = parent;
    node.name = name;
    m_nodes.at(parent).children.emplace(name, wd);
}

int WatchedTree::cutOff(int parent, const std::string &name)
{
    const auto node = m_nodes.find(parent);
    if (node == m_nodes.end())
        return None;
    const auto child = node->second.children.find(name);
    if (child == node->second.children.end())
        return None;
    const int wd = child->second;
    node->second.children.erase(child);
    m_nodes.at(wd).parent = None;
    return wd;
}

bool WatchedTree::isCutOff(int wd) const
{
    const auto node = m_nodes.find(wd);
    return node != m_nodes.end() && wd != m_root && node->second.parent == None;
}

void WatchedTree::erase(int wd)
{
    const auto node = m_nodes.find(wd);
    if (node == m_nodes.end())
        return;
    leaveParent(wd, node->second);
    for (const auto &[name, child] : node->second.children)
        m_nodes.at(child).parent = None;
    m_nodes.erase(node);
}

std::vector<int> WatchedTree::eraseAll(int wd)
{
    std::vector<int> all{wd};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto node = m_nodes.find(all[i]);
        if (node == m_nodes.end())
            continue;
        for (const auto &[name, child] : node->second.children)
            all.push_back(child);
    }
    for (const int each : all)
        erase(each);
    return all;
}

std::optional<std::string> WatchedTree::pathOf(int wd) const
{
    std::vector<std::string_view> names;
    while (wd != m_root) {
        const auto node = m_nodes.find(wd);
        // A path longer than all folders together would be a circle.
        if (node == m_nodes.end() || node->second.parent == None || names.size() > m_nodes.size())
            return std::nullopt;
        names.push_back(node->second.name);
        wd = node->second.parent;
    }
    std::string path;
    for (; !names.empty(); names.pop_back())
        path = joinPath(path, names.back());
    return path;
}

} // namespace qontroller::foldermirror
