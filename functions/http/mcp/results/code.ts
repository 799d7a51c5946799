import { type FullMessage, people, serviceFields } from './mail-record.ts';
import type { ResultRecord } from './result-record.ts';
import { oneLine, UntrustedContent } from './untrusted.ts';
import { warningTexts } from './warnings.ts';

/** What codes consist of. A text of these few signs says nothing to a model, so it may be outside of a block. */
const CODE = /^[A-Za-z0-9-]{4,20}$/;

/** The one-time codes of a message that may be fields of a result. Its text has those of other signs. */
export function plainCodes({ codes = [] }: Pick<FullMessage, 'codes'>): string[] {
  return codes.map(({ value }) => value).filter((value) => CODE.test(value));
}

/** The link of a message by which its reader confirms something. All such links have one target. */
export function confirmingLink({ links = [] }: FullMessage): NonNullable<FullMessage['links']>[number] | undefined {
  return links.find(({ confirms }) => confirms === true);
}

/**
 * What a result says about a message with a code or a confirming link: the code as a field, for programs, and in a
 * block who sent the message, its subject, its codes and the target of the link.
 */
export function codeFields(message: FullMessage): ResultRecord {
  const { from, subject, codes = [] } = message;
  const link = confirmingLink(message);
  const lines = [
    ...people('From', from),
    ...(subject === '' ? [] : [`Subject: ${oneLine(subject)}`]),
    ...codes.map(({ value }) => `Code: ${oneLine(value)}`),
    ...(link === undefined ? [] : linkLines(link)),
  ];
  return {
    code: plainCodes(message)[0],
    message: {
      ...serviceFields(message),
      warnings: warningTexts([message]),
      link_warnings: link?.warnings,
      content: new UntrustedContent(lines.join('\n')),
    },
  };
}

function linkLines({ text, url }: NonNullable<FullMessage['links']>[number]): string[] {
  const [label, target] = [oneLine(text), oneLine(url)];
  return [...(label === '' || label === target ? [] : [`Link: ${label}`]), `Link to: ${target}`];
}
