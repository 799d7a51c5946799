import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetTopicAttributesCommand, type SNSClient } from '@aws-sdk/client-sns';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { getTopicClient } from './topic-client.ts';
import { namedWay, type Way } from './way.ts';

interface Clients {
  readonly mail: SESv2Client;
  /** The first version of the API, which alone has receipt rules. */
  readonly receiving: SESClient;
  readonly topics: SNSClient;
}

let clients: Clients | undefined;

function getClients(): Clients {
  const options = clientOptions({ maxAttempts: 3 });
  clients ??= { mail: new SESv2Client(options), receiving: new SESClient(options), topics: getTopicClient() };
  return clients;
}

/**
 * The settings of the account around the stage without which emails or alarms end nowhere. None of them fails at a
 * request, so the sweep looks at them. A look that fails counts as a wrong setting: a missing permission must not pass
 * for a setting that is right.
 */
export function accountWays(): readonly Way[] {
  const { RECEIPT_RULE_SET, ALARM_TOPICS } = readEnv('RECEIPT_RULE_SET', 'ALARM_TOPICS');
  const look = { turn: 1, tries: 1 } as const;
  return [
    namedWay('mail-domain', { ...look, go: (_, signal) => lookAtMailDomain(signal) }),
    namedWay('sending', { ...look, go: (_, signal) => lookAtSending(signal) }),
    ...(RECEIPT_RULE_SET === undefined
      ? []
      : [namedWay('receipt-rules', { ...look, go: (_, signal) => lookAtReceiptRules(RECEIPT_RULE_SET, signal) })]),
    ...(ALARM_TOPICS === undefined
      ? []
      : [namedWay('alarm-topic', { ...look, go: (_, signal) => lookAtTopics(ALARM_TOPICS, signal) })]),
  ];
}

/** SES refuses every email from a domain that lost its proof, for good. See: SES developer guide, Easy DKIM. */
async function lookAtMailDomain(abortSignal: AbortSignal): Promise<void> {
  const { MAIL_DOMAIN: EmailIdentity } = readEnv('MAIL_DOMAIN');
  const { VerifiedForSendingStatus, DkimAttributes } = await getClients().mail.send(
    new GetEmailIdentityCommand({ EmailIdentity }),
    { abortSignal },
  );
  const { SigningEnabled, Status } = DkimAttributes ?? {};
  if (VerifiedForSendingStatus === true && SigningEnabled === true && Status === 'SUCCESS') return;
  throw new Error(
    `${EmailIdentity}: verified for sending: ${VerifiedForSendingStatus}, signed by DKIM: ${SigningEnabled}, DKIM: ${Status}`,
  );
}

async function lookAtSending(abortSignal: AbortSignal): Promise<void> {
  const { SendingEnabled, EnforcementStatus } = await getClients().mail.send(new GetAccountCommand({}), {
    abortSignal,
  });
  if (SendingEnabled !== true) throw new Error(`SES does not send for the account: ${EnforcementStatus}`);
}

/** An account has one active set of receipt rules in a region. */
async function lookAtReceiptRules(own: string, abortSignal: AbortSignal): Promise<void> {
  const { Metadata } = await getClients().receiving.send(new DescribeActiveReceiptRuleSetCommand({}), { abortSignal });
  if (Metadata?.Name !== own) throw new Error(`the active receipt rules are ${Metadata?.Name ?? 'none'}, not ${own}`);
}

/** A link in every email about an alarm ends the subscription of its reader. */
async function lookAtTopics(topicArns: readonly string[], abortSignal: AbortSignal): Promise<void> {
  for (const TopicArn of topicArns) {
    const { Attributes } = await getClients().topics.send(new GetTopicAttributesCommand({ TopicArn }), { abortSignal });
    if (!(Number(Attributes?.SubscriptionsConfirmed) > 0)) throw new Error(`no one has confirmed to get ${TopicArn}`);
  }
}
