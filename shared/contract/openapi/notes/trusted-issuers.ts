import * as routes from '../../routes/trusted-issuers.ts';
import { exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

export const TRUSTED_ISSUERS = notesOf(routes, {
  createTrustedIssuer: {
    title: 'Create a trusted issuer',
    sdk: 'trustedIssuers.create',
    body: {
      issuer: 'https://token.actions.githubusercontent.com',
      rules: [
        {
          identity_id: exampleId('agent'),
          claims: { sub: 'repo:acme/app:environment:production' },
          scopes: ['mail.read', 'mail.send'],
        },
      ],
    },
  },
  listTrustedIssuers: {
    title: 'List trusted issuers',
    sdk: 'trustedIssuers.list',
  },
  deleteTrustedIssuer: {
    title: 'Delete a trusted issuer',
    sdk: 'trustedIssuers.delete',
  },
  exchangeToken: {
    title: 'Exchange a token',
    sdk: 'auth.token',
    secret: 'access_token',
    body: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJyZXBvOmFjbWUvYXBwIn0.c2lnbmF0dXJl',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    },
  },
});
