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

/** Signs a delivery as the specification of Standard Webhooks says. */
function signed(key: string | Buffer, { body = BODY, atMs = Date.now() } = {}) {
  const [id, timestamp] = ['message-1', String(Math.floor(atMs / 1000))];
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

describe('verifyWebhook', () => {
  it.each([
    ['text', BODY],
    ['bytes', Buffer.from(BODY)],
  ])('returns the message of a body that was received as %s', (_, body) => {
    expect(verifyWebhook(SECRET, signed(KEY), body)).toEqual(MESSAGE);
    expect(verifyWebhook(SECRET, new Headers(signed(KEY)), body)).toEqual(MESSAGE);
  });

  it('accepts a secret that a person has chosen', () => {
    const secret = 'a secret of the operator';
    expect(verifyWebhook(secret, signed(secret), BODY)).toEqual(MESSAGE);
  });

  it.each([
    ['another body', signed(KEY), BODY.replace('12', '13')],
    ['the secret of another webhook', signed('another key'), BODY],
    ['a time that is ten minutes old', signed(KEY, { atMs: Date.now() - 600_000 }), BODY],
    ['no signature', { ...signed(KEY), 'webhook-signature': undefined }, BODY],
    ['no headers', {}, BODY],
  ])('refuses a delivery with %s', (_, headers, body) => {
    expect(() => verifyWebhook(SECRET, headers, body)).toThrow(WebhookVerificationError);
  });
});
