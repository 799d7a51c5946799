interface NewRowsProps {
  readonly count: number;
  /** What the rows are: `events`. */
  readonly what: string;
  readonly onShow: () => void;
}

/** Says that new rows wait above the list, and shows them. The region exists before it says something. */
export function NewRows({ count, what, onShow }: NewRowsProps) {
  return (
    <div class="new-rows" role="status">
      {count > 0 && (
        <button type="button" onClick={onShow}>
          Show {count} new {count === 1 ? what.replace(/s$/, '') : what}
        </button>
      )}
    </div>
  );
}
