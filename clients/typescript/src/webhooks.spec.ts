import { createHmac } from 'node:crypto';
import { WebhookVerificationError, verifyWebhook } from './webhooks.js';

const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const SECRET = `whsec_${KEY.toString('base64')}`;
const MESSAGE = {
  type: 'alert.raised',
  timestamp: '2026-05-01T10:00:00.000Z',
  data: { id: 12, title: '温度' },
};
const BODY = JSON.stringify(MESSAGE);
const NOW = Date.parse('2026-05-01T10:00:00.400Z');
const TOLERANCE_MS = 300_000;

/** Signs a delivery as the specification of Standard Webhooks says. */
function signed(key: string | Buffer, { body = BODY, atMs = NOW } = {}) {
  const [id, timestamp] = ['message-1', String(Math.floor(atMs / 1000))];
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

describe('verifyWebhook', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['text', BODY],
    ['bytes', Buffer.from(BODY)],
  ])('returns the message of a body that was received as %s', (_, body) => {
    expect(verifyWebhook(SECRET, signed(KEY), body)).toEqual(MESSAGE);
    expect(verifyWebhook(SECRET, new Headers(signed(KEY)), body)).toEqual(MESSAGE);
  });

  it('accepts names of headers in any case, as some frameworks provide them', () => {
    const headers = Object.entries(signed(KEY)).map(([name, value]) => [name.toUpperCase(), value]);
    expect(verifyWebhook(SECRET, Object.fromEntries(headers) as Record<string, string>, BODY)).toEqual(
      MESSAGE,
    );
  });

  it('accepts a secret that a person has chosen', () => {
    const secret = 'a secret of the operator';
    expect(verifyWebhook(secret, signed(secret), BODY)).toEqual(MESSAGE);
  });

  it('accepts a delivery with several signatures if one of them matches', () => {
    const [own, other] = [signed(KEY), signed('another key')].map((headers) => headers['webhook-signature']);
    const signatures = (...list: (string | undefined)[]) => ({
      ...signed(KEY),
      'webhook-signature': list.join(' '),
    });
    expect(verifyWebhook(SECRET, signatures(other, own), BODY)).toEqual(MESSAGE);
    expect(verifyWebhook(SECRET, signatures('v2,c2lnbmF0dXJl', own), BODY)).toEqual(MESSAGE);
    const withoutOwn = signatures(other, own?.replace('v1', 'v2'));
    expect(() => verifyWebhook(SECRET, withoutOwn, BODY)).toThrow(WebhookVerificationError);
  });

  it('accepts the old and the new secret while a secret is being replaced', () => {
    const secrets = ['the secret until now', SECRET];
    expect(verifyWebhook(secrets, signed('the secret until now'), BODY)).toEqual(MESSAGE);
    expect(verifyWebhook(secrets, signed(KEY), BODY)).toEqual(MESSAGE);
    expect(() => verifyWebhook(secrets, signed('another key'), BODY)).toThrow(WebhookVerificationError);
  });

  it.each([
    ['old', -TOLERANCE_MS],
    ['early', TOLERANCE_MS],
  ])('accepts a delivery that is up to five minutes %s', (_, offsetMs) => {
    const inTime = signed(KEY, { atMs: NOW + offsetMs });
    const beyond = signed(KEY, { atMs: NOW + offsetMs + Math.sign(offsetMs) * 1000 });
    expect(verifyWebhook(SECRET, inTime, BODY)).toEqual(MESSAGE);
    expect(() => verifyWebhook(SECRET, beyond, BODY)).toThrow(WebhookVerificationError);
  });

  it.each([
    ['another body', signed(KEY), BODY.replace('12', '13')],
    ['the secret of another webhook', signed('another key'), BODY],
    ['another id', { ...signed(KEY), 'webhook-id': 'message-2' }, BODY],
    ['another time', { ...signed(KEY), 'webhook-timestamp': String(Math.floor(NOW / 1000) + 1) }, BODY],
    ['a time that is not a number', { ...signed(KEY), 'webhook-timestamp': 'now' }, BODY],
    ['no signature', { ...signed(KEY), 'webhook-signature': undefined }, BODY],
    ['a signature without a version', { ...signed(KEY), 'webhook-signature': 'c2lnbmF0dXJl' }, BODY],
    ['no headers', {}, BODY],
  ])('refuses a delivery with %s', (_, headers, body) => {
    expect(() => verifyWebhook(SECRET, headers, body)).toThrow(WebhookVerificationError);
  });

  it('refuses a signed body that is not JSON', () => {
    expect(() => verifyWebhook(SECRET, signed(KEY, { body: 'hello' }), 'hello')).toThrow(SyntaxError);
  });

  it('refuses every delivery if there is no secret', () => {
    expect(() => verifyWebhook([], signed(''), BODY)).toThrow("Secret can't be empty.");
  });
});
