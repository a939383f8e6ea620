import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  readonly label: string;
  /** What is wrong with what was typed. */
  readonly wrong?: string | undefined;
  /** What may be typed. */
  readonly hint?: string | undefined;
}

interface FieldProps extends Labelled {
  /** Draws the control with these attributes. */
  readonly children: (attributes: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string;
  }) => ComponentChildren;
}

/** A control with its label above it, and below it what may be typed or what is wrong. */
export function Field({ label, wrong, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-invalid': wrong !== undefined, 'aria-describedby': `${id}-told` })}
      <span id={`${id}-told`}>{wrong !== undefined ? <span class="wrong">{wrong}</span> : <small>{hint}</small>}</span>
    </div>
  );
}

interface Control extends Labelled {
  readonly value: string;
  /** Is called with what stands in the control whenever that changes. */
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

interface InputProps extends Control {
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'search' | 'tel' | 'email' | 'time';
  readonly maxLength?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number | 'any';
  readonly placeholder?: string;
  readonly autoComplete?: 'username' | 'current-password' | 'new-password' | 'off';
  /** The id of a `<datalist>` of suggestions. */
  readonly list?: string;
}

/** A field of one line. */
export function TextField({ label, wrong, hint, value, onValue, ...rest }: InputProps) {
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(told) => {
        // Each kind of input has a type of its own, which a kind that is not known yet does not fit.
        const attributes = { ...rest, ...told } as InputHTMLAttributes<HTMLInputElement>;
        return <input {...attributes} value={value} onInput={(event) => onValue(event.currentTarget.value)} />;
      }}
    </Field>
  );
}

interface AreaProps extends Control {
  readonly maxLength?: number;
  readonly rows?: number;
}

/** A field of several lines. */
export function AreaField({ label, wrong, hint, value, onValue, ...rest }: AreaProps) {
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(told) => <textarea {...rest} {...told} value={value} onInput={(event) => onValue(event.currentTarget.value)} />}
    </Field>
  );
}

/** A choice of a select or of chips: its value, and what people read. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

interface SelectProps extends Control {
  readonly choices: readonly Choice[];
}

/** One of some choices, as a list that opens. */
export function SelectField({ label, wrong, hint, value, onValue, choices, ...rest }: SelectProps) {
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(told) => (
        <select {...rest} {...told} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
