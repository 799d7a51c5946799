import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { prefersHtml } from '#shared/domain/prefers-html.ts';
import { LocalFile, type LocalPages, LocalRedirect, LocalRefusal } from '../gateway/local-routes.ts';
import { consoleBundle } from './console-bundle.ts';
import type { OrganizationKeys } from './organization-keys.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'clients', 'console', 'index.html');

/**
 * What the console may load and do: its own script and style, requests to its own origin and the event stream. Frames
 * show the dashboard, and emails, which have no address, and a policy of their own in addition.
 */
function policyOf(url: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ${url.replace('http', 'ws')}`,
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types mail-document',
  ].join('; ');
}

const sessionSchema = z.object({ organization: z.string() });

/** The console at the front door, and what it needs of this machine to log in. */
export function consolePages(url: string, keys: OrganizationKeys): LocalPages {
  return {
    home: ({ accept, host }) => {
      if (!prefersHtml(accept)) return undefined;
      // The event stream has one address. To a page of another name of this machine it would be another origin.
      if (host !== new URL(url).host) return new LocalRedirect(`${url}/`);
      const html = readFileSync(PAGE, 'utf8').replace('<html lang="en">', '<html lang="en" data-profile="local">');
      return new LocalFile('text/html; charset=utf-8', html, policyOf(url));
    },
    routes: {
      '/console/app.js': async () => new LocalFile('text/javascript; charset=utf-8', (await consoleBundle()).script),
      '/console/style.css': async () => new LocalFile('text/css; charset=utf-8', (await consoleBundle()).style),
      '/_local/organizations': async () => ({ organizations: await keys.list() }),
    },
    actions: {
      '/_local/sessions': async (body) => {
        const asked = sessionSchema.safeParse(body);
        if (!asked.success) throw new LocalRefusal('organization: the slug of an organization');
        const { organization } = asked.data;
        const key = await keys.keyFor(organization);
        if (key === undefined) throw new LocalRefusal(`There is no organization ${JSON.stringify(organization)}.`);
        return { key };
      },
    },
  };
}
