import type { InProcessApi } from './in-process-api.ts';

/**
 * An organization with two agents and helpers for its contacts. The helpers use the org key unless a test gives
 * another.
 */
export async function newOffice(api: InProcessApi) {
  const { id: organizationId, key } = await api.organization();
  const [ada, eve] = await Promise.all([api.agent(key), api.agent(key)]);
  return {
    organizationId,
    key,
    ada,
    eve,
    create: (body: Record<string, unknown>, who = key) => api.call('createContact', { key: who, body }),
    read: (id: string, who = key) => api.call('getContact', { key: who, params: { id } }),
    update: (id: string, body: Record<string, unknown>, who = key) =>
      api.call('updateContact', { key: who, params: { id }, body }),
    remove: (id: string, who = key) => api.call('deleteContact', { key: who, params: { id } }),
    list: async (query: Record<string, string> = {}, who = key) =>
      (await api.call('listContacts', { key: who, query })).body.contacts,
  };
}

export const namesOf = (contacts: { display_name: string }[]) => contacts.map((one) => one.display_name);
