import type { AreaRows } from './row-description.ts';

/** Contacts, correspondents, and the rules about them. */
export const CONTACT_ROWS: AreaRows<
  'correspondent' | 'mention' | 'contact' | 'contactAddress' | 'contactRule' | 'contactRuleTarget'
> = {
  correspondent: [
    {
      row: 'domains that are known to an organization: that it has chosen or written to, of verified senders, of others',
      pk: '<org>',
      sk: '`DOMAINS#`, standing, number',
      files: ['contact/correspondent.ts', 'shared/data/direct-writes/correspondents.ts'],
      personal: 'domains of email addresses',
    },
    {
      row: 'digests of addresses that mail came from or was sent to',
      pk: '<org>',
      sk: '`ADDRESSES#`, two digits of a digest',
      files: ['contact/correspondent.ts', 'shared/data/direct-writes/correspondents.ts'],
    },
    {
      row: 'address that an organization has written to or had verified mail from',
      pk: '<org>',
      sk: '`KNOWN#`, sha256 of the address',
      files: ['contact/known-address.ts', 'shared/data/direct-writes/known-addresses.ts'],
    },
  ],
  mention: [
    {
      row: 'who has mentioned the addresses and hosts of one owner to an agent, and who vouches for them, by digests',
      pk: '<identity>',
      sk: '`GROUP#`, digest of the domain, or of the name',
      files: ['contact/mention.ts', 'shared/data/direct-writes/mentions.ts'],
    },
    {
      row: 'digests of what an email mentions, if that is very much',
      pk: '<identity>',
      sk: '`LIST#`, message id',
      files: ['contact/mention-list.ts'],
    },
  ],
  contact: [
    {
      row: 'contact',
      pk: '<org>',
      sk: 'contact id',
      files: ['contact/contact.ts'],
      personal: 'name, email addresses, company, notes',
    },
  ],
  contactAddress: [
    {
      row: 'contact of an email address',
      pk: '<org>',
      sk: 'sha256 of the address, contact id',
      files: ['contact/contact-address.ts'],
    },
  ],
  contactRule: [
    {
      row: 'contact rule as listed',
      pk: '<org>',
      sk: 'rule id',
      files: ['contact/contact-rule.ts'],
      personal: 'email address or domain, note',
    },
  ],
  contactRuleTarget: [
    {
      row: 'rules for an address or a domain',
      pk: '<org>',
      sk: 'agent id or `organization`, match type, sha256 of the target',
      files: ['contact/contact-rule-target.ts'],
    },
    {
      row: 'rules about warnings',
      pk: '<org>',
      sk: '`WARNINGS#`, agent id or `organization`',
      files: ['contact/contact-rule-target.ts'],
    },
    {
      row: 'filter mode',
      pk: '<org>',
      sk: '`SETTINGS#`, agent id or `organization`',
      files: ['contact/contact-rule-target.ts'],
    },
  ],
};
