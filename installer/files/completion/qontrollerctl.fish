# SPDX-License-Identifier: LGPL-3.0-or-later
# Completion of qontrollerctl for fish: verbs, options, controllers of the host.

set -l verbs init hosts status needs alarms top items why describe attempts failures locks operations events log session plugins journal \
    requeue pause resume discard remove keep ack unack jobs stop workers resync options take drain apply
set -l of_controllers workers resync options take drain events
set -l of_objects why describe attempts requeue pause resume discard remove keep confirm refuse

function __qontrollerctl_names
    set -l words (commandline -opc)
    set -l host
    if set -l at (contains -i -- --host $words)
        set host --host $words[(math $at + 1)]
    end
    $words[1] $host status -o jsonl 2>/dev/null </dev/null |
        string match -rg '^\{"name":"([^"\\\\]*)"'
end

complete -c qontrollerctl -f
complete -c qontrollerctl -n "__fish_seen_subcommand_from init" \
    -a "(qontrollerctl init 2>/dev/null | string match -rg '^([^: ]*): ')"
complete -c qontrollerctl -n "not __fish_seen_subcommand_from $verbs confirm refuse" -a "$verbs"
complete -c qontrollerctl -n "__fish_seen_subcommand_from $of_controllers" \
    -a "(__qontrollerctl_names)"
complete -c qontrollerctl -n "__fish_seen_subcommand_from $of_objects" \
    -a "(__qontrollerctl_names | string replace -r '\$' /)"
complete -c qontrollerctl -l host -rF -d "The host"
complete -c qontrollerctl -s o -x -a "table wide json jsonl" -d "The form of the output"
complete -c qontrollerctl -l filter -x -d "Objects that are meant"
complete -c qontrollerctl -l sort -x -a "id state attempts age" -d "The order of items"
complete -c qontrollerctl -l limit -x -d "Not more than so many"
complete -c qontrollerctl -l pace -x -d "Objects a second"
complete -c qontrollerctl -s f -d "Follow events"
complete -c qontrollerctl -l for -x -d "How long a pause lasts"
complete -c qontrollerctl -l reason -x -d "Why"
complete -c qontrollerctl -l yes -d "Do not ask"
complete -c qontrollerctl -l wait -d "Until the runs have ended"
complete -c qontrollerctl -l dry-run -d "Only say what is meant"
complete -c qontrollerctl -l save -d "Write changed options into the session file"
complete -c qontrollerctl -l go-back -d "Options are as the session says"
complete -c qontrollerctl -l help -d "All of it"
complete -c qontrollerctl -l version -d "Of the program"
