import type { Environment } from '@app/config';
import type { EphemeralStore } from '@app/ephemeral';
import { SystemClock } from '@app/kernel';
import { VerificationCodes } from './verification-codes';

const environment = { JWT_SECRET: 'x'.repeat(64) } as Environment;
/** Discards what is stored. */
const store = { put: () => Promise.resolve() } as Partial<EphemeralStore> as EphemeralStore;

describe('verification codes', () => {
  it('are random and have six digits, including leading zeros', async () => {
    const codes = new VerificationCodes(store, environment, new SystemClock());
    const issued: string[] = [];
    for (let count = 0; count < 150; count++) {
      issued.push(await codes.issue('register', `person.${count}@example.org`));
    }
    expect(issued.filter((code) => !/^[0-9]{6}$/.test(code))).toEqual([]);
    // With this many codes, the chance that none begins with a zero is one in seven million.
    expect(issued.some((code) => code.startsWith('0'))).toBe(true);
    expect(new Set(issued).size).toBeGreaterThan(140);
  });
});
