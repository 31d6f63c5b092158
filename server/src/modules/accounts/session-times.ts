import { sharedIdleMinutes } from "@idanimo/contract/shared-computer";

/** How long sessions live without activity. */

/** A browser session also ends after this long without activity: the screen's 9 + 1 minutes, plus slack. */
const idleMinutes = 11;
/** SQL: a session last active before this time is idle; on a shared computer sooner. [T-19] */
export const idleCutoff = `product_now() - case when shared then interval '${sharedIdleMinutes} minutes' else interval '${idleMinutes} minutes' end`;
/** Activity is recorded at most this often, so that most calls write nothing. */
export const activityIntervalSeconds = 30;
