import { useId } from 'preact/hooks';
import type { Choice } from './field.tsx';

interface OneProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** One of some choices, all of them seen: chips, of which one is chosen. */
export function ChooseOne({ label, choices, value, onValue }: OneProps) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      <div class="choices">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onValue(choice.value)} />
            {choice.text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SomeProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly values: readonly string[];
  /** Is called with the chosen values, in the order of the choices. */
  readonly onValues: (values: string[]) => void;
  readonly wrong?: string | undefined;
}

/** Any of some choices: chips, each of which is chosen or not. */
export function ChooseSome({ label, choices, values, onValues, wrong }: SomeProps) {
  const toggle = (value: string) =>
    onValues(choices.map((one) => one.value).filter((one) => values.includes(one) !== (one === value)));
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      <div class="choices">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="checkbox" checked={values.includes(choice.value)} onChange={() => toggle(choice.value)} />
            {choice.text}
          </label>
        ))}
      </div>
      {wrong !== undefined && <span class="wrong">{wrong}</span>}
    </fieldset>
  );
}
