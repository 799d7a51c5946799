import { Aid, fileCursor } from 'aid-stack';

const aid = new Aid();
// The file has the position in the log, so that the next start continues where this one has stopped.
const cursor = fileCursor('cursor');
for await (const event of aid.events.follow({ types: ['mail.received'], expand: 'message', cursor })) {
  const { message } = event;
  if (message) console.log(message.from[0]?.address ?? 'someone', 'wrote', message.extracted_text || 'no text');
}
