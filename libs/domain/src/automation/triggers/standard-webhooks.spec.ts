import { randomBytes } from 'node:crypto';
import { isSecret } from '@app/kernel';
import { Webhook } from 'standardwebhooks';
import { isSignedBy, isTimelyClaim, type SignatureClaim, STANDARD_WEBHOOKS } from './signature-schemes';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const at = new Date('2026-03-01T12:00:00.700Z');
const body = '{"temperature": 23.5, "zone": "Süd"}';

interface Signed {
  id: string;
  timestamp: string;
  signature: string;
}

function claimOf({ id, timestamp, signature }: Signed): SignatureClaim {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const claim = STANDARD_WEBHOOKS.claimOf(headers);
  if (!claim) throw new Error('The delivery is not signed.');
  return claim;
}

const isSigned = (key: string, given: Signed, bytes: Uint8Array) =>
  isSignedBy(STANDARD_WEBHOOKS, key, claimOf(given), bytes);
const isTimely = (given: Signed, nowMs: number) => isTimelyClaim(STANDARD_WEBHOOKS, claimOf(given), nowMs);

function signed(key: ConstructorParameters<typeof Webhook>, id = 'msg_1') {
  const signature = new Webhook(...key).sign(id, at, body);
  return { id, timestamp: String(Math.floor(at.getTime() / 1000)), signature };
}

describe('signatures of Standard Webhooks', () => {
  it.each<[string, string, ConstructorParameters<typeof Webhook>]>([
    ['a secret that this service generated', secret, [secret]],
    ['a plain text as the secret', 'a-plain-secret-of-mine', ['a-plain-secret-of-mine', { format: 'raw' }]],
    ['a secret of 16 bytes', 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==', ['whsec_MDEyMzQ1Njc4OWFiY2RlZg==']],
    ...[
      'whsec_!!!!!!!!!!!!!!!!!!!!',
      'whsec_==============',
      'whsec_c2hvcnQgb25l',
      'whsec_MDEyMzQ1Njc4OWFiY2RlZg',
      'whsec_MDEyMzQ1Njc4OWFiY2RlZh==',
      'whsec_MDEyMzQ1Njc4OWFiY2Rl__--',
    ].map((text): [string, string, ConstructorParameters<typeof Webhook>] => [
      `a text without a valid key after whsec_, which is used as a plain secret: ${text}`,
      text,
      [text, { format: 'raw' }],
    ]),
  ])('accepts the signature that Standard Webhooks libraries create with %s', (_what, ours, theirs) => {
    expect(isSigned(ours, signed(theirs), Buffer.from(body))).toBe(true);
  });

  const good = signed([secret]);
  const other = signed([`whsec_${randomBytes(32).toString('base64')}`]).signature;
  it.each([
    ['one of several signatures', { signature: `${other} v1a,ed25519 ${good.signature}` }, true],
    ['of another key', { signature: other }, false],
    ['of another version', { signature: good.signature.replace('v1,', 'v2,') }, false],
    ['without a version', { signature: good.signature.slice(3) }, false],
    ['no signature', { signature: '' }, false],
    ['cut short', { signature: good.signature.slice(0, -4) }, false],
    ['for another id', { id: 'msg_2' }, false],
    ['for another time', { timestamp: String(Number(good.timestamp) + 1) }, false],
  ])(
    'accepts a signature only if it was made with the same key, id and time: %s',
    (_what, change, expected) => {
      expect(isSigned(secret, { ...good, ...change }, Buffer.from(body))).toBe(expected);
    },
  );

  it('refuses a signature if the body differs in a single byte', () => {
    expect(isSigned(secret, good, Buffer.from(body.replace(': ', ':')))).toBe(false);
  });

  it.each([
    ['now', '1772366400', true],
    ['five minutes old', '1772366100', true],
    ['more than five minutes old', '1772366099', false],
    ['five minutes ahead', '1772366700', true],
    ['more than five minutes ahead', '1772366701', false],
    ['in milliseconds', '1772366400000', false],
    ['not a number', 'now', false],
    ['not a plain number', '1.7723664e9', false],
    ['missing', '', false],
  ])(
    'accepts a signature only if its time is close to the current time: %s',
    (_what, timestamp, expected) => {
      expect(isTimely({ ...good, timestamp }, at.getTime() - 700)).toBe(expected);
    },
  );
});

describe('isSecret', () => {
  it.each([
    [secret, true],
    [secret.slice(0, -1), false],
    [`${secret} `, false],
    ['', false],
  ])('accepts a text only if it equals the secret completely', (given, expected) =>
    expect(isSecret(secret, given)).toBe(expected),
  );
});
