import { aidOfSession, session } from '../shell/session.ts';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { ActivityPart } from './activity-part.tsx';

/** The organization's usage and limits. */
export function UsagePart() {
  const actor = session.value?.actor;
  const { data, error } = useLoad((signal) => aidOfSession().usage({ signal }), []);
  return (
    <>
      <FactList
        facts={{
          ID: <CopyableCode text={actor?.org_id ?? ''} />,
          'Short name': <code>{actor?.org_slug}</code>,
        }}
      />
      {data === undefined && error === undefined && <Loading what="the usage" />}
      <ErrorText error={error} />
      {data !== undefined && (
        <>
          <Meter title="Emails today" value={data.email_sent_today} limit={data.email_daily_limit} />
          <Meter title="Agents" value={data.agent_count} limit={data.agent_limit} />
          <Meter title="Stored" value={data.stored_bytes} limit={data.stored_bytes_limit} show={sizeOf} />
          <p class="quiet">
            The email count resets <Time at={data.email_resets_at} />.{' '}
            {data.owner_verified ? 'The owner is verified.' : 'The owner is not verified, so lower limits apply.'}
          </p>
        </>
      )}
      <ActivityPart />
      <Snippets call={{ name: 'usage', verb: 'GET', path: '/v1/usage' }} />
    </>
  );
}

const KILO = 1000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the unit that makes it short: `14.6 kB`. */
function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(KILO)));
  const format = { style: 'unit', unit: UNITS[power] ?? 'byte', maximumSignificantDigits: 3 } as const;
  return (bytes / KILO ** power).toLocaleString(undefined, format);
}

interface MeterProps {
  readonly title: string;
  readonly value: number;
  readonly limit: number;
  readonly show?: (value: number) => string;
}

function Meter({ title, value, limit, show = (number) => number.toLocaleString() }: MeterProps) {
  return (
    <div class="meter">
      <span>{title}</span>
      <meter aria-label={title} min={0} max={limit} value={value} high={limit * 0.8} />
      <span>
        {show(value)} of {show(limit)}
      </span>
    </div>
  );
}
