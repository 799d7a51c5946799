import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { readEnv } from '../../../shared/runtime/env.ts';

/** A built mail and its envelope. */
export interface RawMail {
  from: string;
  to: string[];
  raw: Buffer;
}

let client: SESv2Client | undefined;

/** Hands a mail to SES and answers the id SES gives it. */
export async function sendRaw(mail: RawMail): Promise<string> {
  // One try: whether SES took a mail whose answer was lost cannot be known, and the queue tries again anyway.
  client ??= new SESv2Client({ maxAttempts: 1 });
  const { MessageId } = await client.send(
    new SendEmailCommand({
      FromEmailAddress: mail.from,
      Destination: { ToAddresses: mail.to },
      Content: { Raw: { Data: mail.raw } },
      ConfigurationSetName: readEnv('CONFIGURATION_SET').CONFIGURATION_SET,
    }),
  );
  if (MessageId === undefined) throw new Error('SES answered without an id');
  return MessageId;
}
