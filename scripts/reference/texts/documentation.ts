import type { Reason, Text } from '../../../lib/errors.ts';
import type { ExampleName } from './example-names.ts';

/** Who sends a request, among the people of `tests/examples/world.ts`. */
export type Person =
  | 'admin'
  | 'clerk'
  | 'hongqi'
  | 'limei'
  | 'wangfang'
  | 'chenjing'
  | 'dongfang'
  | 'tingban'
  | 'daoqi'
  | 'nobody';

/** A request as a person would send it to the service. */
export interface ExampleRequest {
  /** By default the platform's administrator where only that side may call, the main account of 红旗小学 elsewhere. */
  readonly as?: Person;
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file that is uploaded: its text, its name and bytes, or the rows of a workbook's sheets by their names. */
  readonly file?:
    | string
    | { readonly name: string; readonly base64: string }
    | { readonly name: string; readonly sheets: Readonly<Record<string, readonly (readonly string[])[]>> };
  /** How often it is sent; the last answer counts. */
  readonly times?: number;
}

/** What a parameter is: its meaning, unit, bounds and default. */
export type ParameterText =
  | Text
  | {
      readonly about: Text;
      /** JSON Schema of what the parameter's JSON text holds. */
      readonly holds: Readonly<Record<string, unknown>>;
    };

/** What is told about one call beyond its declaration. */
export interface OperationText {
  /** What it promises, and what an absent or empty parameter means. Who may call is added from the declaration. */
  readonly description: Text;
  /** By name; what means the same everywhere stands in `scripts/reference/texts/parameters.ts`. */
  readonly parameters?: Readonly<Record<string, ParameterText>>;
  /** What the form demands beyond its required fields, as JSON Schema has it. */
  readonly demands?: {
    readonly required?: readonly string[];
    readonly anyOf?: readonly { readonly required: readonly string[] }[];
  };
  /** By a short name: requests that succeed. Together they send every parameter there is. */
  readonly examples: Readonly<Partial<Record<ExampleName, ExampleRequest>>>;
  /** Requests that fail, by the reason for which they do. */
  readonly failures?: Readonly<Partial<Record<Reason, ExampleRequest>>>;
  /** Where the answer is too long to be shown whole: the members of it that are, or how many characters of a text. */
  readonly excerpt?: readonly string[] | number;
}

/** The texts and example requests of a noun's calls, by their ids. */
export interface Documentation {
  readonly about: Text;
  readonly operations: Readonly<Record<string, OperationText>>;
}
