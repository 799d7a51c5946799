import { PublishCommand } from '@aws-sdk/client-sns';
import { runbookOfWay } from '#shared/contract/ways.ts';
import type { WaysState } from '#shared/data/entities/log/heartbeat.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { getTopicClient } from './topic-client.ts';

/** A way that works every other time must not send an email each time. */
const MIN_PAUSE_MS = 5 * MINUTE;

/** A way that has not worked for longer than it may. */
export interface LateWay {
  readonly way: string;
  readonly seconds: number;
}

type Notified = Pick<WaysState, 'notified' | 'notifiedAt'>;

/**
 * Emails the operators which ways are late whenever these change. An alarm has one text for all ways, and is silent
 * about a second one while it fires for the first. Returns what they know now.
 */
export async function notifyLate(
  late: readonly LateWay[],
  { notified, notifiedAt }: Notified,
  now: number,
): Promise<Notified> {
  const { NOTICE_TOPIC: TopicArn, STAGE } = readEnv('NOTICE_TOPIC', 'STAGE');
  const names = late.map(({ way }) => way).sort();
  const isKnown = names.length === notified.length && names.every((name, index) => name === notified[index]);
  if (TopicArn === undefined || isKnown || now - notifiedAt < MIN_PAUSE_MS) return { notified, notifiedAt };
  const again = notified.filter((name) => !names.includes(name));
  const Subject = `aid-${STAGE}: ${names.length === 0 ? 'all ways work again' : `late: ${names.join(', ')}`}`;
  const lines = [
    ...late.map(
      ({ way, seconds }) => `${way} has not worked for ${seconds} seconds: docs/runbook.md#${runbookOfWay(way)}`,
    ),
    ...again.map((way) => `${way} works again`),
    `All ways: npm run ops -- ways --stage ${STAGE}`,
  ];
  try {
    const Message = `${lines.join('\n')}\n`;
    await getTopicClient().send(new PublishCommand({ TopicArn, Subject: Subject.slice(0, MAX_SUBJECT), Message }));
    return { notified: names, notifiedAt: now };
  } catch (error) {
    // The next minute tries again.
    logger.error('operators not notified', { error: error as Error });
    return { notified, notifiedAt };
  }
}

/** Source: SNS API reference, Publish. */
const MAX_SUBJECT = 99;
