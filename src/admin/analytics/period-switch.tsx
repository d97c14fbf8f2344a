/** The periods that can be shown, in days. */
export const PERIODS = [7, 30, 365] as const;

/** Radio buttons that look like one control; the arrow keys choose. */
export function PeriodSwitch(props: { days: number; onChoose: (days: number) => void }) {
  const { days, onChoose } = props;
  return (
    <fieldset className="m-0 flex w-fit rounded border border-line-strong p-0">
      <legend className="sr-only">Period</legend>
      {PERIODS.map((period) => (
        <label
          key={period}
          className="grid min-h-10 cursor-pointer place-items-center rounded-[3px] px-4 text-note text-soft hover:text-ink has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            checked={period === days}
            onChange={() => onChoose(period)}
          />
          {period} days
        </label>
      ))}
    </fieldset>
  );
}
