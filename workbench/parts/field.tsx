import type { AllHTMLAttributes, ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Failure } from '../api/client.ts';
import { Actions } from './actions.tsx';

/** What stands around a control: its label, and a hint or an error below it. */
export interface FieldTexts extends Readonly<Partial<Record<'error' | 'hint', string | undefined>>> {
  readonly label: string;
}

type ControlAttributes = { id: string; 'aria-invalid': boolean; 'aria-describedby': string };
type FieldProps = FieldTexts & { readonly children: (attributes: ControlAttributes) => ComponentChildren };

/** A control with its label above and its hint or error below. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-hint` })}
      <span id={`${id}-hint`}>{error !== undefined ? <span class="wrong">{error}</span> : <small>{hint}</small>}</span>
    </div>
  );
}

interface ControlProps extends FieldTexts {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The browser refuses an empty value. */
  readonly required?: boolean;
  /** The service refuses an empty value, and says what it is needed for. */
  readonly 'aria-required'?: boolean;
  readonly disabled?: boolean;
  readonly maxLength?: number;
}

type InputAttribute = 'min' | 'max' | 'step' | 'placeholder' | 'autoComplete';

interface InputProps extends ControlProps, Pick<AllHTMLAttributes<HTMLInputElement>, InputAttribute> {
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'search' | 'tel' | 'email' | 'time';
  /** Suggestions; other values can be typed. */
  readonly suggestions?: readonly Choice[];
}

/** An input of one line. A password can be shown. */
export function TextField({ label, error, hint, onValue, suggestions, ...rest }: InputProps) {
  const listId = useId();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(attributes) => {
        // Preact types the attributes by the kind of input, which is a variable here.
        const input = { ...rest, ...attributes, list: suggestions && listId } as InputHTMLAttributes<HTMLInputElement>;
        if (isShown) input.type = 'text';
        return (
          <>
            <input {...input} onInput={(event) => onValue(event.currentTarget.value)} />
            {rest.type === 'password' && (
              <Actions target={label} actions={[{ text: isShown ? '隐藏' : '显示', run: () => setShown(!isShown) }]} />
            )}
            {suggestions && (
              <datalist id={listId}>
                <Options choices={suggestions} />
              </datalist>
            )}
          </>
        );
      }}
    </Field>
  );
}

/** What a control gives for a field: a text, or a list of numbers or texts. */
type Typed<Value> = Value extends readonly number[] ? number[] : Value extends readonly string[] ? string[] : string;

type Messages = Pick<Failure, 'messageFor'>;

/** Returns a function that binds a field of `form` to a control: its value, its change handler and its error. */
export function bindFields<Form>(form: Form, change: (changes: Partial<Form>) => void, failure?: Messages) {
  return <Name extends keyof Form & string>(name: Name) => ({
    value: form[name],
    onValue: (value: Typed<NonNullable<Form[Name]>>) => change({ [name]: value } as Partial<Form>),
    error: failure?.messageFor(name),
  });
}

export const TextAreaField = ({ label, error, hint, onValue, ...rest }: ControlProps & { readonly rows?: number }) => (
  <Field label={label} error={error} hint={hint}>
    {(attributes) => <textarea {...rest} {...attributes} onInput={(event) => onValue(event.currentTarget.value)} />}
  </Field>
);

/** A choice: its value, and the text that people read. */
export type Choice = Readonly<Record<'value' | 'text', string>>;

/** The choices of texts that are values, too. */
export const toChoices = (texts: readonly string[]): Choice[] => texts.map((text) => ({ value: text, text }));

/** The choices of a table of texts by value, in its order. */
export const toNamedChoices = (textByValue: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(textByValue).map(([value, text]) => ({ value, text }));

/** The options of a drop-down list; with `none` first an empty choice of this text. */
export function Options({ choices, none }: { choices: readonly Choice[]; none?: string | undefined }) {
  return (none === undefined ? choices : [{ value: '', text: none }, ...choices]).map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

interface SelectProps extends ControlProps {
  readonly choices: readonly Choice[];
  /** The text of the empty choice, which comes first. Absent: there is no empty choice. */
  readonly none?: string;
}

export const SelectField = ({ label, error, hint, onValue, choices, none, ...rest }: SelectProps) => (
  <Field label={label} error={error} hint={hint}>
    {(attributes) => (
      <select {...rest} {...attributes} onChange={(event) => onValue(event.currentTarget.value)}>
        <Options choices={choices} none={none} />
      </select>
    )}
  </Field>
);

type Chips = Pick<FieldTexts, 'label' | 'error'> & { readonly choices: readonly Choice[] };
type ChipProps = Chips & { type: 'radio' | 'checkbox'; values: readonly string[]; onChoice: (value: string) => void };

/** Choices drawn as chips: of radio buttons one is chosen, of checkboxes any number. */
function ChipField({ label, choices, error, type, values, onChoice }: ChipProps) {
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

type ChooseOneProps = Chips & { value: string; onValue: (value: string) => void };

/** Choices of which one is chosen. */
export const ChooseOne = ({ value, onValue, ...chips }: ChooseOneProps) => (
  <ChipField {...chips} type="radio" values={[value]} onChoice={onValue} />
);

type ChooseSomeProps = Chips & { value: readonly string[] | undefined; onValue: (values: string[]) => void };

/** Choices of which any number is chosen. `onValue` gets the chosen values in the order of the choices. */
export function ChooseSome({ value: values = [], onValue, ...chips }: ChooseSomeProps) {
  const toggle = (toggled: string) => {
    const isChosen = (value: string) => values.includes(value) !== (value === toggled);
    onValue(chips.choices.map(({ value }) => value).filter(isChosen));
  };
  return <ChipField {...chips} type="checkbox" values={values} onChoice={toggle} />;
}

type Tab<Value> = { readonly value: Value; readonly text: ComponentChildren };
type TabsProps<Value> = { tabs: readonly Tab<Value>[]; value: Value; onValue: (value: Value) => void };

export function Tabs<Value extends string | number | undefined>({ tabs, value: chosen, onValue }: TabsProps<Value>) {
  return (
    <div class="row tabs">
      {tabs.map(({ value, text }) => (
        <button key={value ?? ''} type="button" aria-pressed={value === chosen} onClick={() => onValue(value)}>
          {text}
        </button>
      ))}
    </div>
  );
}
