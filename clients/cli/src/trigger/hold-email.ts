import type { Actor, Actors } from './actors.ts';

/** Holds an email of an agent, denies it, and leaves the approval settings of the agent as they were. */
export async function holdEmail(organization: Actors['organization'], { id, aid }: Actor, to: string): Promise<string> {
  const { settings } = organization.approvals;
  const { identity_id: _, updated_at: _at, ...before } = await settings.get({ identity_id: id });
  await settings.update({ ...before, mail: 'always', identity_id: id });
  try {
    const text = `I ordered a lamp last week (${Date.now()}).`;
    const sent = await aid.mail.send({ to, subject: 'Where is my order?', text });
    const approval = sent.approval_id ?? '';
    await organization.approvals.deny(approval, { reason: 'It was only an example.' });
    return approval;
  } finally {
    await settings.update({ ...before, identity_id: id });
  }
}
