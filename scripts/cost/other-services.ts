/**
 * What other services charge, as their public pages say, for docs/comparison.md. A figure stands for what its source
 * states, or is computed from that; where no source was found, there is no figure.
 */

/** A month by which the services are compared. Half of the emails are received, half are sent. */
export interface Month {
  readonly agents: number;
  readonly emails: number;
}

export const MONTHS: readonly Month[] = [
  { agents: 10, emails: 10_000 },
  { agents: 500, emails: 500_000 },
  { agents: 10_000, emails: 10_000_000 },
];

/** A public page: the day or the version of its text, and the day on which it was read for the comparison. */
interface Source {
  readonly url: string;
  readonly state: string;
  readonly read: string;
}

/** A price in US dollars a month, with what it is for, or why there is none. */
export type Cell = { readonly dollars: number; readonly of: string } | { readonly none: string };

export interface OtherService {
  readonly name: string;
  /** The cells of a month: several, where plans differ. */
  readonly cells: (month: Month) => readonly Cell[];
  readonly sources: readonly [Source, ...Source[]];
}

/** All sources were read on this day. */
const READ = '2026-11-28';

const source = (url: string, state: string): Source => ({ url, state, read: READ });

const none = (reason: string) => (): readonly Cell[] => [{ none: reason }];

const AGENTMAIL = {
  plans: [
    { name: 'Developer', dollars: 20, agents: 10, emails: 10_000 },
    { name: 'Startup', dollars: 200, agents: 150, emails: 150_000 },
  ],
  addOn: { perAgent: 2, perThousandEmails: 2 },
} as const;

/** The page does not say whether received emails count too: here they do. Nor does it bound the add-ons. */
function agentMail({ agents, emails }: Month): readonly Cell[] {
  const plan = AGENTMAIL.plans.find((each) => each.agents >= agents && each.emails >= emails);
  if (plan !== undefined) return [{ dollars: plan.dollars, of: plan.name }];
  const { dollars, name, agents: inboxes, emails: included } = AGENTMAIL.plans[1];
  const more = (agents - inboxes) * AGENTMAIL.addOn.perAgent;
  const moreEmails = ((emails - included) / 1000) * AGENTMAIL.addOn.perThousandEmails;
  return [
    { dollars: dollars + more + moreEmails, of: `${name} with add-ons` },
    { none: 'Enterprise, with bulk discounts: not published' },
  ];
}

const SVIX = { professional: 490, included: 50_000, perMessage: 0.0001 } as const;

/** One message for each email. */
function svix({ emails }: Month): readonly Cell[] {
  const messages = Math.max(0, emails - SVIX.included) * SVIX.perMessage;
  return [
    { dollars: messages, of: 'Free' },
    { dollars: SVIX.professional + messages, of: 'Professional' },
  ];
}

const CLOUDFLARE = { workersPaid: 5, sentIncluded: 3000, perThousandSent: 0.35 } as const;

function sentByCloudflare({ emails }: Month): readonly Cell[] {
  const charged = Math.max(0, emails / 2 - CLOUDFLARE.sentIncluded) / 1000;
  const dollars = CLOUDFLARE.workersPaid + charged * CLOUDFLARE.perThousandSent;
  return [{ dollars, of: 'plan and sent emails of Cloudflare alone' }];
}

/** The README of openagent.email names a server of this price, and no load that it carries. */
const OPENAGENTEMAIL_SERVER = { dollars: 5, agents: 10 } as const;

function openagentemail({ agents }: Month): readonly Cell[] {
  const { dollars, agents: most } = OPENAGENTEMAIL_SERVER;
  return agents > most ? [{ none: 'a larger server: not published' }] : [{ dollars, of: 'a small server' }];
}

/** In the order of the page. */
export const OTHER_SERVICES: readonly OtherService[] = [
  {
    name: 'e2a',
    cells: none('hosted: not found; self-hosted: not published'),
    sources: [
      source('https://github.com/tokencanopy/e2a', 'commit 08926029: "a free tier plus paid plans", without figures'),
      source('https://glama.ai/mcp/servers/tokencanopy/e2a/tree', 'a later README, without a date'),
    ],
  },
  {
    name: 'AgentMail',
    cells: agentMail,
    sources: [
      source('https://www.agentmail.to/pricing', '2026-09-20, as transcribed by the next source'),
      source('https://github.com/api-evangelist/agentmail', '`plans/agentmail-plans-pricing.yml`, commit 41e9d28c'),
      source('https://docs.agentmail.to/knowledge-base/rate-limits', 'without a date'),
      source('https://docs.agentmail.to/llms.txt', 'without a date'),
      source('https://docs.agentmail.to/imap-smtp', 'without a date'),
      source('https://skills.sh/gooseworks-ai/goose-skills/agentmail', 'a directory of others: semantic search'),
    ],
  },
  {
    name: 'Inkbox',
    cells: none('not found'),
    sources: [
      source('https://github.com/inkbox-ai/inkbox', 'commit 02c68c0b'),
      source('https://inkbox.ai/docs/api/identities/manage', 'without a date; the page of prices could not be read'),
    ],
  },
  {
    name: 'Nylas Agent Accounts',
    cells: none('Free, Essentials, Pro, Enterprise: figures not found'),
    sources: [
      source('https://developer.nylas.com/docs/changelogs/2026-09-01-nylas-connect/', '2026-09-01: the plans'),
      source('https://developer.nylas.com/docs/changelogs/2026-06-17-agent-accounts-ga/', '2026-06-17'),
      source('https://developer.nylas.com/docs/v3/agent-accounts/', 'without a date'),
      source('https://developer.nylas.com/docs/v3/agent-accounts/send-limits/', 'its table could not be read'),
    ],
  },
  {
    name: 'openagentemail',
    cells: openagentemail,
    sources: [
      source('https://github.com/openagentemail/openagentemail', 'README of commit c3efe6a7, changelog to 2026-09-13'),
    ],
  },
  {
    name: 'cf-agent-mail',
    cells: sentByCloudflare,
    sources: [
      source('https://glama.ai/mcp/servers/evcatalyst/cf-agent-mail/tree', 'the beginning of its README'),
      source('https://github.com/idinging/freemail/issues/53', 'quotes the price of sent emails of Cloudflare'),
      source('https://mdview.io/s/b70f170b', 'quotes the same price, with that of the plan'),
    ],
  },
  {
    name: 'PlaraMail',
    cells: none('not found'),
    sources: [source('https://github.com/johnnywon/plaramail/releases/tag/v0.9.7', 'release 0.9.7')],
  },
  {
    name: 'Svix (webhooks alone)',
    cells: svix,
    sources: [
      source('https://www.svix.com/pricing/', '2026-09-20, as transcribed by the next source'),
      source('https://github.com/api-evangelist/svix', '`plans/svix-plans-pricing.yml`, commit 31c0f968'),
      source('https://github.com/svix/svix-webhooks', 'without a date'),
      source('https://docs.svix.com/app-portal', '2026-08-13, as described by api-evangelist/svix'),
    ],
  },
];
