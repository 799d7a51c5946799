interface DialProps {
  readonly label: string;
  /** The values, each with its label and effect. The first one is the normal state. */
  readonly options: readonly (readonly [value: string, text: string, effect: string])[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Makes a part of this machine fail, shows the effect, and resets it. */
export function Dial({ label, options, value, onChange }: DialProps) {
  const [normal] = options;
  const effect = options.find(([one]) => one === value)?.[2];
  return (
    <div class="dial">
      <label>
        {label}{' '}
        <select
          value={value}
          disabled={value === undefined}
          onChange={(event: Event) => onChange((event.target as HTMLSelectElement).value)}
        >
          {options.map(([one, text]) => (
            <option value={one}>{text}</option>
          ))}
        </select>
      </label>
      {value !== undefined && value !== normal?.[0] && (
        <button type="button" onClick={() => onChange(normal?.[0] ?? '')}>
          Back to normal
        </button>
      )}
      <p class="effect" role="status">
        {effect}
      </p>
    </div>
  );
}
