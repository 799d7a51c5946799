import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { errorOf, useTunnelClients } from '../support/tunnel-clients.ts';

const tunnels = useTunnelClients();

test('Requests that no client answers for 25 s get 504, and the client learns that they are over', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const silent = await tunnels.connectRaw(connectUrl);
  const answers = await Promise.all(Array.from({ length: 20 }, () => errorOf(publicUrl)));
  expect(answers).toEqual(answers.map(() => [504, 'no_response']));
  const idsOf = (type: string) => silent.received.filter((message) => message.type === type).map(({ id }) => id);
  await eventually(() => expect(idsOf('cancel').sort()).toEqual(idsOf('request').sort()));
  expect(idsOf('request')).toHaveLength(20);
});
