/** A report as a mail server writes it, by what it says about an email. */
export interface WrittenReport {
  /** The Message-ID of the email, in the returned header. */
  originalId?: string;
  envelopeId?: string;
  /** The fields about each recipient, or those of the feedback. */
  blocks: readonly (readonly string[])[];
}

const part = (type: string, lines: readonly string[]) => ['--A', `Content-Type: ${type}`, '', ...lines, ''];

function written(type: string, from: string, text: string, parts: readonly string[]): Buffer {
  const fields = [
    `From: ${from}`,
    'Subject: Report',
    `Content-Type: multipart/report; report-type=${type}; boundary=A`,
  ];
  return Buffer.from(
    [...fields, 'MIME-Version: 1.0', '', ...part('text/plain', [text]), ...parts, '--A--', ''].join('\r\n'),
  );
}

/** The header of the email that a report returns. */
function returned(originalId: string | undefined, to: string): string[] {
  if (originalId === undefined) return [];
  return part('text/rfc822-headers', [
    'From: bot@agents.test',
    `To: ${to}`,
    'Subject: Lamp',
    `Message-ID: ${originalId}`,
  ]);
}

/** A delivery status notification. See: RFC 3464. */
export function writtenBounce({ originalId, envelopeId, blocks }: WrittenReport): Buffer {
  const perMessage = [
    'Reporting-MTA: dns; mx.example.com',
    ...(envelopeId ? [`Original-Envelope-Id: ${envelopeId}`] : []),
  ];
  const status = [perMessage, ...blocks].flatMap((block) => [...block, '']);
  const parts = [...part('message/delivery-status', status), ...returned(originalId, 'ada@example.com')];
  return written('delivery-status', 'MAILER-DAEMON@example.com', 'It could not be delivered.', parts);
}

/** A report of abuse, with the recipients that the returned header names. See: RFC 5965. */
export function writtenComplaint({ originalId, blocks }: WrittenReport, to = 'ada@example.com'): Buffer {
  const fields = ['User-Agent: test/1', 'Version: 1', ...blocks.flat()];
  const parts = [...part('message/feedback-report', fields), ...returned(originalId, to)];
  return written('feedback-report', 'feedback@example.com', 'This is a report of abuse.', parts);
}
