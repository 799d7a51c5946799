import type { Decision } from './plan.ts';

/** The request to send an email of the model. */
export interface ModelEmail {
  readonly to: string;
  readonly bcc?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly object[];
}

/** The email of a run. `isRich`: whether it has HTML, a file and a blind copy. */
export function modelEmail(run: number, isRich: boolean): ModelEmail {
  return {
    to: `ada-${run}@example.com`,
    subject: `Hello ${run}`,
    text: `The text ${run}.`,
    ...(isRich && {
      html: `<p>The <b>text</b> ${run}.</p>`,
      bcc: `eve-${run}@example.com`,
      attachments: [{ filename: 'a.bin', content_type: 'application/octet-stream', content_base64: 'AAH+/w==' }],
    }),
  };
}

interface ModelEdits {
  readonly text?: string;
  readonly subject?: string;
  readonly to?: readonly string[];
}

/** What a decision changes of the email of a run. */
export function modelEdits(run: number, decision: Decision): ModelEdits | undefined {
  if (decision === 'approve text') return { text: `Edited ${run}.` };
  if (decision === 'approve recipients') return { to: [otherRecipient(run)], subject: `Edited ${run}` };
  return undefined;
}

/** The recipient after an edit of the recipients. */
export function otherRecipient(run: number): string {
  return `bob-${run}@example.com`;
}
