# SPDX-License-Identifier: LGPL-3.0-or-later
# Completion of qontrollerctl for bash: verbs, options, controllers of the host.

_qontrollerctl()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local verbs="init hosts status needs alarms top items why describe attempts failures locks operations events log session plugins journal
        requeue pause resume discard remove keep ack unack jobs stop workers resync options take drain apply"
    local options="--host -o --filter --sort --limit --pace -f --for --reason --yes --wait
        --dry-run --save --go-back --help --version"
    local word verb="" host=()
    COMPREPLY=()
    case $previous in
        -o) mapfile -t COMPREPLY < <(compgen -W "table wide json jsonl" -- "$current"); return ;;
        --sort) mapfile -t COMPREPLY < <(compgen -W "id state attempts age" -- "$current"); return ;;
        --host) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
        --filter | --limit | --pace | --for | --reason) return ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    local i
    for ((i = 1; i < COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        case $word in
            --host) host=(--host "${COMP_WORDS[i + 1]}"); ((++i)) ;;
            -o | --filter | --sort | --limit | --pace | --for | --reason) ((++i)) ;;
            -*) ;;
            *) [[ $verb ]] || verb=$word ;;
        esac
    done
    if [[ ! $verb ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$current")
        return
    fi
    case $verb in
        init | workers | resync | options | take | drain | events | why | describe | attempts | requeue | pause | \
            resume | discard | remove | keep | confirm | refuse) ;;
        *) return ;;
    esac
    local names
    if [[ $verb == init ]]; then
        names=$("${COMP_WORDS[0]}" init 2> /dev/null | sed -n 's/^\([^: ]*\): .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$current")
        return
    fi
    names=$("${COMP_WORDS[0]}" "${host[@]}" status -o jsonl 2> /dev/null < /dev/null |
        sed -n 's/^{"name":"\([^"\\]*\)".*/\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$names" -- "$current")
    case $verb in
        why | describe | attempts | requeue | pause | resume | discard | remove | keep | \
            confirm | refuse)
            COMPREPLY=("${COMPREPLY[@]/%//}") # an id follows
            compopt -o nospace 2> /dev/null ;;
    esac
}

complete -F _qontrollerctl qontrollerctl
