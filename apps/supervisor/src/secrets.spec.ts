import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSecret } from './secrets';

describe('keptSecret', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'secrets-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('creates a secret only once, with enough characters for signing', () => {
    const secret = keptSecret(folder, 'jwt-secret');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(keptSecret(folder, 'jwt-secret')).toBe(secret);
    expect(keptSecret(folder, 'other')).not.toBe(secret);
  });

  it('creates a file that only its owner may read', () => {
    keptSecret(folder, 'jwt-secret');
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'secrets', 'jwt-secret')).mode & 0o777).toBe(0o600);
  });
});
