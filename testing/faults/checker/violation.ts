/** What a run must never show, by name. */
const VIOLATIONS = {
  'write-lost': 'an acknowledged operation left nothing behind, or only a part',
  'write-doubled': 'an operation was done more than once',
  'refused-write': 'an operation was refused, and done all the same',
  'unexpected-refusal': 'an operation was refused for no reason that the contract has',
  'reply-changed': 'the same request with the same idempotency key got two replies',
  'no-response': 'an operation had no definite response, although the faults had ended',
  'log-order': 'two events of a log have the same time, or the log is out of order',
  'event-unexplained': 'an event belongs to nothing that a client did',
  'follower-missed': 'a follower did not see an event that the log has',
  'follower-wrong': 'a follower saw an event twice, out of order, or one that the log does not have',
  'history-changed': 'an event appeared in a part of the history that had been read without it',
  'delivery-missing': 'an event has no delivery to an endpoint that subscribes to it',
  'delivery-doubled': 'an event has two deliveries to one endpoint, or two deliveries have the same time',
  'delivery-open': 'a delivery did not end',
  'delivery-outcome': 'a delivery did not end as its receiver behaves',
  'delivery-repeated': 'a delivery was sent again after its success, although nothing had crashed',
  'delivery-unsigned': 'a request to a receiver was not genuine, or differed from an earlier one of the event',
  'lease-miscounted': 'the uses of a lease are not the successful redemptions',
  'lease-overused': 'a lease gave its value more often than it may',
  'lease-value': 'a redemption returned another value than the secret had',
  'mail-lost': 'an accepted mail did not leave the service',
  'mail-doubled': 'a mail left the service twice, although nothing had crashed',
  unsettled: 'work was left when the time after the faults was over',
} as const;
export type ViolationName = keyof typeof VIOLATIONS;

export interface Violation {
  readonly name: ViolationName;
  /** What is wrong, with the ids of what it concerns. */
  readonly text: string;
}

export function violation(name: ViolationName, text: string): Violation {
  return { name, text };
}
