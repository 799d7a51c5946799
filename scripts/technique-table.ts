import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { MAIL_TECHNIQUES, type MailTechnique, rawTechnique } from '#testing/mail-techniques.ts';

/** The table of `docs/safe-reading-techniques.md`: what each technique sends, and what the service makes of it. */
export async function techniqueTable(): Promise<string> {
  const rows: string[] = [];
  for (const technique of MAIL_TECHNIQUES) rows.push(await rowOf(technique));
  return `| Technique | Sent | \`text\` | \`extracted_text\` | \`snippet\` | \`hidden_text\` | Other fields | Warnings |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

async function rowOf(technique: MailTechnique): Promise<string> {
  const raw = Buffer.from(rawTechnique(technique, 'agent@aid.example'));
  const { content, snippet, subject, from, attachments, warnings } = await parseMail(raw, 'ada@sender.example');
  const others = [
    ...(technique.subject === undefined ? [] : [`subject: ${subject}`]),
    ...(technique.from === undefined ? [] : from.map(({ name, address }) => `from: ${name ?? address}`)),
    ...attachments.map(({ filename }) => `filename: ${filename}`),
  ];
  const { text, extractedText, hiddenText = null } = content;
  return `| ${[
    technique.name,
    code(technique.shown),
    code(text),
    code(extractedText),
    code(snippet),
    code(hiddenText),
    code(others.join(', ')),
    warnings.map((warning) => `\`${warning}\``).join(', '),
  ].join(' | ')} |`;
}

/** A text as code in a cell, on one line. */
function code(text: string | null): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  if (text === null || line === '') return text === null ? 'null' : '';
  const fence = line.includes('`') ? '``' : '`';
  return fence + line.replaceAll('|', String.raw`\|`) + fence;
}
