/** Thrown to the queue, which then tries again. Its message holds ids and codes only. */
export class SendRetryLater extends Error {}
