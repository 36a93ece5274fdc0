import { createHash, createHmac } from 'node:crypto';
import { isSecret, signingKey } from '@app/kernel';
import type { DescribedSignature, SignatureConfig, SignaturePreset } from '../workflows/trigger-schemas';
import type { WebhookHeaders } from './webhook-delivery';

const TOLERANCE_SECONDS = 300;
const SECONDS = /^\d{1,12}$/;

/** The content of the signature headers of a delivery. */
export interface SignatureClaim {
  /** The signatures in the encoding of the scheme. At least one must be valid. */
  readonly signatures: readonly string[];
  /** The signed text before and after the body. */
  readonly before: string;
  readonly after: string;
  /** Seconds since 1970; null if the scheme has no timestamp. */
  readonly timestamp: string | null;
  /** A signed id of the message; null if the scheme has none. */
  readonly id: string | null;
}

/** Describes how a service signs its deliveries with HMAC. */
export interface SignatureScheme {
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** Maximum difference between the signed time and now. */
  readonly toleranceSeconds: number;
  /** Names of the headers that the scheme reads, in lower case. */
  readonly headers: readonly string[];
  readonly keyOf: (secret: string) => Uint8Array;
  /**
   * Returns null if the delivery has no signature of this scheme. For a malformed signature, returns a claim without
   * signatures.
   */
  readonly claimOf: (headers: WebhookHeaders) => SignatureClaim | null;
}

const bytesOf = (secret: string) => Buffer.from(secret);
const hmacSha256 = { algorithm: 'sha256', toleranceSeconds: TOLERANCE_SECONDS } as const;

const PRESETS: Record<SignaturePreset, SignatureScheme> = {
  github: {
    ...hmacSha256,
    encoding: 'hex',
    headers: ['x-hub-signature-256'],
    keyOf: bytesOf,
    claimOf: ({ 'x-hub-signature-256': given }) =>
      given === undefined ? null : claim(after(given, 'sha256='), {}),
  },
  stripe: {
    ...hmacSha256,
    encoding: 'hex',
    headers: ['stripe-signature'],
    keyOf: bytesOf,
    claimOf: ({ 'stripe-signature': given }) => (given === undefined ? null : stripeClaim(given)),
  },
  slack: {
    ...hmacSha256,
    encoding: 'hex',
    headers: ['x-slack-signature', 'x-slack-request-timestamp'],
    keyOf: bytesOf,
    claimOf: ({ 'x-slack-signature': given, 'x-slack-request-timestamp': timestamp = '' }) =>
      given === undefined ? null : claim(after(given, 'v0='), { before: `v0:${timestamp}:`, timestamp }),
  },
  svix: standardWebhooks('svix'),
};

/** If a webhook has no configured signature, it accepts deliveries with a signature of Standard Webhooks. */
export const STANDARD_WEBHOOKS = standardWebhooks('webhook');

/** The scheme of a valid configuration. */
export function schemeOf(config: SignatureConfig): SignatureScheme {
  return 'preset' in config ? PRESETS[config.preset] : describedScheme(config);
}

/** Returns true if one of the signatures is valid for this body and secret. */
export function isSignedBy(
  { algorithm, encoding, keyOf }: SignatureScheme,
  secret: string,
  { signatures, before, after }: SignatureClaim,
  body: Uint8Array,
): boolean {
  const hmac = createHmac(algorithm, keyOf(secret)).update(before).update(body).update(after);
  const expected = hmac.digest(encoding);
  return signatures.some((given) => isSecret(expected, encoding === 'hex' ? given.toLowerCase() : given));
}

/** Returns true if the signed time is close enough to the current time, or if the scheme has no timestamp. */
export function isTimelyClaim(
  { toleranceSeconds }: SignatureScheme,
  { timestamp }: SignatureClaim,
  nowMs: number,
): boolean {
  if (timestamp === null) return true;
  return SECONDS.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds;
}

/** Returns a hash of the signed content. If a recorded delivery is sent again, it has the same hash. */
export function signedContentHash({ before, after }: SignatureClaim, body: Uint8Array): string {
  return createHash('sha256').update(before).update(body).update(after).digest('base64url');
}

/** Svix and Standard Webhooks differ only in the names of their headers. */
function standardWebhooks(prefix: 'svix' | 'webhook'): SignatureScheme {
  const names = { id: `${prefix}-id`, timestamp: `${prefix}-timestamp`, signature: `${prefix}-signature` };
  return {
    ...hmacSha256,
    encoding: 'base64',
    headers: Object.values(names),
    keyOf: signingKey,
    claimOf: (headers) => {
      const { [names.signature]: given, [names.id]: id = '', [names.timestamp]: timestamp = '' } = headers;
      if (given === undefined) return null;
      // Repeats are recognized by the id. A signature without an id is refused, because the delivery could be replayed.
      const signatures = id === '' ? [] : given.split(' ').flatMap((one) => after(one, 'v1,'));
      return claim(signatures, { before: `${id}.${timestamp}.`, timestamp, id });
    },
  };
}

/** `t=<seconds>,v1=<hex>,v1=<hex>`. */
function stripeClaim(given: string): SignatureClaim {
  const parts = given.split(',').map((part) => part.trim());
  const [timestamp = '', ...others] = parts.flatMap((part) => after(part, 't='));
  const signatures = others.length > 0 ? [] : parts.flatMap((part) => after(part, 'v1='));
  return claim(signatures, { before: `${timestamp}.`, timestamp });
}

function describedScheme(config: DescribedSignature): SignatureScheme {
  const { algorithm, encoding, prefix = '', timestamp: signed } = config;
  const header = config.header.toLowerCase();
  const timestampHeader = signed?.header.toLowerCase();
  return {
    algorithm,
    encoding,
    toleranceSeconds: signed?.toleranceSeconds ?? TOLERANCE_SECONDS,
    headers: timestampHeader === undefined ? [header] : [header, timestampHeader],
    keyOf: bytesOf,
    claimOf: (headers) => {
      const given = headers[header];
      if (given === undefined) return null;
      if (signed === undefined || timestampHeader === undefined) return claim(after(given, prefix), {});
      const timestamp = headers[timestampHeader] ?? '';
      const [before = '', rest = ''] = (signed.template ?? '{timestamp}.{body}')
        .split('{body}')
        .map((part) => part.replace('{timestamp}', () => timestamp));
      return claim(after(given, prefix), { before, after: rest, timestamp });
    },
  };
}

function claim(signatures: readonly string[], signed: Partial<SignatureClaim>): SignatureClaim {
  return { before: '', after: '', timestamp: null, id: null, ...signed, signatures };
}

/** Returns the text after `prefix` as the only element; an empty list if the text begins differently. */
function after(text: string, prefix: string): string[] {
  return text.startsWith(prefix) ? [text.slice(prefix.length)] : [];
}
