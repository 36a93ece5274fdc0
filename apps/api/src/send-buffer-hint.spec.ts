import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendBufferHint } from './send-buffer-hint';

describe('the hint about send buffers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'send-buffer-hint-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['the default', '4294967295\n', true],
    ['the value of the compose file', '131072\n', false],
  ])('the hint about send buffers depends on the setting: %s', (_what, setting, isGiven) => {
    const file = join(folder, 'tcp_notsent_lowat');
    writeFileSync(file, setting);
    expect(sendBufferHint(file) !== null).toBe(isGiven);
  });

  it('the hint about send buffers is not given on a system without the setting', () => {
    expect(sendBufferHint(join(folder, 'missing'))).toBeNull();
  });
});
