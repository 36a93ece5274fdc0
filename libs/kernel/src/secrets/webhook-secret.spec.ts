import { SECRET_MASK } from './secret-mask';
import { secretAfter } from './webhook-secret';

const CURRENT = 'the-current-secret';
const PATH = 'config.secret';

describe('secretAfter', () => {
  it.each([undefined, SECRET_MASK])('keeps the current secret if the given secret is %s', (given) => {
    expect(secretAfter(CURRENT, given, PATH)).toBe(CURRENT);
  });

  it('returns a new secret in the format of Standard Webhooks if the given secret is null', () => {
    expect(secretAfter(CURRENT, null, PATH)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it.each(['sixteen-letters!', 'x'.repeat(128), 'whsec_MDEyMzQ1Njc4OWFiY2RlZg=='])(
    'accepts the secret %s',
    (given) => {
      expect(secretAfter(CURRENT, given, PATH)).toBe(given);
    },
  );

  it.each([
    'short',
    'x'.repeat(129),
    'with blanks in it',
    'umlauts-äöü-äöü-äöü',
    "It's a Secret to Everybody",
    7,
    true,
    {},
    [],
  ])('refuses the invalid secret %j', (given) => {
    expect(() => secretAfter(CURRENT, given, PATH)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: PATH })] }),
    );
  });

  it.each([
    ['not in base64', `whsec_${'!'.repeat(20)}`],
    ['only padding', `whsec_${'='.repeat(14)}`],
    ['in another alphabet', 'whsec_MDEyMzQ1Njc4OWFiY2Rl__--'],
    ['not padded', 'whsec_MDEyMzQ1Njc4OWFiY2RlZg'],
    ['followed by another character', 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==!'],
    ['too short', 'whsec_MDEyMzQ1Njc4OWFiY2Rl'],
  ])('refuses a secret that begins with whsec_ and is %s', (_, given) => {
    const message = 'must have at least 16 bytes in padded base64 (A-Z a-z 0-9 + /) after whsec_';
    expect(() => secretAfter(CURRENT, given, PATH)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: PATH, message })] }),
    );
  });

  it('accepts blanks only inside a secret that is the key as text', () => {
    const secret = "It's a Secret to Everybody";
    expect(secretAfter(CURRENT, secret, PATH, true)).toBe(secret);
    for (const given of [` ${secret}`, `${secret} `])
      expect(() => secretAfter(CURRENT, given, PATH, true)).toThrow(PATH);
  });
});
