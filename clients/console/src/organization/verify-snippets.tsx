import { CodeTabs } from '../widgets/code-tabs.tsx';
import type { Language } from '../widgets/snippet-text.ts';

/** How a receiver verifies a delivery. */
const TEXTS: Readonly<Record<Language, string>> = {
  curl: `# curl cannot verify signatures; the aid command line can.
aid webhooks verify --secret @secret.txt --body @body.json \\
  --header "x-aid-request-id: $ID" --header "x-aid-timestamp: $TIMESTAMP" --header "x-aid-signature: $SIGNATURE"
`,
  TypeScript: `import { verifyWebhook } from 'aid-stack/webhooks';

// Pass the raw body. Throws a WebhookVerificationError if the delivery is not genuine.
const event = verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET);
console.log(event.type, event.id);
`,
  Python: `import os

from aid_stack import verify_webhook

# Pass the raw body. Raises a WebhookVerificationError if the delivery is not genuine.
event = verify_webhook(raw_body, headers, os.environ["WEBHOOK_SECRET"])
print(event.type, event.id)
`,
};

/** The verification in code. */
export function VerifySnippets() {
  return <CodeTabs title="verifyWebhook" what="The verification" textOf={(language: Language) => TEXTS[language]} />;
}
