import { expectTypeOf, test } from 'vitest';
import type {
  Aid,
  Call,
  Event,
  FullMessage,
  MailFolder,
  Message,
  Page,
  Pages,
  SentMail,
  UnknownEvent,
  WebhookBody,
  WithResponse,
} from '#clients/typescript/src/index.ts';

/** What these compile to does nothing: `tsc` is the test. */
declare const aid: Aid;

test('An event is narrowed by its type, and one of a newer service is what is left', () => {
  const read = (event: Event) => {
    if (event.type === 'mail.received') {
      expectTypeOf(event.payload.subject).toEqualTypeOf<string>();
      return event.payload.messageId;
    }
    switch (event.type) {
      case 'a2a.task.created':
        return event.payload.taskId;
      case 'mail.bounced':
      case 'mail.delivered':
        return event.payload.detail?.recipient;
      case 'mail.sent':
      case 'mail.complained':
      case 'mail.draft_failed':
      case 'mail.labeled':
      case 'mail.unsubscribed':
      case 'a2a.task.message':
      case 'a2a.task.canceled':
      case 'a2a.task.updated':
      case 'a2a.sent_task.updated':
      case 'a2a.contact_rule.changed':
      case 'a2a.settings.updated':
      case 'a2a.invitation.created':
      case 'a2a.invitation.accepted':
      case 'a2a.invitation.declined':
      case 'a2a.invitation.revoked':
      case 'identity_token.issued':
      case 'grant.created':
      case 'grant.revoked':
      case 'approval.requested':
      case 'approval.decided':
      case 'short_key.issued':
        return event.created_at;
      default:
        expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
        expectTypeOf(event.type).toExtend<string>();
        return event.payload.anything;
    }
  };
  expectTypeOf<ReturnType<typeof read>>().toEqualTypeOf<unknown>();
  const readBody = (body: WebhookBody) => (body.type === 'mail.received' ? body.data.message.snippet : body.type);
  expectTypeOf(readBody).returns.toExtend<string>();
});

test('An enumeration proposes what is known and accepts what is not', () => {
  expectTypeOf<'inbox'>().toExtend<MailFolder>();
  expectTypeOf<string>().toExtend<MailFolder>();
});

test('Calls resolve to their replies, lists to their rows, and deletions to nothing', () => {
  const calls = () => ({
    sent: aid.mail.send({
      to: ['ada@example.com', { address: 'bob@example.com', name: 'Bob' }],
      subject: 'Hi',
      text: '…',
    }),
    list: aid.mail.messages.list({ folder: 'inbox', identityId: 'agt_1' }, { timeoutMs: 100 }),
    page: aid.mail.messages.list().firstPage(),
    message: aid.mail.messages.get('msg_1', { identityId: 'agt_1', maxRetries: 0 }),
    raw: aid.mail.messages.get('msg_1').withResponse(),
    deleted: aid.contacts.delete('con_1'),
  });
  type Calls = ReturnType<typeof calls>;
  expectTypeOf<Calls['sent']>().toEqualTypeOf<Call<SentMail>>();
  expectTypeOf<Calls['list']>().toEqualTypeOf<Pages<Message>>();
  expectTypeOf<Calls['page']>().toEqualTypeOf<Call<Page<Message>>>();
  expectTypeOf<Calls['message']>().toEqualTypeOf<Call<FullMessage>>();
  expectTypeOf<Calls['raw']>().toEqualTypeOf<Promise<WithResponse<FullMessage>>>();
  expectTypeOf<Calls['deleted']>().toEqualTypeOf<Call<void>>();
});

test('What a call needs is required, and what it does not know is refused', () => {
  const wrong = () => {
    // @ts-expect-error a name is required
    aid.apiKeys.create({});
    // @ts-expect-error there is no such field
    aid.mail.send({ to: 'ada@example.com', txt: 'Hello' });
    // @ts-expect-error the id is missing
    aid.tasks.get();
    // @ts-expect-error settings of an agent have no id
    aid.a2a.settings.get('agt_1');
    // @ts-expect-error an option that does not exist
    aid.me({ timeout: 1 });
  };
  const right = () => {
    aid.apiKeys.create({ name: 'worker', identityId: 'agt_1' });
    aid.a2a.rules.create({ identityId: 'agt_1', handle: 'bob', action: 'allow', direction: 'inbound' });
    aid.identity('agt_1').a2a.invitations.create({ to_handle: 'bob' });
    aid.events.list({ since: new Date() });
    aid.tunnels.create();
    aid.me({ signal: AbortSignal.timeout(1), headers: {}, timeoutMs: 1, maxRetries: 1, idempotencyKey: 'one' });
  };
  expectTypeOf(wrong).toBeFunction();
  expectTypeOf(right).toBeFunction();
});
