/** The longest delay of a message in a queue. See: AWS SQS quotas. */
export const MAX_QUEUE_DELAY_SECONDS = 900;
