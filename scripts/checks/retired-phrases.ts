/**
 * Words that this project does not use, and what to write instead. `npm run check` looks for them in code, comments and
 * pages.
 *
 * See: docs/writing.md
 */
export interface RetiredPhrase {
  readonly pattern: RegExp;
  readonly instead: string;
}

const ACTOR = 'name the actor: the caller, the owner, another organization, no one';

export const RETIRED_PHRASES: readonly RetiredPhrase[] = [
  { pattern: /\bnode (?:bench|scripts)\/[\w/-]+\.ts\b/, instead: 'npm run …, which has the right Node' },
  { pattern: /\bwho(?:m|so)?ever\b/i, instead: ACTOR },
  { pattern: /\bwhose\b/i, instead: 'name what is owned: "the owner of …", "an endpoint with …"' },
  { pattern: /\b(?:some|any|no)body(?:['’]s)?\b(?!@)/i, instead: ACTOR },
  { pattern: /\b(?:is|are|was|were) told\b/i, instead: 'is notified, or: the function returns …' },
  { pattern: /\bbeside\b/i, instead: 'alongside, next to, or in addition to' },
  { pattern: /\bcomes to\b/i, instead: 'produces, reaches, or returns' },
  { pattern: /\bgo(?:es|ing)? on\b/i, instead: 'continues' },
  { pattern: /\bby itself\b/i, instead: 'automatically, or on its own' },
  { pattern: /\bso many\b/i, instead: 'that many, or a limited number' },
  { pattern: /\bto the letter\b/i, instead: 'byte-identical, or exactly' },
  { pattern: /\btakes in\b/i, instead: 'ingests, or accepts' },
  { pattern: /\bhand(?:s|ed|ing)? in\b/i, instead: 'submit' },
  {
    pattern: /\bonce an? (?:message|mail|event|request|delivery|second|minute|hour|day|process|key)\b/i,
    instead: 'once per …',
  },
  { pattern: /\bstands\b(?! (?:in )?for\b)/i, instead: 'is set, is stored, or exists' },
  { pattern: /\blies\b/i, instead: 'is stored, or is' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\b(?:time-outs?|look-ups?|hand-overs?)\b/i, instead: 'timeout, lookup, dispatch' },
  { pattern: /\ban answer\b/i, instead: 'a response, a reply, or a result' },
  { pattern: /^\s*(?:\/\*\*|\*|\/\/) Answers\b/, instead: 'Returns (a function), Responds with (HTTP)' },
  {
    pattern: /\b(?:errand|parcel|briefing|fleet|desk)\b/i,
    instead: 'the standard term: request, delivery, cache, harness',
  },
  { pattern: /\bMOST_[A-Z]|\b(?!M(?:ALLOC)?_ARENA)[A-Z][A-Z_]*_(?:MAX|MIN)\b/, instead: 'MAX_… or MIN_…' },
  { pattern: /\b(?:an?|the|these|such|those|many|other|\d|[a-z]+ed) mails\b/i, instead: 'emails, or messages' },
  { pattern: /\b(?:an alarm is set|sets? an alarm)\b/i, instead: 'the alarm fires' },
  { pattern: /\btak(?:e|es|en|ing) (?:it|a release|the release|an update|the update) back\b/i, instead: 'roll back' },
  { pattern: /\bin a second that\b/, instead: 'per second' },
  { pattern: /\bwas good for\b/i, instead: 'was valid for' },
  { pattern: /^\s*(?:\/\*\*|\*|\/\/) The same for\b/, instead: 'say what it does' },
  { pattern: /\bpatience\b|PATIENCE/i, instead: 'timeout' },
  { pattern: /(?:^|[*/]) Rule:/, instead: 'See:' },
  { pattern: /\b(?:shapes|specification|architecture), [A-Z]/, instead: 'a page of docs/contract or docs/, by path' },
];
