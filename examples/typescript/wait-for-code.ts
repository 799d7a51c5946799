import { Aid } from 'aid-stack';

const aid = new Aid();
const since = new Date();
// Sign up for the service with the agent's address here.
const { code, link, message } = await aid.mail.waitForCode({ from: 'shop.example', since });
if (message === null) console.log('no code');
else console.log(code ?? link?.url, message.content_warnings);
