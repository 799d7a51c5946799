import * as routes from '../../routes/second-factor.ts';
import { notesOf } from '../notes.ts';

const CODE = '042137';

export const SECOND_FACTOR = notesOf(routes, {
  createTotp: { title: 'Create TOTP', sdk: 'secondFactor.create', secret: 'secret' },
  verifyTotp: { title: 'Verify TOTP', sdk: 'secondFactor.verify', body: { code: CODE } },
  deleteTotp: {
    title: 'Delete TOTP',
    sdk: { without: 'It is for a person, and some HTTP clients send no body with DELETE.' },
    body: { code: CODE },
  },
  getMemberSettings: { title: 'Get member settings', sdk: 'members.settings.get' },
  setMemberSettings: {
    title: 'Set member settings',
    sdk: 'members.settings.update',
    body: { require_second_factor: true },
  },
});
