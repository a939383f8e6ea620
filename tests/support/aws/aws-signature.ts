import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';

/** The `Authorization` header of a request to AWS, written from the documentation of Signature Version 4. */
export function signatureOf({ headers, method, url }: IncomingMessage, body: string, service: string): string {
  const sha256 = (part: string) => createHash('sha256').update(part).digest('hex');
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const pattern = new RegExp(`Credential=local/(\\d+)/([\\w-]+)/${service}/aws4_request, SignedHeaders=([\\w;-]+)`);
  const [, day = '', region = '', names = ''] = pattern.exec(headers.authorization ?? '') ?? [];
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', lines.join(''), names, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${localCredentials.AWS_SECRET_ACCESS_KEY}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  const who = `Credential=${localCredentials.AWS_ACCESS_KEY_ID}/${scope}`;
  return `AWS4-HMAC-SHA256 ${who}, SignedHeaders=${names}, Signature=${signature}`;
}
