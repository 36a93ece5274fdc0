import { createHmac } from 'node:crypto';
import { signatureProblems } from '../workflows/signature-config';
import type { SignatureConfig } from '../workflows/trigger-schemas';
import { isSignedBy, isTimelyClaim, schemeOf } from './signature-schemes';

type Headers = Record<string, string>;

interface Example {
  signature: SignatureConfig;
  secret: string;
  body: string;
  headers: Headers;
  /** Null if the service does not sign a time. */
  atSeconds: number | null;
}

const hmac = (algorithm: string, secret: string, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac(algorithm, secret).update(text).digest(encoding);

const STRIPE_SECRET = 'whsec_not_base64_at_all_0123456789';
const STRIPE_BODY = '{"id":"evt_1","object":"event"}';
const STRIPE_SECONDS = 1_492_774_577;
/** The header for the body and the time of the example, which version 23 of the library of Stripe has generated. */
const STRIPE_HEADER = 't=1492774577,v1=b4e0ab46c99401de8d57b42cebea5cd692d3f5ab8335a46edcc4b1a969fe6a16';

/** A header as Stripe documents it. */
const stripeHeader = ({ payload = STRIPE_BODY, secret = STRIPE_SECRET, scheme = 'v1' } = {}) =>
  `t=${STRIPE_SECONDS},${scheme}=${hmac('sha256', secret, `${STRIPE_SECONDS}.${payload}`)}`;
/** The signature in a header that contains a single signature, including its scheme, such as `v1=5257a8`. */
const stripeSignature = (header: string) => header.split(',')[1] ?? '';

/** A delivery of Stripe with this header. */
const fromStripe = (header: string): Example => ({
  signature: { preset: 'stripe' },
  secret: STRIPE_SECRET,
  body: STRIPE_BODY,
  headers: { 'stripe-signature': header },
  atSeconds: STRIPE_SECONDS,
});

/**
 * The first three entries are examples that the services have published. Stripe has published no example together with
 * the secret, so its library generates one.
 */
const EXAMPLES: Record<string, Example> = {
  'GitHub, "Validating webhook deliveries"': {
    signature: { preset: 'github' },
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    atSeconds: null,
  },
  'Slack, "Verifying requests from Slack"': {
    signature: { preset: 'slack' },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body:
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
      '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
      '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
      '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    headers: {
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'x-slack-request-timestamp': '1531420618',
    },
    atSeconds: 1_531_420_618,
  },
  'Svix, "Verifying webhooks manually"': {
    signature: { preset: 'svix' },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    headers: {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': '1614265330',
      'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    atSeconds: 1_614_265_330,
  },
  'Stripe, by its library, with an old signature of another version': fromStripe(
    `${STRIPE_HEADER},${stripeSignature(stripeHeader({ scheme: 'v0' }))}`,
  ),
  'a described signature of the body': {
    signature: { header: 'X-Shop-Hmac', algorithm: 'sha512', encoding: 'base64' },
    secret: 'a-plain-secret-of-mine',
    body: 'a body',
    headers: { 'x-shop-hmac': hmac('sha512', 'a-plain-secret-of-mine', 'a body', 'base64') },
    atSeconds: null,
  },
  'a described signature with a time': {
    signature: {
      header: 'X-Sign',
      algorithm: 'sha1',
      encoding: 'hex',
      prefix: 'v2:',
      timestamp: { header: 'X-Time', toleranceSeconds: 300, template: '<{body}|{timestamp}>' },
    },
    secret: 'a-plain-secret-of-mine',
    body: '$& {timestamp}',
    headers: {
      'x-sign': `v2:${hmac('sha1', 'a-plain-secret-of-mine', '<$& {timestamp}|1600000000>').toUpperCase()}`,
      'x-time': '1600000000',
    },
    atSeconds: 1_600_000_000,
  },
};

function isRight({ signature, secret, body, headers }: Example): boolean {
  const scheme = schemeOf(signature);
  const claim = scheme.claimOf(headers);
  return claim !== null && isSignedBy(scheme, secret, claim, Buffer.from(body));
}

function isTimely({ signature, headers, atSeconds }: Example, byMs: number): boolean {
  const scheme = schemeOf(signature);
  const claim = scheme.claimOf(headers);
  return claim !== null && isTimelyClaim(scheme, claim, (atSeconds ?? 0) * 1000 + byMs);
}

const examples = Object.entries(EXAMPLES);

describe('signatures of external services', () => {
  it.each(examples)('accepts a correct signature: %s', (_, example) => {
    expect(isRight(example)).toBe(true);
    expect(signatureProblems(example.signature)).toEqual([]);
  });

  it.each(examples)('refuses a signature of another body or with another secret: %s', (_, example) => {
    expect(isRight({ ...example, body: `${example.body} ` })).toBe(false);
    expect(isRight({ ...example, secret: `${example.secret}A` })).toBe(false);
  });

  it.each(examples)('refuses a delivery if any signature header was changed or removed: %s', (_, example) => {
    for (const [name, value] of Object.entries(example.headers)) {
      const last = value.endsWith('1') ? '2' : '1';
      for (const other of [value.slice(0, -1) + last, '', `${value},`, value.slice(3)]) {
        const changed = { ...example, headers: { ...example.headers, [name]: other } };
        // The header of Stripe ends with a signature that is not checked.
        if (name === 'stripe-signature' && other.startsWith('t=1492774577,v1=')) continue;
        expect([name, other, isRight(changed)]).toEqual([name, other, false]);
      }
      const { [name]: _removed, ...rest } = example.headers;
      expect(isRight({ ...example, headers: rest })).toBe(false);
    }
  });

  it.each(examples.filter(([, { atSeconds }]) => atSeconds !== null))(
    'accepts a signature within five minutes before and after its time: %s',
    (_, example) => {
      expect([-300_001, -300_000, 0, 300_000, 300_001].map((byMs) => isTimely(example, byMs))).toEqual([
        false,
        true,
        true,
        true,
        false,
      ]);
    },
  );

  const other = stripeSignature(stripeHeader({ secret: 'whsec_the_secret_before' }));
  const signature = stripeSignature(stripeHeader());
  const base64 = hmac('sha256', STRIPE_SECRET, `${STRIPE_SECONDS}.${STRIPE_BODY}`, 'base64');
  it.each([
    ['of one secret', STRIPE_HEADER, true],
    ['of two secrets', `t=${STRIPE_SECONDS},${other},${signature}`, true],
    ['of two secrets in another order', `t=${STRIPE_SECONDS},${signature},${other}`, true],
    ['of another secret', stripeHeader({ secret: 'whsec_the_secret_before' }), false],
    ['of another body', stripeHeader({ payload: '{"id":"evt_2","object":"event"}' }), false],
    ['of another scheme', stripeHeader({ scheme: 'v0' }), false],
    ['of another time', `t=${STRIPE_SECONDS + 1},${signature}`, false],
    ['in base64', `t=${STRIPE_SECONDS},v1=${base64}`, false],
    ['without a time', signature, false],
  ])('judges a Stripe signature %s', (_, header, expected) => {
    expect(isRight(fromStripe(header))).toBe(expected);
  });

  it.each([
    [0, true],
    [300, true],
    [301, false],
  ])('judges a Stripe signature that is %d seconds old', (age, expected) => {
    expect(isTimely(fromStripe(stripeHeader()), age * 1000)).toBe(expected);
  });

  it('refuses a Stripe signature that has two timestamps or is empty', () => {
    expect(isRight(fromStripe(`t=${STRIPE_SECONDS},${stripeHeader()}`))).toBe(false);
    expect(isRight(fromStripe(`t=${STRIPE_SECONDS},v1=`))).toBe(false);
  });

  it.each([
    [7, ['signature']],
    [{ preset: 'gitlab' }, ['signature.preset']],
    [{}, ['signature.header', 'signature.algorithm', 'signature.encoding']],
    [{ header: 'A B', algorithm: 'md5', encoding: 'hex' }, ['signature.header', 'signature.algorithm']],
    [{ header: 'Authorization', algorithm: 'sha1', encoding: 'hex' }, ['signature.header']],
    [
      {
        header: 'X-A',
        algorithm: 'sha1',
        encoding: 'hex',
        prefix: 'x'.repeat(51),
        timestamp: { header: 'x-a', toleranceSeconds: 3601, template: '{body}' },
      },
      [
        'signature.prefix',
        'signature.timestamp.header',
        'signature.timestamp.toleranceSeconds',
        'signature.timestamp.template',
      ],
    ],
  ])('reports the invalid fields of a signature configuration: %j', (signature, paths) => {
    expect(signatureProblems(signature as never).map(({ path }) => path)).toEqual(paths);
  });
});
