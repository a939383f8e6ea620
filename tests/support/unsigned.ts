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

const { sign } = SignatureV4.prototype;

// To sign is an eighth of what a call to the table costs a test. Functions in processes of their own sign as deployed.
Object.assign(SignatureV4.prototype, {
  async sign(this: SignatureV4, request: Parameters<typeof sign>[0] & Partial<Signed>, ...how: never[]) {
    const { headers } = request;
    if (!headers?.['x-amz-target']?.startsWith('DynamoDB_')) return sign.call(this, request, ...how);
    return Object.assign(Object.create(Object.getPrototypeOf(request)), request, {
      headers: { ...headers, ...SIGNATURE },
    });
  },
});
