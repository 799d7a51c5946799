import { BACKUP_RETENTION_DAYS } from '#lib/backup-retention.ts';
import { FUNCTIONS } from '#lib/functions.ts';
import { MAX_WAIT_TIMEOUT_MS } from '#shared/domain/limits/limits.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { markdownTable } from '../markdown-table.ts';
import { ITEM_NAMES, idleLines, totalOf } from './bill.ts';
import type { IdleStage } from './idle-stage.ts';
import { LIST_PRICES, PRICES, priceOf, times, type Unit, type Usage } from './prices.ts';
import {
  INDEXED_MAIL,
  type Item,
  MONTH_SECONDS,
  PER_ITEM,
  PING_SECONDS,
  pollsIn,
  run,
  SIZES,
  streaming,
  usageOf,
  waiting,
} from './usage.ts';

/** A price for a page: no more digits than the estimate supports. */
function dollars(amount: number): string {
  if (amount === 0) return '0.00';
  if (amount < 0.01) return 'less than 0.01';
  return amount < 20 ? amount.toFixed(2) : Math.round(amount).toLocaleString('en');
}

/** The list prices. */
function listPrices(): string {
  const rows = Object.values(PRICES).map(({ dollars: price, per, of }) => [
    `${per === 1 ? '' : `${per.toLocaleString('en')} `}${of}`,
    `${price} $`,
  ]);
  return markdownTable(['what AWS charges for', 'price'], rows);
}

/** The bill of an idle stage. */
export function idleTable(stage: IdleStage): string {
  const lines = idleLines(stage, LIST_PRICES);
  const rows = lines.map(({ what, dollars: price }) => [what, price.toFixed(2)]);
  return markdownTable(['', 'dollars a month'], [...rows, ['**together**', `**${totalOf(lines).toFixed(2)}**`]]);
}

/** What is used all month has its price for one, and the rest for a million. */
const ALL_MONTH: readonly Item[] = ['followers', 'streams', 'tunnels', 'functions', 'tenants'];

/** What a million of each thing costs, or one of what is connected all month. */
export function useTable(): string {
  const items = Object.keys(PER_ITEM) as Item[];
  const row = (item: Item, count: number) => {
    const usage = usageOf(item, count, SIZES);
    const most = largestPartOf(usage);
    return [
      `${count === 1 ? 'one of the' : 'a million'} ${ITEM_NAMES[item]}${sizeOf(item)}`,
      dollars(priceOf(usage)),
      `${PRICES[most].of.split(',')[0]}: ${dollars(LIST_PRICES[most] * (usage[most] ?? 0))}`,
    ];
  };
  const rows = items.map((item) => row(item, ALL_MONTH.includes(item) ? 1 : 1e6));
  return markdownTable(['', 'dollars', 'the largest part'], rows);
}

function largestPartOf(usage: Usage): Unit {
  const units = Object.keys(usage) as Unit[];
  const share = (unit: Unit) => LIST_PRICES[unit] * (usage[unit] ?? 0);
  return units.reduce((largest, unit) => (share(unit) > share(largest) ? unit : largest));
}

function sizeOf(item: Item): string {
  const sizes: Partial<Record<Item, number>> = {
    mailsIn: SIZES.mailKb,
    mailsOut: SIZES.mailKb,
    attachments: SIZES.attachmentKb,
    uploads: SIZES.uploadKb,
    tunnelRequests: SIZES.responseKb,
  };
  return sizes[item] === undefined ? '' : `, of ${sizes[item]} KB`;
}

const FOLLOWERS = [
  { name: 'quiet: 10 events a day', events: 300 },
  { name: 'busy: 10 events a minute', events: 432_000 },
] as const;

function withUnit(usage: Usage): string {
  return `${dollars(priceOf(usage))} $`;
}

/** What one follower of the log costs in a month, by the way that it learns of events. */
function followerTable(): string {
  const rows = FOLLOWERS.map(({ name, events }) => [
    name,
    withUnit(waiting(events)),
    withUnit(streaming(events)),
    withUnit(times(PER_ITEM.deliveries, events)),
  ]);
  const ways = ['[wait](contract/events.md#wait), always waiting', '[event stream](contract/event-streams.md)'];
  return markdownTable(['follower', ...ways, '[webhook](contract/webhooks.md)'], rows);
}

/** What the search index of a million emails costs, by what it uses. */
export function searchTable(): string {
  const usage = times(INDEXED_MAIL, 1e6);
  const rows = (Object.keys(usage) as Unit[]).map((unit) => [
    PRICES[unit].of,
    dollars(LIST_PRICES[unit] * (usage[unit] ?? 0)),
  ]);
  return markdownTable(
    ['a million emails in the search index', 'dollars'],
    [...rows, ['**together**', `**${dollars(priceOf(usage))}**`]],
  );
}

/** The page of prices. */
export function pricesPage(): string {
  const longest = MAX_WAIT_TIMEOUT_MS / SECOND;
  return `# Prices

The list prices that every estimate of these pages is computed from, \`scripts/cost/prices.ts\`: those of us-east-1,
without what is free. Prices change and differ by region. \`npm run cost -- --prices file.json\` replaces any of them;
the names are those of that file. Check them against the pricing pages of AWS before you rely on a result.

${listPrices()}

## Following the log

What one follower costs the operator in a month of 30 days, with an org key, for the ways to learn of events. Not
contained: the event itself and the relay's one query, which are the same for all.

${followerTable()}

- **A wait** costs its function's time: ${FUNCTIONS['http-wait'].memoryMb} MB, ${withUnit(run('http-wait', MONTH_SECONDS))} a month, for as long as a caller waits. One of ${longest} s polls
  ${pollsIn(longest)} times, half a read unit each.
- **A stream** costs its minutes, a ping every ${PING_SECONDS} seconds, and for each event a message, a job and
  ${PER_ITEM.streamEvents.writeUnits} write units. After an event the SDKs ping sooner, in case the next one was lost: after 2 s, 4 s, 8 s and so on. An
  event that the stream does not send costs it nothing until the next one: then the log between is read once.
- **A webhook** costs nothing while there is no event, and needs a public HTTPS address.
- An organization without streams pays for none: the relay reads them with the endpoints, by the query that it makes
  anyway.

## Tunnels

A client that is connected all month costs ${withUnit(PER_ITEM.tunnels)}: its minutes, a ping every ${PING_SECONDS} seconds and a new connection every two
hours, which is assumed to cost what one of a stream does. A thousand requests with responses of ${SIZES.responseKb} KB cost
${withUnit(usageOf('tunnelRequests', 1000, SIZES))}.
`;
}

/** What is kept costs again in every month. */
export function storagePrices(): string {
  const gb = (usage: Usage) => priceOf(usage).toFixed(3);
  const { ownVault, copyVault } = BACKUP_RETENTION_DAYS;
  return markdownTable(
    ['kept, in every further month', 'dollars'],
    [
      ['a GB of events, messages and other rows, backups included', gb({ tableGb: 1, tableBackupGb: 1 })],
      [
        'the same GB in the daily backups of `AID_BACKUP_VAULT`',
        gb({ vaultGb: ownVault + copyVault, vaultCopyGb: 30 }),
      ],
      ['a GB of mail files and large content', gb({ fileGb: 1 })],
      ['a signing key in KMS; two of them while one replaces the other', gb({ keys: 1 })],
      ['a thousand tenants of SES, one for each organization that has sent email', gb({ tenants: 1000 })],
    ],
  );
}
