interface RangeBarProps {
  readonly value: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** How it is judged: `low`, `high` or `good`. */
  readonly tone: string;
}

/** A value on its range, as on the wall: the recommended part is green, the value a point. For the eye alone. */
export function RangeBar({ value, min, max, tone }: RangeBarProps) {
  const end = Math.max(value, (max ?? 0) * 1.25, (min ?? 0) * 1.6) || 1;
  const share = (amount: number) => `${Math.min(100, (amount / end) * 100)}%`;
  return (
    <div class={`range-bar ${tone}`} aria-hidden="true">
      {(min !== undefined || max !== undefined) && (
        <div
          class="range"
          style={{ left: share(min ?? 0), width: `calc(${share(max ?? end)} - ${share(min ?? 0)})` }}
        />
      )}
      <div class="mark" style={{ left: share(value) }} />
    </div>
  );
}
