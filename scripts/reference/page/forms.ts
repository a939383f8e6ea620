import { showExamples } from './document.ts';
import type { Speak } from './words.ts';

/** A schema of the document as the renderer keeps it. */
interface Schema {
  has(key: string): boolean;
  get(key: string): unknown;
}

/** The document's description of a body. */
interface Body {
  readonly content: Readonly<Record<string, Form>>;
}

interface Form {
  readonly schema?: { readonly properties?: object };
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Example {
  readonly summary?: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The properties of one field of a form. */
interface FieldProperties {
  readonly schema: Schema;
  readonly required: boolean;
  /** Whether the field tells its first value. Undefined for a parameter, which begins with its default. */
  readonly dispatchInitialValue?: boolean;
}

/** The properties of the box that sends an empty field. */
interface EmptyProperties {
  readonly isIncludedOptions: object;
}

interface BodyProperties {
  readonly requestBody: { toJS(): Body };
  readonly contentType: string;
  /** Whether it can be filled in. */
  readonly isExecute: boolean;
  onChange(value: string, path: readonly string[]): void;
}

const FORM = 'application/x-www-form-urlencoded';

type Component = string | ((properties: object) => unknown);

/** The renderer's parts for its plugins. */
interface System {
  readonly React: { createElement(component: Component, properties: object | null, ...children: unknown[]): unknown };
}

/**
 * Forms that send only what was filled in, by hand or from an example. Without this plugin every field begins with a
 * sample of its type, or is sent empty: changing the name of a unit would change everything else of it.
 */
export const forms = (speak: Speak) => () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update: (document: unknown) => unknown) => (document: unknown) =>
          update(showExamples(document, speak('plain'))),
      },
    },
  },
  wrapComponents: {
    JsonSchemaForm:
      (Field: Component, { React }: System) =>
      (properties: FieldProperties) =>
        React.createElement(Field, { ...properties, ...beginField(properties) }),
    ParameterIncludeEmpty:
      (Box: Component, { React }: System) =>
      ({ isIncludedOptions, ...others }: EmptyProperties) =>
        React.createElement(Box, { ...others, isIncludedOptions: { ...isIncludedOptions, defaultValue: false } }),
    RequestBody:
      (Body: Component, { React }: System) =>
      (properties: BodyProperties) =>
        React.createElement(
          'div',
          null,
          offerExamples(React, properties, speak),
          React.createElement(Body, properties),
        ),
  },
  afterLoad(this: { fn: Record<string, unknown> }) {
    this.fn['isFileUploadIntended'] = isFile;
  },
});

/**
 * The first value of a field: the document's default, the first of a list where one must be chosen, otherwise empty.
 */
function beginField({ schema, required, dispatchInitialValue }: FieldProperties): Partial<FieldProperties> {
  if (!dispatchInitialValue) return {};
  return { dispatchInitialValue: schema.has('default') || (required && schema.has('enum')) };
}

/** A button for each example of a form, which fills in all its fields. */
function offerExamples(
  React: System['React'],
  { requestBody, contentType, isExecute, onChange }: BodyProperties,
  speak: Speak,
) {
  if (!isExecute || contentType !== FORM) return null;
  const { schema, examples = {} } = requestBody.toJS().content[contentType] ?? {};
  const fields = Object.keys(schema?.properties ?? {});
  const buttons = Object.entries(examples).map(([key, { summary: name = key, value }]) => {
    const onClick = () => {
      for (const field of fields) onChange(String(value[field] ?? ''), [field]);
    };
    return React.createElement('button', { key, type: 'button', className: 'btn', onClick }, speak('fillIn', { name }));
  });
  return React.createElement('div', { className: 'examples' }, buttons);
}

/** Whether a field is a file. The renderer would also take JSON text for one. */
function isFile(schema: Schema | undefined): boolean {
  return schema?.get('contentMediaType') === 'application/octet-stream';
}
