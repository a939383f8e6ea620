import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Choice } from './field.tsx';

interface ChipsProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly error?: string | undefined;
  readonly type: 'radio' | 'checkbox';
  readonly values: readonly string[];
  /** Is called with the value of the clicked choice. */
  readonly onChoice: (value: string) => void;
}

function ChipField({ label, choices, error, type, values, onChoice }: ChipsProps) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      <div class="choices">
        {choices.map(({ value, text }) => (
          <label key={value}>
            <input type={type} name={name} checked={values.includes(value)} onChange={() => onChoice(value)} />
            {text}
          </label>
        ))}
      </div>
      {error !== undefined && <span class="wrong">{error}</span>}
    </fieldset>
  );
}

type Chips = Pick<ChipsProps, 'label' | 'choices' | 'error'>;
type OneProps = Chips & { readonly value: string; readonly onValue: (value: string) => void };

/** Chips of which one is chosen. */
export function ChooseOne({ value, onValue, ...chips }: OneProps) {
  return <ChipField {...chips} type="radio" values={[value]} onChoice={onValue} />;
}

type SomeProps = Chips & {
  readonly value: readonly string[] | undefined;
  readonly onValue: (values: string[]) => void;
};

/** Chips of which any number is chosen. `onValue` gets the chosen values in the order of the choices. */
export function ChooseSome({ value: values = [], onValue, ...chips }: SomeProps) {
  const toggle = (toggled: string) => {
    const isChosen = (value: string) => values.includes(value) !== (value === toggled);
    onValue(chips.choices.map(({ value }) => value).filter(isChosen));
  };
  return <ChipField {...chips} type="checkbox" values={values} onChoice={toggle} />;
}

interface TabsProps<Value> {
  readonly tabs: readonly (readonly [value: Value, text: ComponentChildren])[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

/** Tabs, of which one is chosen. */
export function Tabs<Value extends string | number | undefined>({ tabs, value: chosen, onValue }: TabsProps<Value>) {
  return (
    <div class="row tabs">
      {tabs.map(([value, text]) => (
        <button key={value ?? ''} type="button" aria-pressed={value === chosen} onClick={() => onValue(value)}>
          {text}
        </button>
      ))}
    </div>
  );
}
