import { SignatureV4 } from '@smithy/signature-v4';

/** A signature that stands for all: the emulators ask for one, and look at none. */
const SIGNATURE = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/cn-north-1/none/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
};

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
}

// To sign is an eighth of what a call to the table costs a test. Functions in processes of their own sign as deployed.
Object.assign(SignatureV4.prototype, {
  sign: async (request: Signed): Promise<Signed> =>
    Object.assign(Object.create(Object.getPrototypeOf(request)), request, {
      headers: { ...request.headers, ...SIGNATURE },
    }),
});
