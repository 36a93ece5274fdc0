import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readReplay, ReplayError } from './read-replay';

const folder = mkdtempSync(join(tmpdir(), 'replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const CSV =
  '\uFEFFtime,main,"pump, east"\n2020-01-01 00:00:00,1.5,\n2020-01-01T01:00:00Z," 2",0\n\n2020-01-01T03:00:00+01:00,,7e-1\n';
const T0 = Date.parse('2020-01-01T00:00:00Z');
const HOUR = 3_600_000;

describe('readReplay', () => {
  it.each([
    ['plain.csv', CSV],
    ['packed.csv.gz', gzipSync(CSV)],
  ])('reads %s', async (name, content) => {
    const [main, pump, ...others] = await readReplay(aFile(name, content), 'SITE.');
    expect(others).toEqual([]);
    expect(main?.definition).toEqual({
      code: 'SITE.main',
      name: 'main',
      unit: 'kWh',
      dataType: 'number',
      writable: false,
      group: name.split('.')[0],
    });
    const samples = (series = main) =>
      [...(series?.samples(T0, T0 + 9 * HOUR) ?? [])].map(({ atMs, value }) => [(atMs - T0) / HOUR, value]);
    expect(samples(main)).toEqual([
      [0, 1.5],
      [1, 2],
    ]);
    expect(pump?.definition.code).toBe('SITE.pump, east');
    expect(samples(pump)).toEqual([
      [1, 0],
      [2, 0.7],
    ]);
  });

  it('returns the newest value that is not later than the given instant', async () => {
    const [main] = await readReplay(aFile('latest.csv', CSV), '');
    expect(main?.latest(T0 - 1)).toBeNull();
    expect(main?.latest(T0 + HOUR - 1)).toEqual({ atMs: T0, value: 1.5, quality: 'good' });
    expect(main?.latest(T0 + 99 * HOUR)).toEqual({ atMs: T0 + HOUR, value: 2, quality: 'good' });
  });

  it.each([
    ['no content', '', 'there are no measurements'],
    ['only a header', 'time,a\n', 'there are no measurements'],
    ['no column except the time', 'time\n2020-01-01\n', 'the header names no column except the time'],
    ['a nameless column', 'time,a,\n2020-01-01,1,2\n', 'a column of the header has no name'],
    ['two columns of the same name', 'time,a,a\n2020-01-01,1,2\n', 'two columns have the name "a"'],
    ['a bad time', 'time,a\n01/02/2020,1\n', 'row 2: "01/02/2020" is not a time'],
    ['a bad number', 'time,a\n2020-01-01,1\n2020-01-02,n/a\n', 'row 3: "n/a" in column a is not a number'],
    [
      'two rows with the same time',
      'time,a\n2020-01-01,1\n2020-01-01,1\n',
      'row 3: 2020-01-01 is not later than the time of the previous row',
    ],
    ['a short row', 'time,a,b\n2020-01-01,1\n', 'Invalid Record Length'],
    ['an unclosed quote', 'time,a\n2020-01-01,"1\n', 'Quote Not Closed'],
  ])('refuses a file that contains %s, and says so in one line', async (name, content, reason) => {
    const file = aFile(`${name}.csv`, content);
    const error: unknown = await readReplay(file, '').catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ReplayError);
    expect((error as Error).message).toContain(`${file}: ${reason}`);
    expect((error as Error).message).not.toContain('\n');
  });

  it('refuses a missing file and a .gz file that is not gzipped', async () => {
    await expect(readReplay(join(folder, 'none.csv'), '')).rejects.toThrow('there is no such file');
    await expect(readReplay(aFile('bad.csv.gz', 'time,a\n'), '')).rejects.toThrow('it cannot be unzipped');
    const cut = gzipSync(CSV).subarray(0, 40);
    await expect(readReplay(aFile('cut.csv.gz', cut), '')).rejects.toThrow('it cannot be unzipped');
  });
});
