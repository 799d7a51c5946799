import { describe, expect, test } from 'vitest';
import { webhookBody } from '#shared/domain/delivery/webhook-body.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';

const AT = Date.UTC(2026, 10, 21, 8, 30, 0, 5);
const EVENT: LoggedEvent = {
  id: 'evt_1',
  organizationId: 'org_1',
  type: 'mail.received',
  version: 1,
  identityId: 'agt_1',
  aggregateType: 'mail_message',
  aggregateId: 'msg_1',
  threadId: 'thr_1',
  payload: { messageId: 'msg_1', threadId: 'thr_1', from: 'ada@example.com', subject: 'Hello' },
  message: {
    id: 'msg_1',
    direction: 'inbound',
    from: [{ address: 'ada@example.com' }],
    subject: 'Hello',
    snippet: 'Hello there',
    has_attachments: false,
  },
  agents: [{ id: 'agt_1', handle: 'bot', display_name: 'Bot' }],
  createdAt: AT,
  deliveryBase: AT,
  deliverySlots: 3,
};

describe('the webhook request body', () => {
  test('The webhook body has exactly these bytes, with the keys in the specified order', () => {
    expect(webhookBody(EVENT)).toBe(
      '{"id":"evt_1","type":"mail.received","version":1,"created_at":"2026-11-21T08:30:00.005Z","organization_id":"org_1",' +
        '"aggregate":{"type":"mail_message","id":"msg_1"},"data":{"messageId":"msg_1","threadId":"thr_1",' +
        '"from":"ada@example.com","subject":"Hello","message":{"id":"msg_1","direction":"inbound",' +
        '"from":[{"address":"ada@example.com"}],"subject":"Hello","snippet":"Hello there","has_attachments":false},' +
        '"agent_identities":[{"id":"agt_1","handle":"bot","display_name":"Bot"}]}}',
    );
  });

  test('The webhook body depends on the event alone', () => {
    expect(webhookBody(structuredClone(EVENT))).toBe(webhookBody(EVENT));
  });

  test.each([
    ['type', { aggregateType: null }],
    ['id', { aggregateId: null }],
    ['type and id', { aggregateType: null, aggregateId: null }],
  ])('The webhook body has no aggregate if its %s is missing', (_, missing) => {
    const body = JSON.parse(webhookBody({ ...EVENT, ...missing }));
    expect(Object.keys(body)).toEqual(['id', 'type', 'version', 'created_at', 'organization_id', 'data']);
  });

  test('The data is the payload if there are no summary and no agents', () => {
    const body = JSON.parse(webhookBody({ ...EVENT, message: null, agents: null }));
    expect(body.data).toEqual(EVENT.payload);
  });

  test('A key of the payload is not replaced by a summary of the same name', () => {
    const payload = { taskId: 'tsk_1', message: 'please', agent_identities: 'mine' };
    const { data } = JSON.parse(webhookBody({ ...EVENT, payload }));
    expect(data).toEqual(payload);
    expect(JSON.parse(webhookBody({ ...EVENT, payload: { message: null } })).data.message).toBeNull();
  });

  test('The webhook body contains neither identity, thread nor delivery times of the event', () => {
    for (const name of ['identityId', 'identity_id', 'deliveryBase', 'deliverySlots', 'organizationId']) {
      expect(webhookBody(EVENT)).not.toContain(`"${name}"`);
    }
  });
});
