import * as routes from '../../routes/domains.ts';
import { exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

export const DOMAINS = notesOf(routes, {
  createDomain: {
    title: 'Create a domain',
    sdk: 'domains.create',
    body: { domain: 'example.com' },
  },
  listDomains: {
    title: 'List domains',
    sdk: 'domains.list',
  },
  getDomain: {
    title: 'Get a domain',
    sdk: 'domains.get',
  },
  verifyDomain: {
    title: 'Verify a domain',
    sdk: 'domains.verify',
  },
  deleteDomain: {
    title: 'Delete a domain',
    sdk: 'domains.delete',
  },
  createMailbox: {
    title: 'Create a mailbox',
    sdk: 'mail.mailboxes.create',
    body: { local_part: 'orders', domain_id: exampleId('domain') },
  },
  listMailboxes: {
    title: 'List mailboxes',
    sdk: 'mail.mailboxes.list',
  },
  deleteMailbox: {
    title: 'Delete a mailbox',
    sdk: 'mail.mailboxes.delete',
  },
});
