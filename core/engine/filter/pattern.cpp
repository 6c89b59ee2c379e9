// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/pattern.h"

#include <array>
#include <cstdint>
#include <utility>

#define PCRE2_CODE_UNIT_WIDTH 8 // NOLINT(cppcoreguidelines-macro-usage): the library asks for it
#include <pcre2.h>

namespace qontroller {

namespace {

/// Steps that one match may take: some milliseconds. An expression that wants more, as
/// `(a+)+$` does, is in no such text.
constexpr std::uint32_t MostSteps = 100'000;

struct FreeMatch
{
    void operator()(pcre2_match_data *data) const { pcre2_match_data_free(data); }
};
struct FreeContext
{
    void operator()(pcre2_match_context *context) const { pcre2_match_context_free(context); }
};

/// What a match needs besides the expression; a thread has its own.
struct Workspace
{
    std::unique_ptr<pcre2_match_data, FreeMatch> data{pcre2_match_data_create(1, nullptr)};
    std::unique_ptr<pcre2_match_context, FreeContext> context{pcre2_match_context_create(nullptr)};

    Workspace() { pcre2_set_match_limit(context.get(), MostSteps); }
};

PCRE2_SPTR bytes(std::string_view text)
{
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

} // namespace

class Pattern::Code
{
public:
    explicit Code(pcre2_code *code)
        : m_code(code)
    {
        pcre2_jit_compile(m_code, PCRE2_JIT_COMPLETE); // without it matching is slower, no more
    }
    ~Code() { pcre2_code_free(m_code); }
    Code(const Code &) = delete;
    Code &operator=(const Code &) = delete;

    [[nodiscard]] bool isIn(std::string_view text) const
    {
        thread_local const Workspace workspace;
        return pcre2_match(m_code, bytes(text), text.size(), 0, 0, workspace.data.get(),
                           workspace.context.get())
               >= 0;
    }

    /// An error says where and why.
    static tl::expected<std::shared_ptr<const Code>, Error> make(std::string_view expression,
                                                                 std::uint32_t options)
    {
        int error = 0;
        std::size_t position = 0;
        pcre2_code *code = pcre2_compile(bytes(expression), expression.size(),
                                         options | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &error,
                                         &position, nullptr);
        if (code)
            return std::make_shared<const Code>(code);
        std::array<PCRE2_UCHAR, 256> text{};
        pcre2_get_error_message(error, text.data(), text.size());
        return tl::unexpected(Error{position, reinterpret_cast<const char *>(text.data())});
    }

private:
    pcre2_code *m_code;
};

tl::expected<Pattern, Pattern::Error> Pattern::compile(std::string_view expression)
{
    auto code = Code::make(expression, PCRE2_UCP);
    if (!code)
        return tl::unexpected(std::move(code.error()));
    return Pattern(*std::move(code));
}

Pattern Pattern::ofWords(std::string_view words)
{
    if (words.empty())
        return Pattern(nullptr);
    auto code = Code::make(words, PCRE2_LITERAL | PCRE2_CASELESS);
    if (code)
        return Pattern(*std::move(code));
    // Words that are not UTF-8 are in no text that is.
    return Pattern(Code::make("(*FAIL)", 0).value());
}

bool Pattern::isIn(std::string_view text) const
{
    return !m_code || m_code->isIn(text);
}

} // namespace qontroller
