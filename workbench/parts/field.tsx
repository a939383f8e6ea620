import type { AllHTMLAttributes, ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';

interface Labelled {
  readonly label: string;
  /** What is wrong with what was typed. */
  readonly wrong?: string | undefined;
  /** What may be typed. */
  readonly hint?: string | undefined;
}

interface FieldProps extends Labelled {
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
  readonly maxLength?: number;
}

type OfInputs = 'min' | 'max' | 'step' | 'placeholder' | 'autoComplete';

interface InputProps extends Control, Pick<AllHTMLAttributes<HTMLInputElement>, OfInputs> {
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'search' | 'tel' | 'email' | 'time';
  /** What is proposed; anything else may be typed. */
  readonly proposals?: readonly Choice[];
}

/** A field of one line. */
export function TextField({ label, wrong, hint, onValue, proposals, ...rest }: InputProps) {
  const list = useId();
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(told) => {
        // Each kind of input has a type of its own, which a kind that is not known yet does not fit.
        const attributes = { ...rest, ...told, list: proposals && list } as InputHTMLAttributes<HTMLInputElement>;
        return (
          <>
            <input {...attributes} onInput={(event) => onValue(event.currentTarget.value)} />
            {proposals && <datalist id={list}>{proposals.map(drawOption)}</datalist>}
          </>
        );
      }}
    </Field>
  );
}

/** What the field of a part of typed work needs, by its name: its value, how it is changed, and what is wrong with it. */
export function fieldsOf<Work>(work: Work, change: (changes: Partial<Work>) => void, failure: Failure | undefined) {
  return <Name extends keyof Work & string>(name: Name) => ({
    value: work[name],
    onValue: (value: string) => change({ [name]: value } as Partial<Work>),
    wrong: failure?.about(name),
  });
}

/** A field of several lines. */
export function AreaField({ label, wrong, hint, onValue, ...rest }: Control & { readonly rows?: number }) {
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(told) => <textarea {...rest} {...told} onInput={(event) => onValue(event.currentTarget.value)} />}
    </Field>
  );
}

/** A choice of a select or of chips: its value, and what people read. */
export type Choice = Readonly<Record<'value' | 'text', string>>;

const drawOption = ({ value, text }: Choice) => (
  <option key={value} value={value}>
    {text}
  </option>
);

/** One of some choices, as a list that opens. */
export function SelectField(props: Control & { readonly choices: readonly Choice[] }) {
  const { label, wrong, hint, onValue, choices, ...rest } = props;
  return (
    <Field label={label} wrong={wrong} hint={hint}>
      {(told) => (
        <select {...rest} {...told} onChange={(event) => onValue(event.currentTarget.value)}>
          {choices.map(drawOption)}
        </select>
      )}
    </Field>
  );
}
