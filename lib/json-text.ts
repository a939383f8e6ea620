/**
 * JSON text that is answered exactly as it was sent: key order kept, numbers unchanged. The reply prints it as it is
 * instead of quoting it.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
