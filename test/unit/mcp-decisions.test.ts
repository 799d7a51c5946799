import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { routeOf } from '#clients/console/src/shell/route-text.ts';
import { consolePage } from '#functions/http/mcp/ask-for-decision.ts';
import { approvalInState, decisionState } from '#functions/http/mcp/decision-state.ts';
import { userInputOf } from '#functions/http/mcp/user-input.ts';

type Asked = ServerContext['mcpReq'];

const inputOf = (capabilities: object | undefined, state?: string) =>
  userInputOf({
    ...(capabilities && { envelope: { [CLIENT_CAPABILITIES_META_KEY]: capabilities } as Asked['envelope'] }),
    requestState: (() => state) as Asked['requestState'],
  } as Asked);

test.each([
  ['of an earlier revision', undefined, false],
  ['without the capability', {}, false],
  ['with an empty capability, which means forms', { elicitation: {} }, false],
  ['that shows forms alone', { elicitation: { form: {} } }, false],
  ['that opens pages', { elicitation: { url: {} } }, true],
  ['that does both', { elicitation: { form: {}, url: {} } }, true],
])('A client %s opens pages only if it says so', (_which, capabilities, opensPages) => {
  expect(inputOf(capabilities).opensPages).toBe(opensPages);
});

test('A state counts in the revision that has states, and in no earlier one', () => {
  expect(inputOf({}, 'the state').state).toBe('the state');
  expect(inputOf(undefined, 'the state').state).toBeUndefined();
});

const CALL = { name: 'send_email', arguments: { to: ['ada@example.com'], text: 'Hello.' } };

test('The state of a call names its approval for the same call, whatever the order of its arguments is', () => {
  const state = decisionState('apr_1', CALL);
  expect(approvalInState(state, CALL)).toBe('apr_1');
  expect(approvalInState(state, { name: 'send_email', arguments: { text: 'Hello.', to: ['ada@example.com'] } })).toBe(
    'apr_1',
  );
});

test.each([
  ['another tool', decisionState('apr_1', CALL), { ...CALL, name: 'reply_to_email' }],
  ['other arguments', decisionState('apr_1', CALL), { ...CALL, arguments: { ...CALL.arguments, text: 'Bye.' } }],
  ['no hash', 'apr_1', CALL],
  ['nothing', '', CALL],
])('A state with %s is an error of the protocol, so that no client takes another action for this one', (...asked) => {
  const [, state, call] = asked;
  expect(() => approvalInState(state, call)).toThrow('requestState');
});

test('The page that a user is led to is that of the approval in the console', () => {
  const url = new URL(consolePage('https://console.example', { slug: 'works' }, { id: 'apr_1' }));
  expect([url.origin, url.pathname, url.search]).toEqual(['https://console.example', '/', '']);
  expect(routeOf(url.hash)).toMatchObject({ slug: 'works', path: ['approvals', 'apr_1'] });
});
