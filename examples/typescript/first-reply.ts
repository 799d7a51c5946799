import { Aid } from 'aid-stack';

const aid = new Aid();
const sent = await aid.mail.send({ to: 'ben@example.com', subject: 'Lunch?', text: 'At noon?' });
const { message, heldBack } = await aid.mail.waitForReply(sent, { timeoutMs: 600_000 });
if (message === null) {
  console.log('no reply', heldBack);
} else {
  console.log(message.from[0]?.address, 'says', message.extracted_text);
  await aid.mail.reply(message, { text: 'See you there.' });
}
