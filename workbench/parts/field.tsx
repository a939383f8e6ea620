import type { AllHTMLAttributes, ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';

interface Labelled {
  readonly label: string;
  /** What is wrong with the value. */
  readonly wrong?: string | undefined;
  /** What can be typed. */
  readonly hint?: string | undefined;
}

interface FieldProps extends Labelled {
  readonly children: (attributes: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string;
  }) => ComponentChildren;
}

/** A control with its label above and its hint or error below. */
export function Field({ label, wrong, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-invalid': wrong !== undefined, 'aria-describedby': `${id}-hint` })}
      <span id={`${id}-hint`}>{wrong !== undefined ? <span class="wrong">{wrong}</span> : <small>{hint}</small>}</span>
    </div>
  );
}

interface Control extends Labelled {
  readonly value: string;
  /** Is called on each change with the new value. */
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly maxLength?: number;
}

type InputAttribute = 'min' | 'max' | 'step' | 'placeholder' | 'autoComplete';

interface InputProps extends Control, Pick<AllHTMLAttributes<HTMLInputElement>, InputAttribute> {
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'search' | 'tel' | 'email' | 'time';
  /** Suggestions; other values can be typed. */
  readonly proposals?: readonly Choice[];
}

/** An input of one line. */
export function TextField({ label, wrong, hint, onValue, proposals, ...rest }: InputProps) {
  const list = useId();
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(attributes) => {
        // Preact types the attributes by the kind of input, which is a variable here.
        const input = { ...rest, ...attributes, list: proposals && list } as InputHTMLAttributes<HTMLInputElement>;
        return (
          <>
            <input {...input} onInput={(event) => onValue(event.currentTarget.value)} />
            {proposals && <datalist id={list}>{proposals.map(drawOption)}</datalist>}
          </>
        );
      }}
    </Field>
  );
}

/** Returns a function that binds a field of `work` to a control: its value, its change handler and its error. */
export function bindFields<Work>(work: Work, change: (changes: Partial<Work>) => void, failure: Failure | undefined) {
  return <Name extends keyof Work & string>(name: Name) => ({
    value: work[name],
    onValue: (value: string) => change({ [name]: value } as Partial<Work>),
    wrong: failure?.about(name),
  });
}

/** An input of several lines. */
export function AreaField({ label, wrong, hint, onValue, ...rest }: Control & { readonly rows?: number }) {
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(attributes) => <textarea {...rest} {...attributes} onInput={(event) => onValue(event.currentTarget.value)} />}
    </Field>
  );
}

/** An option: its value, and the text that people read. */
export type Choice = Readonly<Record<'value' | 'text', string>>;

const drawOption = ({ value, text }: Choice) => (
  <option key={value} value={value}>
    {text}
  </option>
);

/** A drop-down list of choices. */
export function SelectField(props: Control & { readonly choices: readonly Choice[] }) {
  const { label, wrong, hint, onValue, choices, ...rest } = props;
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(attributes) => (
        <select {...rest} {...attributes} onChange={(event) => onValue(event.currentTarget.value)}>
          {choices.map(drawOption)}
        </select>
      )}
    </Field>
  );
}
