# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share.
export LC_ALL=C.UTF-8 GIT_TERMINAL_PROMPT=0
# shellcheck disable=SC2046 # names of variables, which would name another repository
unset $(git rev-parse --local-env-vars)

# shellcheck disable=SC2034 # where kubectl finds the resources, and the API itself
resource=gitrepositories.example.org path=/apis/example.org/v1/namespaces/$NAMESPACE/gitrepositories
# shellcheck disable=SC2034 # no resource without this label is ever changed or deleted
label=app.kubernetes.io/managed-by

# Said here, or a file that is missing would have kubectl ask another server.
kube() {
    kubectl --kubeconfig "$KUBECONFIG" --namespace "$NAMESPACE" "$@"
}

is_resource_name() {
    [ "${#1}" -le 253 ] || return 1
    case .$1. in
    *[!abcdefghijklmnopqrstuvwxyz0123456789.-]* | *..* | *.-* | *-.*) return 1 ;;
    esac
}

park() {
    printf '%s\n' "$1" >&2
    exit 78
}
