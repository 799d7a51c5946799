import { HTML_TRICKS, html } from './html.ts';
import type { Maker } from './maker.ts';
import { multipart } from './multipart.ts';
import { charset, FILE_NAME_TRICKS, fileName, PARAMETER_TRICKS } from './parameters.ts';
import type { Part } from './part.ts';
import { TEXT_TRICKS, text } from './text.ts';
import { transfer } from './transfer-encoding.ts';

/** Nesting depth of emails and multiparts that are generated piece by piece. Deeper ones are made by repetition. */
const MAX_DEPTH = 5;

/** A part of any kind. */
export function anyPart(maker: Maker, depth = 0): Part {
  const nested = depth < MAX_DEPTH ? 1 : 0;
  return maker.random.weighted([
    [4, () => textPart(maker)],
    [4, () => htmlPart(maker)],
    [3, () => filePart(maker)],
    [1, () => oddPart(maker)],
    [4 * nested, () => multipart(maker, depth, (deeper) => anyPart(maker, deeper))],
    [nested, () => attachedMail(maker, depth)],
  ])();
}

function textPart(maker: Maker): Part {
  const { fields, body } = transfer(
    maker,
    maker.either(() => text(maker), 'text', TEXT_TRICKS),
  );
  const type = `text/plain; charset=${charset(maker)}${parameters(maker)}`;
  return { fields: maker.random.chance(0.8) ? [`Content-Type: ${type}`, ...fields] : fields, body };
}

function htmlPart(maker: Maker): Part {
  const { fields, body } = transfer(
    maker,
    maker.either(() => html(maker), 'html', HTML_TRICKS),
  );
  return { fields: [`Content-Type: text/html; charset=${charset(maker)}${parameters(maker)}`, ...fields], body };
}

const FILE_TYPES = ['application/pdf', 'image/png', 'text/calendar; method=REQUEST', 'text/csv', 'application/zip'];
const ODD_TYPES = [
  'application',
  '/',
  'text/',
  '/html',
  'text/html/x',
  '*/*',
  '__proto__/x',
  'multipart',
  'TEXT/HTML ',
];

function filePart(maker: Maker): Part {
  const { random } = maker;
  const { fields, body } = transfer(maker, maker.isHostile() ? maker.run('x') : random.bytes(random.int(1, 400)));
  const name = maker.either(() => `filename="${fileName(maker)}"`, 'file name', FILE_NAME_TRICKS);
  const disposition = maker.isHostile()
    ? random.pick(['inline', 'ATTACHMENT', '', 'form-data', '"attachment"'])
    : 'attachment';
  const type = random.pick(maker.isHostile() ? ODD_TYPES : FILE_TYPES);
  const named = random.chance(0.3) ? `; ${name.replaceAll('filename', 'name')}` : '';
  const id = random.chance(0.3) ? [`Content-ID: ${random.pick(['<img@x>', '<>', 'img', '<a><b>', '<\0>'])}`] : [];
  return {
    fields: [
      `Content-Type: ${type}${named}${parameters(maker)}`,
      `Content-Disposition: ${disposition}; ${name}`,
      ...id,
      ...fields,
    ],
    body,
  };
}

/** Content types that parsers treat specially. */
function oddPart(maker: Maker): Part {
  const { random } = maker;
  const type = random.pick([
    'message/delivery-status',
    'message/partial; id=x; number=1; total=99999',
    'message/external-body; access-type=URL; URL="file:///etc/passwd"',
    'message/global',
    'text/rfc822-headers',
    'application/ms-tnef; name=winmail.dat',
    'application/pkcs7-mime',
    'multipart/x-mixed-replace',
    'text/enriched',
    '',
  ]);
  const { fields, body } = transfer(
    maker,
    maker.either(() => text(maker), 'text', TEXT_TRICKS),
  );
  return { fields: [`Content-Type: ${type}${parameters(maker)}`, ...fields], body };
}

/** An email within an email, or a chain of them. */
function attachedMail(maker: Maker, depth: number): Part {
  const link = 'Content-Type: message/rfc822\r\n\r\nFrom: inner@x.example\r\n';
  const chain = maker.isHostile() ? maker.run(link) : '';
  const inner = anyPart(maker, depth + 1);
  return {
    fields: ['Content-Type: message/rfc822', ...(maker.isHostile() ? ['Content-Transfer-Encoding: base64'] : [])],
    body: `From: inner@x.example\r\n${chain}Subject: inner\r\n${inner.fields.join('\r\n')}\r\n\r\n${inner.body}`,
  };
}

function parameters(maker: Maker): string {
  return maker.isHostile() ? maker.trick('parameters', PARAMETER_TRICKS) : '';
}
