import type { Event } from '../../../typescript/src/index.ts';

/** What an event is about, in one line. */
export function summaryOf({ payload }: Event): string {
  const fields = payload as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const handleOf = (value: unknown) => text((value as { handle?: unknown } | undefined)?.handle);
  const detail = fields.detail as { recipient?: unknown } | undefined;
  const parts = [
    text(fields.from),
    text(fields.subject),
    text(detail?.recipient),
    handleOf(fields.caller),
    handleOf(fields.worker),
    text(fields.message),
    text(fields.state),
    text(fields.change),
    text(fields.handle),
    text(fields.fromHandle),
    text(fields.toHandle),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
