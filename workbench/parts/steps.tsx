/** Something that can be done with a row or with what is chosen. */
export interface Step {
  readonly text: string;
  readonly act: () => void;
  /** Whether it is offered; absent: yes. */
  readonly may?: boolean;
  readonly isDisabled?: boolean;
  /** How it is drawn; absent: as text. */
  readonly kind?: 'plain' | 'button' | 'main' | 'danger';
}

/** What can be done, side by side. `about` names what with, for whom the row is not seen: 「番茄炒蛋」. */
export function Steps({ steps, about = '' }: { readonly steps: readonly Step[]; readonly about?: string }) {
  const offered = steps.filter(({ may = true }) => may);
  if (offered.length === 0) return null;
  return (
    <span class="step-buttons">
      {offered.map(({ text, act, isDisabled = false, kind = 'plain' }) => (
        <button
          key={text}
          type="button"
          class={kind}
          aria-label={about === '' ? undefined : `${text}${about}`}
          disabled={isDisabled}
          onClick={() => act()}
        >
          {text}
        </button>
      ))}
    </span>
  );
}
