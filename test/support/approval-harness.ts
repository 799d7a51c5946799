import { randomUUID } from 'node:crypto';
import { MessageRejected, SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, expect } from 'vitest';
import { sendMessage } from '#functions/workers/outbound-mail/send-message.ts';
import { findOutbox } from '#shared/data/entities/log/outbox.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { asEffect } from './ending-processes.ts';
import { InProcessApi } from './in-process-api.ts';
import type { MadeOrganization } from './made-agents.ts';
import { memoryBucket } from './memory-bucket.ts';

type Json = Record<string, unknown>;

/** Who decides, if not with the first key of the organization. */
interface DecidingCall {
  readonly key?: string;
  readonly idempotencyKey?: string;
}

/** An email that SES has accepted. */
export interface AcceptedEmail {
  readonly sesId: string;
  readonly messageId: string | undefined;
  readonly to: readonly string[];
  readonly raw: string;
  readonly tags: Readonly<Record<string, string[]>>;
}

function acceptedEmail({ Destination, Content, EmailTags = [] }: SendEmailCommandInput): AcceptedEmail {
  const tags = Object.fromEntries(EmailTags.map(({ Name = '', Value = '' }) => [Name, [Value]]));
  return {
    sesId: `ses-${randomUUID()}`,
    messageId: tags['aid-message']?.[0],
    to: Destination?.ToAddresses ?? [],
    raw: Buffer.from(Content?.Raw?.Data ?? '').toString(),
    tags,
  };
}

/** Held emails on a real table, with a bucket in memory and mocks of SES, which remembers what was sent, and SQS. */
export function useApprovals(engine: { readonly table: Table }) {
  const [ses, sqs] = [mockClient(SESv2Client), mockClient(SQSClient)];
  const accepted: AcceptedEmail[] = [];
  let api!: InProcessApi;
  let files!: ReadonlyMap<string, Buffer>;

  beforeAll(() => {
    api = new InProcessApi(engine.table, { unverifiedEmailsPerDay: 1000 });
    files = memoryBucket();
    Object.assign(process.env, {
      CONFIGURATION_SET: 'outbound',
      CODE_CONFIGURATION_SET: 'aid-test-codes',
      SES_ARN_PREFIX: 'arn:aws:ses:eu-central-1:111122223333',
      MAIL_DOMAIN: 'agents.test',
      SENDING_LEASE_SECONDS: '300',
      OUTBOUND_MAIL_QUEUE_URL: 'https://queue.test/mail',
    });
  });

  beforeEach(() => {
    api.now = Date.now;
    ses.reset();
    sqs.reset();
    forget();
    ses.on(SendEmailCommand).callsFake((input: SendEmailCommandInput) =>
      asEffect(() => {
        const email = acceptedEmail(input);
        accepted.push(email);
        return { MessageId: email.sesId };
      }),
    );
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [], Successful: [] });
  });

  /** Forgets what was sent, so that a test of thousands of emails does not look at all of them for each. */
  function forget(): void {
    accepted.length = 0;
    ses.resetHistory();
    sqs.resetHistory();
  }

  /** An agent, the email of which is held as the settings say: of a new organization, or of a given one. */
  async function office(settings: Json, of?: MadeOrganization) {
    const organization = of ?? (await api.organization());
    const agent = await api.agent(organization.key);
    const set = async (more: Json, scope?: string) => {
      const query: Record<string, string> = scope === undefined ? {} : { identity_id: scope };
      const { status, body } = await api.call('setApprovalSettings', { key: organization.key, query, body: more });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    await set(settings);
    const send = (body: Json = {}, call: { idempotencyKey?: string } = {}) =>
      api.call('sendMail', {
        ...call,
        key: agent.key,
        params: { id: agent.id },
        body: { to: 'ada@example.com', subject: 'Hello', text: 'The text.', ...body },
      });
    const decide = (name: 'approveAction' | 'denyAction', id: string, body: Json, call: DecidingCall = {}) =>
      api.call(name, { key: organization.key, ...call, params: { id }, body });
    const read = async (id: string) => (await api.call('getApproval', { key: organization.key, params: { id } })).body;
    return {
      organization,
      agent,
      set,
      send,
      read,
      /** Sends what is held, and returns the message and its approval. */
      held: async (body: Json = {}) => {
        const { status, body: sent } = await send(body);
        expect(status, JSON.stringify(sent)).toBe(202);
        expect(sent.status).toBe('held');
        return { messageId: sent.id, approval: await read(String(sent.approval_id)) };
      },
      approve: (id: string, body: Json, call?: DecidingCall) => decide('approveAction', id, body, call),
      deny: (id: string, body: Json = {}, call?: DecidingCall) => decide('denyAction', id, body, call),
      suspend: () => api.call('suspendIdentity', { key: organization.key, params: { id: agent.id }, body: {} }),
      reinstate: () => api.call('reinstateIdentity', { key: organization.key, params: { id: agent.id } }),
      identity: async () => {
        const identity = await findIdentityById(engine.table, agent.id);
        if (identity === undefined) throw new Error('the agent does not exist');
        return identity;
      },
      message: async (id: string) => {
        const message = await findMessage(engine.table, agent.id, id);
        if (message === undefined) throw new Error('the message does not exist');
        return message;
      },
      /** Sends a message as the worker does with each job: as often as there is an outbox entry for it. */
      deliver: async (messageId: string) => {
        const entry = await findOutbox(engine.table, organization.id, messageId);
        if (entry !== undefined) {
          await sendMessage({ organizationId: organization.id, identityId: agent.id, messageId });
        }
        return entry !== undefined;
      },
      /** The events of approvals, oldest first. `since`: only those after this time. */
      events: async (since = timestamp(0)) => {
        const { body } = await api.call('listEvents', { key: organization.key, query: { limit: '200', since } });
        return body.events.filter(({ type }: { type: string }) => type.startsWith('approval.')) as {
          type: string;
          identity_id: string;
          payload: Json;
        }[];
      },
    };
  }

  return {
    office,
    api: () => api,
    files: () => files,
    /** The emails that SES has accepted. */
    sent: (): readonly AcceptedEmail[] => accepted,
    forget,
    /** Lets SES reject what it gets, until the test ends. */
    rejectAll: () => ses.on(SendEmailCommand).rejects(new MessageRejected({ message: 'said SES', $metadata: {} })),
  };
}
