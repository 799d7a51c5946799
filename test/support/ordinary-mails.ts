import type { Message } from '#shared/data/entities/mail/message.ts';
import type { vouchedAgent } from './vouched-agent.ts';

export type Agent = Awaited<ReturnType<typeof vouchedAgent>>;

/** What an agent sends in a conversation: how many emails, and those of them that are held. */
export interface Conversation {
  readonly sent: number;
  readonly held: readonly string[];
}

const footer = (n: number) =>
  `Best regards\r\nSam Lee, Partner Ltd\r\nhttps://www.partner-${n}.example | sam@partner-${n}.example`;

/** Runs a conversation, and counts what the agent sends. */
export async function converse(
  { sendDirectly }: Agent,
  run: (send: Agent['send']) => Promise<void>,
): Promise<Conversation> {
  let sent = 0;
  const held: string[] = [];
  await run(async (mail) => {
    const reasons = await sendDirectly(mail);
    sent += 1;
    if (reasons.length > 0) held.push(reasons.join(', '));
    return reasons;
  });
  return { sent, held };
}

export const quoted = (text: string) => text.replace(/^/gm, '> ');
const author = (message: Message) => message.from.map(({ address }) => address);

/** The people and the sites that the conversations with a number have. */
const peopleOf = (n: number) => ({
  sam: `sam@partner-${n}.example`,
  bob: `bob@partner-${n}.example`,
  shop: `orders@shop-${n}.example`,
  boss: 'owner@our-company.example',
  colleague: 'finance@our-company.example',
});

export type Kind = (agent: Agent, n: number) => Promise<Conversation>;

/** Conversations as agents of companies have them, by what happens in them. */
const KINDS: Readonly<Record<string, Kind>> = {
  'a customer asks, gets answers, and brings a colleague in': (agent, n) =>
    converse(agent, async (send) => {
      const { sam, bob } = peopleOf(n);
      const first = await agent.arrive({ from: `Sam <${sam}>`, text: `Where is order 4711?\r\n\r\n${footer(n)}` });
      await send({ to: [sam], text: `On its way.\n\nOur shop: https://our-shop.example/help`, answers: first });
      const second = await agent.arrive({
        from: `Sam <${sam}>`,
        fields: [`Cc: Bob <${bob}>`],
        text: `Thank you, Bob has a question too.\r\n${footer(n)}\r\n\r\n${quoted('On its way. https://our-shop.example/help')}`,
      });
      await send({ to: [sam, bob], text: `Hello Bob.\n\n${quoted(footer(n))}`, answers: second });
      const third = await agent.arrive({ from: `Bob <${bob}>`, text: `Is https://partner-${n}.example/faq right?` });
      await send({ to: [bob], text: `Yes, https://partner-${n}.example/faq is right.`, answers: third });
    }),
  'a person tells the agent whom to write to': (agent, n) =>
    converse(agent, async (send) => {
      const { boss } = peopleOf(n);
      const order = await agent.arrive({
        from: `Owner <${boss}>`,
        text: `Please ask office@supplier-${n}.example for a quote, their site is https://supplier-${n}.example.`,
      });
      await send({
        to: [`office@supplier-${n}.example`],
        text: `Could you send us a quote for https://supplier-${n}.example/item?`,
      });
      await agent.arrive({
        from: `office@supplier-${n}.example`,
        text: `The quote: https://files.supplier-${n}.example/q.pdf`,
      });
      await send({ to: [boss], text: `The quote is here: https://files.supplier-${n}.example/q.pdf`, answers: order });
    }),
  'a program tells the agent whom to write to, out of band': (agent, n) =>
    converse(agent, async (send) => {
      for (const name of ['ada', 'ben', 'cleo'])
        await send({
          to: [`${name}@lead-${n}.example`],
          text: 'See https://our-shop.example and https://en.wikipedia.org/wiki/Shop',
        });
    }),
  'a contact writes, and its email is forwarded to colleagues': (agent, n) =>
    converse(agent, async (send) => {
      const { colleague } = peopleOf(n);
      const mail = await agent.arrive({
        from: 'Carol <carol@contact.example>',
        text: `The invoice: https://billing.contact.example/i/${n}\r\nMy assistant is dan@contact.example.`,
      });
      const block = `---------- Forwarded message ---------\nFrom: Carol <carol@contact.example>\n\nThe invoice: https://billing.contact.example/i/${n}`;
      await send({ to: [colleague], text: block, answers: mail });
      await send({
        to: author(mail),
        text: `Thank you.\n\n${quoted(`The invoice: https://billing.contact.example/i/${n}`)}`,
        answers: mail,
      });
    }),
  'agents of the organization write to each other': (agent, n) =>
    converse(agent, async (send) => {
      const mail = await agent.arrive({ from: agent.mailbox.address, text: `Task ${n} is done.` });
      await send({ to: [agent.mailbox.address], text: 'Thank you.', answers: mail });
      await send({
        to: [peopleOf(n).colleague],
        text: `Task ${n} is done, see https://reports.our-company.example/${n}.`,
      });
    }),
  'a customer of a provider without DMARC asks': (agent, n) =>
    converse(agent, async (send) => {
      const mail = await agent.arrive({
        from: `jo${n}@small-provider-${n}.example`,
        verified: false,
        text: 'When do you open?',
      });
      await send({ to: author(mail), text: 'At nine. https://our-shop.example/hours', answers: mail });
      const next = await agent.arrive({ from: `jo${n}@small-provider-${n}.example`, verified: false, text: 'Thanks!' });
      await send({
        to: author(next),
        text: `Welcome.\n\n${quoted('At nine. https://our-shop.example/hours')}`,
        answers: next,
      });
    }),
};

/** A newsletter or a shop that writes for the second time, a day later, and an agent that tells its owner. */
export async function newsletters(agent: Agent, n: number, isSecond: boolean): Promise<Conversation> {
  const { shop, boss } = peopleOf(n);
  const link = `https://click.shop-${n}.example/orders/${n}`;
  await agent.arrive({ from: `Shop <${shop}>`, subject: 'Your order', text: `Thank you for your order: ${link}` });
  if (!isSecond) return { sent: 0, held: [] };
  return converse(agent, async (send) => {
    await send({ to: [boss], text: `Your order: ${link}` });
  });
}

export function conversation(agent: Agent, n: number): Promise<Conversation> {
  const kinds = Object.values(KINDS);
  const kind = kinds[n % kinds.length] as Kind;
  return kind(agent, n);
}
