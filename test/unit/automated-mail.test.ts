import { expect, test } from 'vitest';
import { head, parse } from '../support/parse-lines.ts';

test.each<[string[], boolean]>([
  [['Auto-Submitted: auto-replied'], true],
  [['Auto-Submitted: auto-generated; owner-email="a@b.c"'], true],
  [['Auto-Submitted: no'], false],
  [['Auto-Submitted: No (a person)'], false],
  [['X-Autoreply: yes'], true],
  [['X-Autorespond: Out of office'], true],
  [['X-Autoreply: no'], false],
  [['Precedence: bulk'], true],
  [['Precedence: auto_reply'], true],
  [['Precedence: first-class'], false],
  [['X-Auto-Response-Suppress: All'], true],
  [['X-Auto-Response-Suppress: DR, OOF, AutoReply'], true],
  [['X-Auto-Response-Suppress: DR, RN, NRN'], false],
  [['Return-Path: <>'], true],
  [['Return-Path: <ada@example.com>'], false],
  [['Subject: Automatic reply: Lamp', 'X-MS-Exchange-Inbox-Rules-Loop: ada@example.com'], true],
  [['Subject: Automatische Antwort: Lampe', 'In-Reply-To: <m1@x.y>'], true],
  [['Subject: =?utf-8?Q?R=C3=A9ponse_automatique_:_Lampe?=', 'Thread-Index: AdF='], true],
  [['Subject: Out of Office: plan of next week'], false],
  [['Subject: Re: Automatic reply: Lamp', 'In-Reply-To: <m1@x.y>'], false],
  [['X-MS-Has-Attach: yes', 'Subject: Lamp'], false],
  [['List-Id: <news.example.com>'], true],
  [['List-Unsubscribe: <mailto:x@y.z>'], true],
  [['Precedence: list'], true],
  [['List-Id: <users.example.com>', 'In-Reply-To: <m1@x.y>'], false],
  [['List-Id: <users.example.com>', 'Precedence: list', 'List-Post: <mailto:users@example.com>'], false],
  [['List-Id: <news.example.com>', 'List-Post: NO'], true],
  [['List-Id: <users.example.com>', 'In-Reply-To: <m1@x.y>', 'Auto-Submitted: auto-replied'], true],
  [['X-Other: 1'], false],
])('A mail with the fields %j is automated: %s', async (fields, automated) => {
  expect((await parse(head(...fields))).isAutomated).toBe(automated);
});

test.each([
  ['noreply@example.com', true],
  ['no-reply+12@example.com', true],
  ['ada@example.com', false],
])('A reply through a list by %s is automated: %s', async (author, automated) => {
  const fields = ['List-Id: <users.example.com>', 'In-Reply-To: <m1@x.y>'];
  expect((await parse([`From: ${author}`, ...fields, '', 'x'])).isAutomated).toBe(automated);
});

test('An email with an empty envelope sender, or from the mailer daemon, is automated', async () => {
  expect((await parse(head(), '<>')).isAutomated).toBe(true);
  expect((await parse(head(), '')).isAutomated).toBe(true);
  expect((await parse(['From: MAILER-DAEMON@example.com', '', 'x'])).isAutomated).toBe(true);
});

test('A report about an email is automated, whatever its envelope says', async () => {
  const report = await parse([
    'From: postmaster@example.com',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=A',
    '',
    '--A',
    'Content-Type: text/plain',
    '',
    'It did not arrive.',
    '--A--',
  ]);
  expect(report.isAutomated).toBe(true);
  expect((await parse(head())).isAutomated).toBe(false);
});
