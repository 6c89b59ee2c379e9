// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/optionmessages.h"

#include "core/remote/wire/timemessages.h"

namespace qontroller::remote {

namespace {

/// Fills a message with the value of its option.
class ValueWriter
{
public:
    explicit ValueWriter(v1::OptionValue &message)
        : m_message(message)
    {}

    void operator()(int value) const { m_message.set_whole(value); }
    void operator()(double value) const { m_message.set_number(value); }
    void operator()(bool value) const { m_message.set_flag(value); }
    void operator()(Duration value) const { m_message.set_duration(remote::nanoseconds(value)); }

private:
    v1::OptionValue &m_message;
};

std::optional<OptionValue> valueOf(const v1::OptionValue &message)
{
    switch (message.value_case()) {
    case v1::OptionValue::kWhole: return message.whole();
    case v1::OptionValue::kNumber: return message.number();
    case v1::OptionValue::kFlag: return message.flag();
    case v1::OptionValue::kDuration: return toDuration(message.duration());
    case v1::OptionValue::VALUE_NOT_SET: break;
    }
    return std::nullopt;
}

void writeValue(const OptionChange &change, v1::OptionValue &message)
{
    message.set_name(change.option->fullName());
    std::visit(ValueWriter(message), change.value);
}

/// Nothing: an option that this program does not know, or another type than its own.
std::optional<OptionChange> readValue(const v1::OptionValue &message)
{
    const ControllerOption *option = findOption(message.name());
    const auto value = valueOf(message);
    if (!option || !value || value->index() != option->field.index())
        return std::nullopt;
    return OptionChange{option, *value};
}

} // namespace

void write(const SetOptions &action, v1::Options &message)
{
    for (const OptionChange &each : action.changes)
        writeValue(each, *message.add_values());
}

std::optional<SetOptions> readSetOptions(const v1::Options &message)
{
    SetOptions action;
    for (const v1::OptionValue &each : message.values()) {
        const auto change = readValue(each);
        if (!change)
            return std::nullopt;
        action.changes.push_back(*change);
    }
    return action;
}

void write(const ControllerOptions &options, v1::Options &message)
{
    for (const ControllerOption &each : optionTable())
        writeValue({&each, each.in(options)}, *message.add_values());
}

ControllerOptions read(const v1::Options &message)
{
    ControllerOptions options;
    for (const v1::OptionValue &each : message.values()) {
        if (const auto known = readValue(each))
            known->option->set(options, known->value);
    }
    return options;
}

} // namespace qontroller::remote
