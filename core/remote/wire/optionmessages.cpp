// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/optionmessages.h"

#include "core/remote/wire/timemessages.h"

namespace qontroller::remote {

void write(const ControllerOptions &options, v1::Options &message)
{
    message.set_workers(options.workers);
    message.set_resync_interval(nanoseconds(options.resyncInterval));
    message.set_max_retries(options.maxRetries);
    message.set_parked_retry_interval(nanoseconds(options.parkedRetryInterval));
    message.set_backoff_base(nanoseconds(options.backoffBase));
    message.set_backoff_max(nanoseconds(options.backoffMax));
    message.set_retry_rate(options.retryRate);
    message.set_retry_burst(options.retryBurst);
    message.set_handler_timeout(nanoseconds(options.handlerTimeout));
    message.set_detect_deletions(options.detectDeletions);
    message.set_mass_deletion_guard(options.massDeletionGuard);
    message.set_priorities(options.priorities);
    message.set_ageing(nanoseconds(options.ageing));
    message.set_keep_last_object(options.keepLastObject);
}

ControllerOptions read(const v1::Options &message)
{
    ControllerOptions options;
    options.workers = message.workers();
    options.resyncInterval = toDuration(message.resync_interval());
    options.maxRetries = message.max_retries();
    options.parkedRetryInterval = toDuration(message.parked_retry_interval());
    options.backoffBase = toDuration(message.backoff_base());
    options.backoffMax = toDuration(message.backoff_max());
    options.retryRate = message.retry_rate();
    options.retryBurst = message.retry_burst();
    options.handlerTimeout = toDuration(message.handler_timeout());
    options.detectDeletions = message.detect_deletions();
    options.massDeletionGuard = message.mass_deletion_guard();
    options.priorities = message.priorities();
    options.ageing = toDuration(message.ageing());
    options.keepLastObject = message.keep_last_object();
    return options;
}

} // namespace qontroller::remote
