import type { Reason, Text } from '../../../lib/errors.ts';
import type { ExampleName } from './example-names.ts';

/** The senders of requests, among the people of `tests/examples/world.ts`. */
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
  /** By default the platform's administrator where only that side may call, otherwise the main account of 红旗小学. */
  readonly as?: Person;
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** An uploaded file: its text, its name and bytes, or the rows of a workbook by worksheet. */
  readonly file?:
    | string
    | { readonly name: string; readonly base64: string }
    | { readonly name: string; readonly sheets: Readonly<Record<string, readonly (readonly string[])[]>> };
  /** How often it is sent. The last answer counts. */
  readonly times?: number;
}

/** The meaning of a parameter, with its unit, bounds and default. */
export type ParameterText =
  | Text
  | {
      readonly about: Text;
      /** JSON Schema of the parameter's JSON text. */
      readonly holds: Readonly<Record<string, unknown>>;
    };

/** The texts about one call, beyond its declaration. */
export interface OperationText {
  /**
   * What the call promises, and the meaning of absent and empty parameters. Who may call is added from the declaration.
   */
  readonly description: Text;
  /** Texts by parameter. Parameters with the same meaning everywhere are in `scripts/reference/texts/parameters.ts`. */
  readonly parameters?: Readonly<Record<string, ParameterText>>;
  /** What the form demands beyond its required fields, as JSON Schema. */
  readonly demands?: {
    readonly required?: readonly string[];
    readonly anyOf?: readonly { readonly required: readonly string[] }[];
  };
  /** Requests that succeed, by a short name. Together they send every parameter. */
  readonly examples: Readonly<Partial<Record<ExampleName, ExampleRequest>>>;
  /** Requests that fail, by reason. */
  readonly failures?: Readonly<Partial<Record<Reason, ExampleRequest>>>;
  /** Set where the answer is too long to be shown: the members to show, or the number of characters of a text. */
  readonly excerpt?: readonly string[] | number;
}

/** The texts and example requests of a noun's calls, by their ids. */
export interface Documentation {
  readonly about: Text;
  readonly operations: Readonly<Record<string, OperationText>>;
}
