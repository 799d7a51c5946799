import { expect, test } from 'vitest';
import { type ConsentPage, consentPage } from '#functions/http/oauth/pages/consent-page.ts';
import { errorPage } from '#functions/http/oauth/pages/error-page.ts';
import { loginPage } from '#functions/http/oauth/pages/login-page.ts';
import { SCOPES } from '#shared/domain/issuer/scopes.ts';
import { hostOfClient, readClientMetadata } from '#shared/domain/oauth/oauth-client.ts';
import { html } from '#shared/runtime/pages/html.ts';
import { PAGE_HEADERS, pagePolicy } from '#shared/runtime/pages/page.ts';

const HOSTILE = `"><script>alert('x')</script><!-- &amp;`;

const CONSENT: ConsentPage = {
  client: { name: 'Example', host: 'client.example', hasDocument: true, redirectUri: 'https://client.example/cb' },
  query: 'a=1&b=2',
  csrf: 'token',
  email: 'ada@example.com',
  organizationName: 'Example Works',
  agents: [{ id: 'agt_1', handle: 'support', displayName: 'Support' }],
  scopes: SCOPES,
};

test('No text of a stranger becomes part of a page', () => {
  const client = { ...CONSENT.client, name: HOSTILE, host: HOSTILE, redirectUri: 'https://client.example/<script>"' };
  const pages = [
    errorPage(HOSTILE),
    loginPage({ client, query: HOSTILE, csrf: HOSTILE, email: HOSTILE, problem: HOSTILE }),
    consentPage({
      ...CONSENT,
      client,
      query: HOSTILE,
      email: HOSTILE,
      organizationName: HOSTILE,
      problem: HOSTILE,
      agents: [{ id: HOSTILE, handle: HOSTILE, displayName: HOSTILE }],
      choices: { agents: [HOSTILE], scopes: [HOSTILE], recipients: `</textarea>${HOSTILE}` },
    }),
  ];
  for (const text of pages) {
    expect(text).not.toContain('<script');
    expect(text).not.toContain('<!-- ');
    expect(text.match(/<\/textarea>/g)?.length ?? 0).toBeLessThan(2);
    expect(text).toContain('&#60;script&#62;');
  }
});

test('Values in HTML are escaped, for content and for attributes', () => {
  expect(html`<p title="${'"'}">${'<b>'}${undefined}${[html`<i>`, html`</i>`]}</p>`.text).toBe(
    '<p title="&#34;">&#60;b&#62;<i></i></p>',
  );
});

test('A page shows the host, that the name is a claim, and where the person returns to', () => {
  const text = consentPage({ ...CONSENT, client: { ...CONSENT.client, redirectUri: 'https://other.example/cb' } });
  expect(text).toContain('<span class="host">client.example</span>');
  expect(text).toContain('That is its own claim');
  expect(text).toContain('You return to <strong>other.example</strong>');
  expect(consentPage(CONSENT)).not.toContain('You return to');
});

test('A client that has registered itself is said to have, and one on the device may be another program', () => {
  const client = { name: null, host: 'localhost:1', hasDocument: false, redirectUri: 'http://localhost:1/cb' };
  const text = loginPage({ client, query: '', csrf: 'token' });
  expect(text).toContain('registered itself');
  expect(text).toContain('another program on this device');
  expect(text).not.toContain('It calls itself');
});

test('International hosts are shown in their ASCII form, so that none looks like another', () => {
  expect(hostOfClient('https://xn--pple-43d.example/client.json', 'https://x.example/')).toBe('xn--pple-43d.example');
  expect(new URL('https://аpple.example/').host).toBe('xn--pple-43d.example');
  expect(hostOfClient('ocl_1', 'https://client.example:8443/cb')).toBe('client.example:8443');
});

test('The only agent is chosen, of several none; secrets and identity have to be chosen', () => {
  const isChecked = (text: string, value: string) => new RegExp(`value="${value}" checked>`).test(text);
  const one = consentPage(CONSENT);
  expect(isChecked(one, 'agt_1')).toBe(true);
  expect(SCOPES.filter((scope) => !isChecked(one, scope))).toEqual(['vault', 'identity']);
  const several = consentPage({
    ...CONSENT,
    agents: [...CONSENT.agents, { id: 'agt_2', handle: 'b', displayName: 'B' }],
  });
  expect(isChecked(several, 'agt_1')).toBe(false);
});

test('Whom the client may write to is asked only if it may send', () => {
  expect(consentPage(CONSENT)).toContain('name="recipients"');
  expect(consentPage({ ...CONSENT, scopes: ['mail.read'] })).not.toContain('name="recipients"');
});

test('No page may frame the pages, and they have no scripts', () => {
  const policy = pagePolicy('https://client.example/cb');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self' https:;");
  expect(policy).not.toContain('script-src');
  expect(pagePolicy()).toContain("form-action 'self';");
  expect(pagePolicy('cursor://x/y')).toContain("form-action 'self' https: cursor:;");
  expect(PAGE_HEADERS).toEqual({ 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' });
});

test('The name of a client is one line of at most 60 characters, without what no person sees', () => {
  const nameOf = (name: unknown) => readClientMetadata({ redirect_uris: ['x'], client_name: name }).name;
  expect(nameOf('  Example\n\tClient ')).toBe('Example Client');
  expect(nameOf('a\u202Eb\u200Bc')).toBe('abc');
  expect(Array.from(nameOf('x'.repeat(300)) ?? '')).toHaveLength(60);
  expect(nameOf(' \u0000 ')).toBeNull();
  expect(nameOf(undefined)).toBeNull();
  expect(() => nameOf(1)).toThrow('client_name');
});
