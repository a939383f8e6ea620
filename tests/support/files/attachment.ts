/** A file among the parameters of a call, which makes the call an upload. */
export class Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;

  constructor(name: string, bytes: Uint8Array | string) {
    this.name = name;
    this.bytes = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  }
}

/** The parameters of a call. */
export type Sendable = Readonly<Record<string, string | number | Attachment>>;

const BOUNDARY = 'attached-files';

/** Headers and body of an upload of these parameters, as browsers send it. */
export function toUpload(parameters: readonly (readonly [field: string, value: unknown])[]) {
  const parts = parameters.flatMap(([field, value]) =>
    [value].flat().map((part) => {
      const file =
        part instanceof Attachment ? `; filename="${part.name}"\r\nContent-Type: application/octet-stream` : '';
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`;
      const content = part instanceof Attachment ? part.bytes : Buffer.from(String(part));
      return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
    }),
  );
  return {
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

/** Whether a parameter is a file. */
export function hasFile(parameters: Readonly<Record<string, unknown>>): boolean {
  return Object.values(parameters)
    .flat()
    .some((value) => value instanceof Attachment);
}
