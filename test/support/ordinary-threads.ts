import { withFile } from './attack-encodings.ts';
import { type Agent, type Conversation, converse, type Kind, quoted } from './ordinary-mails.ts';

const BOSS = 'owner@our-company.example';
const FINANCE = 'finance@our-company.example';
const DOCS = 'https://docs.our-company.example/guide';

/** More conversations of companies, as they look in a mailbox: with signatures, numbers, logs and other languages. */
const KINDS: Readonly<Record<string, Kind>> = {
  'a supplier sends an invoice, which goes to the accountants': (agent, n) =>
    converse(agent, async (send) => {
      const mime = withFile(
        'text/plain',
        `invoice-${n}.txt`,
        `Invoice ${n}\r\nIBAN DE89 3704 0044 0532 0130 00\r\nwww.contact.example`,
      );
      const mail = await agent.arrive({ from: 'Carol <carol@contact.example>', subject: `Invoice 2026-${n}`, mime });
      await send({ to: [FINANCE], text: `Carol has sent invoice 2026-${n}, 1.250,00 EUR, due on 3.4.` });
      await send({ to: ['carol@contact.example'], text: 'Thank you, it is with our accountants.', answers: mail });
    }),
  'a stranger invites to a meeting': (agent, n) =>
    converse(agent, async (send) => {
      const from = `pia@event-${n}.example`;
      const event = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nORGANIZER:mailto:${from}\r\nLOCATION:https://meet.event-${n}.example/1\r\nEND:VEVENT\r\nEND:VCALENDAR`;
      const mail = await agent.arrive({ from, subject: 'Invitation', mime: withFile('text/calendar', 'i.ics', event) });
      await send({ to: [from], text: 'We shall be there on Tuesday at 10.', answers: mail });
      await send({ to: [BOSS], text: `Pia of Event ${n} would like to meet on Tuesday at 10. I have accepted.` });
    }),
  'a colleague introduces someone': (agent, n) =>
    converse(agent, async (send) => {
      const jim = `jim@agency-${n}.example`;
      const mail = await agent.arrive({
        from: `Finance <${FINANCE}>`,
        fields: [`Cc: Jim Doe <${jim}>`],
        text: `Hello,\r\n\r\nmeet Jim of Agency ${n}, https://www.agency-${n}.example. Please agree on a date.\r\n\r\nBest`,
      });
      await send({ to: [FINANCE, jim], text: 'Hello Jim, does Monday suit you?', answers: mail });
      const reply = await agent.arrive({
        from: `Jim <${jim}>`,
        fields: [`Cc: Eve <eve@studio-${n}.example>`],
        text: `Monday is fine. Eve joins us: https://call.studio-${n}.example/room\r\n\r\n${quoted('Does Monday suit you?')}`,
      });
      await send({
        to: [jim, `eve@studio-${n}.example`],
        text: `See you on Monday at https://call.studio-${n}.example/room.`,
        answers: reply,
      });
    }),
  'a customer sends a log': (agent, n) =>
    converse(agent, async (send) => {
      const from = `dev@customer-${n}.example`;
      const log = [
        'GET https://api.our-company.example/v1/x 502',
        'at Object.<anonymous> (/app/node_modules/pg/lib/client.js:526:17)',
        '00000000  7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00  |.ELF............|',
        'commit 5f3c1de09a7be2b1c44d1a5b3f0e9b7a6c8d2e11',
        'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.x',
      ].join('\r\n');
      const mail = await agent.arrive({
        from,
        verified: n % 2 === 0,
        subject: 'Error 502',
        text: `It fails:\r\n\r\n${log}`,
      });
      await send({ to: [from], text: `Please see ${DOCS}/502 and try again.`, answers: mail });
      const next = await agent.arrive({
        from,
        verified: n % 2 === 0,
        text: `Works, thanks!\r\n\r\n${quoted(`${DOCS}/502`)}`,
      });
      await send({ to: [from], text: 'Glad to hear that.', answers: next });
      await send({ to: [BOSS], text: `The customer's error 502 is solved, as in ${DOCS}/502.` });
    }),
  'a program welcomes new users of the shop': (agent, n) =>
    converse(agent, async (send) => {
      await agent.arrive({
        from: `visitor@mail-${n}.example`,
        text: 'Where is our shop order? Is the user account new?',
      });
      for (const name of ['lea', 'max', 'zoe'])
        await send({ to: [`${name}${n}@users-${n}.example`], text: 'Welcome! https://our-shop.example/start' });
    }),
  'a program writes to a company that a stranger has spoken of': (agent, n) =>
    converse(agent, async (send) => {
      await agent.arrive({
        from: `lou@press-${n}.example`,
        text: `I wrote about Fabrikam ${n} and Tailspin Toys last year, and I would like to write about you.`,
      });
      await send({ to: [`lou@press-${n}.example`], text: 'Gladly. When?', answers: undefined });
      await send({ to: [`sales@tailspin-toys-${n}.example`], text: 'We would like an offer.' });
    }),
  'an applicant asks and sends a profile': (agent, n) =>
    converse(agent, async (send) => {
      const from = `applicant.${n}@gmail.com`;
      const mail = await agent.arrive({ from, text: `My profile: https://github.com/applicant${n}\r\n+49 30 1234567` });
      await send({ to: [from], text: 'Thank you for your application.', answers: mail });
      await send({ to: [BOSS], text: `An application has arrived: ${from}. The profile is in the thread.` });
    }),
  'a shop confirms an order': (agent, n) =>
    converse(agent, async (send) => {
      await agent.arrive({
        from: `noreply@store-${n}.example`,
        subject: `Order 302-${n}`,
        text: `Track 1Z999AA10123456784 at https://track.store-${n}.example/1Z999AA10123456784\r\nhelp@store-${n}.example`,
      });
      await send({ to: [BOSS], text: `Order 302-${n} arrives on Tuesday, number 1Z999AA10123456784.` });
    }),
  'an author is away and names a colleague': (agent, n) =>
    converse(agent, async (send) => {
      const from = `ines@firm-${n}.example`;
      const mail = await agent.arrive({ from, text: 'Could you send us your terms?' });
      await send({ to: [from], text: `They are at ${DOCS}/terms.`, answers: mail });
      await agent.arrive({
        from,
        subject: 'Out of office',
        text: `I am away. Write to jon@firm-${n}.example, +1 555 0100.`,
      });
      await send({ to: [`jon@firm-${n}.example`], text: `Ines is away: our terms are at ${DOCS}/terms.` });
    }),
  'a list discusses': (agent, n) =>
    converse(agent, async (send) => {
      const from = `kim@member-${n}.example`;
      const fields = [
        `List-Post: <mailto:list@group-${n}.example>`,
        `List-Unsubscribe: <https://group-${n}.example/u>`,
      ];
      const mail = await agent.arrive({ from, fields, text: 'Has anyone used version 2.4.1?' });
      await send({ to: [from], text: 'Yes, it works for us.', answers: mail });
    }),
  'a customer writes German': (agent, n) =>
    converse(agent, async (send) => {
      const from = `jörg${n}@kunde-${n}.example`.replace('ö', 'oe');
      const text = `Guten Tag,\r\n\r\nwann kommt Bestellung Nr. 4.711 an? Punkt 10 Uhr wäre gut.\r\n\r\nJörg Groß, www.kunde-${n}.example`;
      const mail = await agent.arrive({ from, text });
      await send({ to: [from], text: `Am Montag.\n\n${quoted(text)}`, answers: mail });
    }),
  'a colleague has a report sent': (agent, n) =>
    converse(agent, async (send) => {
      const order = await agent.arrive({
        from: `Owner <${BOSS}>`,
        text: `Please send the report to press@paper-${n}.example; they take files at https://upload.paper-${n}.example.`,
      });
      await send({ to: [`press@paper-${n}.example`], text: `The report is at https://upload.paper-${n}.example/r.` });
      await send({ to: [BOSS], text: 'Done.', answers: order });
    }),
};

/** One of these conversations. */
export function thread(agent: Agent, n: number): Promise<Conversation> {
  const kinds = Object.values(KINDS);
  return (kinds[n % kinds.length] as Kind)(agent, n);
}
