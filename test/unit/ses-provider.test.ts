import { GetAccountCommand, MessageRejected, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PermanentSendError, TransientSendError } from '#shared/services/outbound-mail/mail-provider.ts';
import { SesProvider } from '#shared/services/outbound-mail/ses-provider.ts';

const sts = mockClient(STSClient);
const ses = mockClient(SESv2Client);
const LONG = 10_000;
const CREDENTIALS = { AccessKeyId: 'theirs', SecretAccessKey: 'key', SessionToken: 'token', Expiration: new Date() };
const denied = Object.assign(new Error('arn:aws:sts::999999999999:assumed-role/ours is not allowed'), {
  name: 'AccessDenied',
});

let made = 0;

/** A separate role for each test, because credentials are cached by role and organization. */
function providerWithRole() {
  made += 1;
  const role = { roleArn: `arn:aws:iam::111122223333:role/aid-mail-${made}`, organizationId: `org_${made}` };
  return { role, provider: new SesProvider({ region: 'eu-west-1', role }) };
}

function trusting(externalId: string) {
  sts.on(AssumeRoleCommand).rejects(denied);
  sts.on(AssumeRoleCommand, { ExternalId: externalId }).resolves({ Credentials: CREDENTIALS });
}

async function reasonOf(look: Promise<unknown>): Promise<string> {
  const error = await look.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransientSendError);
  return (error as TransientSendError).reason;
}

afterAll(() => {
  sts.restore();
  ses.restore();
});

beforeEach(() => {
  sts.reset();
  ses.reset();
  ses.on(GetAccountCommand).resolves({ SendingEnabled: true });
  ses.on(SendEmailCommand).resolves({ MessageId: 'ses-1' });
});

const mail = { from: 'agent@agents.test', to: ['bob@example.com'], raw: Buffer.from('Subject: x\r\n\r\nx') };

describe('an SES account', () => {
  test('The role of an SES account is assumed with the organization’s id as the external id', async () => {
    const { role, provider } = providerWithRole();
    trusting(role.organizationId);
    await provider.verify(LONG);
    expect(sts.commandCalls(AssumeRoleCommand)[0]?.args[0].input).toMatchObject({
      RoleArn: role.roleArn,
      ExternalId: role.organizationId,
    });
    const asked = ses.commandCalls(GetAccountCommand)[0]?.thisValue as SESv2Client;
    expect(await asked.config.region()).toBe('eu-west-1');
    expect((await asked.config.credentials()).accessKeyId).toBe('theirs');
  });

  test('An SES account is not used if its role can be assumed without the external id', async () => {
    const { provider } = providerWithRole();
    sts.on(AssumeRoleCommand).resolves({ Credentials: CREDENTIALS });
    expect(await reasonOf(provider.verify(LONG))).toMatch(/external id/);
    expect(await reasonOf(provider.send(mail))).toMatch(/external id/);
    expect(ses.calls()).toHaveLength(0);
  });

  test('The error does not reveal the service’s AWS account if the role cannot be assumed', async () => {
    const { provider } = providerWithRole();
    sts.on(AssumeRoleCommand).rejects(denied);
    expect(await reasonOf(provider.verify(LONG))).toBe('SES or the role refused: AccessDenied');
  });

  test('A check of an SES account reports that sending is paused', async () => {
    const { role, provider } = providerWithRole();
    trusting(role.organizationId);
    ses.on(GetAccountCommand).resolves({ SendingEnabled: false });
    expect(await reasonOf(provider.verify(LONG))).toMatch(/paused/);
  });

  test('The role is assumed for each check, but once for many emails', async () => {
    const { role, provider } = providerWithRole();
    trusting(role.organizationId);
    await provider.verify(LONG);
    await provider.send(mail);
    await provider.send(mail);
    expect(sts.commandCalls(AssumeRoleCommand)).toHaveLength(2);
    sts.reset();
    sts.on(AssumeRoleCommand).rejects(denied);
    await reasonOf(provider.verify(LONG));
    await reasonOf(provider.send(mail));
  });

  test('An SES account sends the mail unchanged and returns its SES message id', async () => {
    const { role, provider } = providerWithRole();
    trusting(role.organizationId);
    expect(await provider.send(mail)).toEqual({
      providerMessageId: 'ses-1',
      rfcMessageId: '<ses-1@eu-west-1.amazonses.com>',
      rejected: [],
    });
    expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toMatchObject({
      FromEmailAddress: mail.from,
      Destination: { ToAddresses: mail.to },
      Content: { Raw: { Data: mail.raw } },
    });
  });

  test('Permanent and transient errors of SES are distinguished', async () => {
    const { role, provider } = providerWithRole();
    trusting(role.organizationId);
    ses.on(SendEmailCommand).rejects(new MessageRejected({ message: 'not verified', $metadata: {} }));
    await expect(provider.send(mail)).rejects.toBeInstanceOf(PermanentSendError);
    ses.on(SendEmailCommand).rejects(new Error('lost'));
    await expect(provider.send(mail)).rejects.toMatchObject({ definitelyNotSent: false });
  });
});
