import { expect, test } from 'vitest';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { agentCard } from '#shared/services/tasks/agent-card.ts';

const INVISIBLE = '\u200b\u2060';

test('A card has a name and a description where a person sees nothing in those of the agent and its skills', () => {
  const identity = { id: 'agt_1', handle: 'ada', displayName: INVISIBLE, description: INVISIBLE } as Identity;
  const skills = [{ id: 'lunch', name: INVISIBLE, description: INVISIBLE, tags: [], examples: [] }];
  const settings = { description: INVISIBLE, skills, version: 1 } as unknown as Parameters<typeof agentCard>[1];
  const card = agentCard(identity, settings, 'Acme', 'https://aid.example');
  expect(card).toMatchObject({ name: 'ada', description: 'The agent ada.' });
  expect(card.skills).toEqual([{ id: 'lunch', name: 'lunch', description: 'lunch', tags: ['lunch'], examples: [] }]);
});
