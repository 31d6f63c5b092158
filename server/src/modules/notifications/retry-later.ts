/** Thrown to the queue, which then retries. Its message has ids and codes only. */
export class SendRetryLater extends Error {}
