import { corpusMails, withSmtpLines } from '../mail-corpus.ts';
import { headerFields, headerSection } from './header.ts';
import { Maker } from './maker.ts';
import { mutate } from './mutate.ts';
import { anyPart } from './parts.ts';
import { Random } from './random.ts';

/** A generated mail. `seed` and `index` reproduce it. */
export interface HostileMail {
  readonly seed: number;
  readonly index: number;
  readonly raw: Buffer;
  /** The envelope sender; empty for a bounce. */
  readonly sender: string;
  /** The tricks that the mail is made of, to explain a failure. */
  readonly tricks: readonly string[];
}

/** The largest mail that SMTP accepts, less the trace fields that a receiving server adds. */
const MAX_BYTES = 39.9 * 1024 * 1024;

/**
 * Byte budgets for the oversized parts of an email. Most emails are small, so that ten thousand of them take minutes.
 */
const BUDGETS = [
  [40, 300],
  [38, 4 * 1024],
  [18, 64 * 1024],
  [3.6, 512 * 1024],
  [0.3, 4 * 1024 * 1024],
  [0.1, MAX_BYTES],
] as const;

const HOSTILITY_LEVELS = [
  [3, 0.1],
  [4, 0.35],
  [2, 0.7],
] as const;

/** Makes one email: a structure from the grammar, an email of the corpus with mutations, or both. */
export function hostileMail(seed: number, index: number): HostileMail {
  const scale = new Random(seed, -1 - index);
  const maker = new Maker({
    seed,
    index,
    budget: scale.weighted(BUDGETS),
    hostility: scale.weighted(HOSTILITY_LEVELS),
  });
  const text = maker.random.weighted([
    [7, () => structured(maker)],
    [2, () => mutate(maker, corpusMail(maker), corpusMail(maker))],
    [1, () => mutate(maker, structured(maker), corpusMail(maker))],
  ])();
  return {
    seed,
    index,
    raw: Buffer.from(text.slice(0, MAX_BYTES), 'latin1'),
    sender: senderOf(maker),
    tricks: maker.tricks,
  };
}

function structured(maker: Maker): string {
  const fields = headerFields(maker);
  const { fields: content, body } = anyPart(maker);
  return headerSection(maker, [...fields, ...content]) + body;
}

let corpus: readonly string[] | undefined;

function corpusMail({ random }: Maker): string {
  corpus ??= corpusMails()
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ raw }) => withSmtpLines(raw).toString('latin1'));
  return random.pick(corpus);
}

/** Envelope senders. The local SMTP server rejects the last one. */
function senderOf({ random }: Maker): string {
  return random.weighted([
    [8, 'sender@sender.example'],
    [2, ''],
    [1, `${'l'.repeat(64)}@${'d'.repeat(60)}.example`],
    [1, 'a+b=c/d!#$%&*{}|~^`?@sender.example'],
    [1, 'x@xn--bcher-kva.example'],
    [1, '__proto__@constructor.example'],
    [0.1, '"quoted local"@sender.example'],
  ]);
}
