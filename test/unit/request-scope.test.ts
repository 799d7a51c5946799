import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pause } from '#shared/domain/concurrency/pause.ts';
import {
  currentRequestId,
  currentTraceId,
  packRequestId,
  requestIdField,
  requestIdOfMail,
  unpackRequestId,
  withRequestId,
  withTraceId,
} from '#shared/domain/http/request-scope.ts';

test('Work has the id of its own request, although other requests run at the same time', async () => {
  const seen = await Promise.all(
    ['r-1', 'r-2', 'r-3'].map((id, index) =>
      withRequestId(id, async () => {
        await pause(5 * (3 - index));
        return requestIdField();
      }),
    ),
  );
  expect(seen).toEqual([{ requestId: 'r-1' }, { requestId: 'r-2' }, { requestId: 'r-3' }]);
  expect(currentRequestId()).toBeUndefined();
  expect(requestIdField()).toStrictEqual({});
});

test.each([undefined, '', 'a b', 'a/b', '"}', 'x'.repeat(101)])(
  'An id that could not be searched for is not taken: %j',
  (id) => {
    expect(withRequestId(id, currentRequestId)).toBeUndefined();
  },
);

test('Work that has no id of its own keeps the id of the work around it', () => {
  expect(withRequestId('r-1', () => withRequestId(undefined, currentRequestId))).toBe('r-1');
});

test('Work has the trace that its caller named, and without one that of the work around it', async () => {
  const traces = ['a'.repeat(32), 'b'.repeat(32)];
  const seen = traces.map((id) => withTraceId(id, () => pause(1).then(currentTraceId)));
  expect(await Promise.all(seen)).toEqual(traces);
  expect(withTraceId(traces[0], () => withTraceId(undefined, currentTraceId))).toBe(traces[0]);
  expect(withTraceId(undefined, currentTraceId)).toBeUndefined();
});

test('A UUID is stored in 22 characters and read as it was, and another id stays as it is', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(packRequestId(id)).toHaveLength(22);
      expect(unpackRequestId(packRequestId(id))).toBe(id);
    }),
  );
  for (const id of ['r-1', 'x'.repeat(22), 'x'.repeat(36), 'AAAAAAAA-bbbb-cccc-dddd-eeeeeeeeeeee'])
    expect(unpackRequestId(packRequestId(id))).toBe(id);
});

test('Emails of different ids have different traces, and an email that arrives again has the same one', () => {
  const [one, other] = [requestIdOfMail('o3vrnil0e2ic28tr'), requestIdOfMail('o3vrnil0e2ic28ts')];
  expect(one).not.toBe(other);
  expect(one).toBe(requestIdOfMail('o3vrnil0e2ic28tr'));
  expect(one).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(unpackRequestId(packRequestId(one))).toBe(one);
});
