import { expect } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import type { Json } from '../support/a2a-conformance/bindings.ts';
import { publicCard, signatureHeader } from '../support/a2a-conformance/protocol-objects.ts';
import { openTask, proveRequirements, type Requirement } from '../support/a2a-conformance/requirements.ts';

const PUBLIC = '/.well-known/agent-card.json';

const base64url = (text: string) => Buffer.from(text, 'base64url').toString();

/** The agent card: discovery, structure, protection and caching. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    title: 'The card is public, at the well-known path below the address of each binding, and well-formed',
    section: '8.2',
    prove: async ({ client }) => {
      const place = client.binding === 'JSON-RPC' ? '/rpc' : '';
      const reply = await fetch(client.base + place + PUBLIC);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json']);
      publicCard.parse(await reply.json());
    },
  },
  {
    title: 'The card declares the binding with its address and version, and the address works',
    section: '8.3',
    prove: async ({ client }) => {
      const card = publicCard.parse(await (await fetch(client.base + PUBLIC)).json());
      const protocolBinding = client.binding === 'JSON-RPC' ? 'JSONRPC' : 'HTTP+JSON';
      const url = client.base + (client.binding === 'JSON-RPC' ? '/rpc' : '');
      expect(card.supportedInterfaces).toContainEqual({ url, protocolBinding, protocolVersion: '1.0' });
      expect((await client.value('ListTasks')).pageSize).toBe(50);
    },
  },
  {
    title: 'The card declares one way to authenticate, for both bindings',
    section: '7.3',
    prove: async ({ client }) => {
      const card = publicCard.parse(await (await fetch(client.base + PUBLIC)).json());
      const required = card.securityRequirements.flatMap(({ schemes }) => Object.keys(schemes));
      expect(required.length).toBeGreaterThan(0);
      for (const name of required) expect(Object.keys(card.securitySchemes)).toContain(name);
    },
  },
  {
    title: 'Every capability that the card declares works',
    section: '3.3.4',
    prove: async ({ client }) => {
      const { capabilities } = publicCard.parse(await (await fetch(client.base + PUBLIC)).json());
      expect(capabilities).toEqual({ streaming: true, pushNotifications: true, extendedAgentCard: true });
      const { id } = await openTask(client);
      const stream = await client.stream('SubscribeToTask', { id });
      expect((await stream.next()).value.task.id).toBe(id);
      await stream.return(undefined);
      expect(await client.value('ListTaskPushNotificationConfigs', { taskId: id })).toMatchObject({ configs: [] });
      expect((await client.value('GetExtendedAgentCard')).name).toMatch(/\S/);
    },
  },
  {
    title: 'The extended card requires authentication, and is for agents that may send tasks',
    section: '3.1.11',
    prove: async ({ client, worker, callers }) => {
      expect((await client.value('GetExtendedAgentCard')).name).toBe(worker.displayName);
      const anonymous = await client.call('GetExtendedAgentCard', {}, { key: null });
      expect([anonymous.ok, anonymous.reply.status]).toEqual([false, 401]);

      const hidden = await makeAgent(await makeOrganization());
      const base = client.base.replace(worker.id, hidden.id);
      const headers = { authorization: `Bearer ${(await makeAgent(callers)).key}`, 'a2a-version': '1.0' };
      expect((await fetch(base + PUBLIC)).status).toBe(404);
      expect((await fetch(`${base}/extendedAgentCard`, { headers })).status).toBe(404);
    },
  },
  {
    title: 'The public card contains no secret of the agent',
    section: '13.3',
    prove: async ({ client, worker }) => {
      const text = await (await fetch(client.base + PUBLIC)).text();
      for (const secret of [worker.key, worker.keyId, worker.mailboxId, 'password', 'secret', 'private']) {
        expect(text).not.toContain(secret);
      }
    },
  },
  {
    title: 'The card is signed, and the header of the signature says with which key',
    section: '8.4.2',
    prove: async ({ client }) => {
      const { signatures } = publicCard.parse(await (await fetch(client.base + PUBLIC)).json());
      expect(signatures).toHaveLength(1);
      for (const signature of signatures) {
        const { kid, jku } = signatureHeader.parse(JSON.parse(base64url(signature.protected)));
        const { keys } = (await (await fetch(jku)).json()) as { readonly keys: readonly Json[] };
        expect(keys.map((key) => key.kid)).toContain(kid);
      }
    },
  },
  {
    title: 'Caches may keep the card for a time, and revalidate it by its entity tag',
    section: '8.6.1',
    prove: async ({ client }) => {
      const first = await fetch(client.base + PUBLIC);
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toMatch(/max-age=[1-9]\d*/);
      expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
      const again = await fetch(client.base + PUBLIC, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    },
  },
  {
    title: 'Both addresses of the card return the same card',
    section: '5.2',
    prove: async ({ client }) => {
      const cards: Json[] = await Promise.all(
        ['', '/rpc'].map(async (place) => (await fetch(client.base + place + PUBLIC)).json()),
      );
      expect(cards[0]).toEqual(cards[1]);
    },
  },
];

proveRequirements('A2A mandatory requirements of agent cards', REQUIREMENTS);
