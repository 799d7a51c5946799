import type { NewMessage } from '#local/emulators/queues/message.ts';
import type { Queue } from '#local/emulators/queues/queue.ts';
import type { FaultDice } from './fault-dice.ts';

/**
 * A message that a crashed worker held is received again after this time, and not after minutes as in the templates.
 * It is shorter than some work lasts, so messages are also received again while they are in progress.
 */
const VISIBILITY_SECONDS = 8;

/** Lets the queue repeat messages, change their order, and return the messages of crashed workers soon. */
export function disturbQueue(queue: Queue, dice: FaultDice): void {
  const { name, redrive } = queue.definition;
  const isDeadLetterQueue = redrive === undefined;
  if (isDeadLetterQueue) return;
  const send = queue.send.bind(queue);
  const receive = queue.receive.bind(queue);
  queue.send = (messages) => {
    const copies: NewMessage[] = [];
    const first = messages.map((message) => {
      const [delay = 0, ...repeated] = dice.deliveriesOf(name);
      for (const later of repeated) copies.push(delayed(message, later));
      return delayed(message, delay);
    });
    return send([...first, ...copies]).slice(0, messages.length);
  };
  queue.receive = (options) => receive({ ...options, visibilityTimeoutSeconds: VISIBILITY_SECONDS });
}

function delayed(message: NewMessage, seconds: number): NewMessage {
  return seconds === 0 ? message : { ...message, delaySeconds: (message.delaySeconds ?? 0) + seconds };
}
