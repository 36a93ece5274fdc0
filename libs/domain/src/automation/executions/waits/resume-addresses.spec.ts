import { ResumeAddresses, resumeTokenHash } from './resume-addresses';

const settings = { JWT_SECRET: 's'.repeat(32), HOST: '0.0.0.0', PORT: 3000 };
const KEY = '0197f000-0000-7000-8000-000000000000-0123456789abcdef';

describe('ResumeAddresses', () => {
  it.each([
    [{ PUBLIC_URL: 'https://plant.example/base/' }, 'https://plant.example/base'],
    [{}, 'http://localhost:3000'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '10.0.0.7' }, 'http://10.0.0.7:3000'],
  ])('returns one-time addresses that begin with the address of the service: %j', (more, base) => {
    const addresses = new ResumeAddresses({ ...settings, ...more });
    expect(addresses.urlOf(KEY)).toBe(`${base}/api/workflows/resume/${addresses.tokenOf(KEY)}`);
  });

  it('creates 256-bit tokens that depend on the node run and on the secret', () => {
    const token = new ResumeAddresses(settings).tokenOf(KEY);
    expect(token).toMatch(/^rt_[\w-]{43}$/);
    expect(new ResumeAddresses(settings).tokenOf(KEY)).toBe(token);
    const others = [
      new ResumeAddresses(settings).tokenOf(`${KEY}1`),
      new ResumeAddresses({ ...settings, JWT_SECRET: 't'.repeat(32) }).tokenOf(KEY),
    ];
    expect(new Set([token, ...others, resumeTokenHash(token)]).size).toBe(4);
  });
});
