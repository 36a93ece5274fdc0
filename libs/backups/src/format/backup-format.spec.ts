import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { BackupFault } from './backup-file-error';
import { BackupWriter } from './backup-writer';
import type { BackupManifest, BackupTable } from './manifest';
import { type BackupVisitor, readBackup } from './read-backup';

const PASSPHRASE = 'correct horse battery staple';

const notes: BackupTable = {
  name: 'note',
  columns: [
    { name: 'id', kind: 'integer' },
    { name: 'text', kind: 'text', length: 255 },
  ],
  primaryKey: ['id'],
  generated: 'id',
};
const empties: BackupTable = { ...notes, name: 'empty_table' };

const aManifest = (overrides: Partial<BackupManifest> = {}): BackupManifest => ({
  format: 'plantroom-backup',
  formatVersion: 1,
  productVersion: '1.2.3',
  database: 'postgres',
  migrations: ['FirstSchema1700000000000'],
  installationId: '0192f0c1-0000-7000-8000-000000000000',
  createdAt: '2026-03-29T01:30:00.000Z',
  includesFiles: true,
  tables: [empties, notes],
  ...overrides,
});

interface Content {
  rows?: number;
  files?: Record<string, Buffer>;
  passphrase?: string | null;
  manifest?: BackupManifest;
}

async function* pagesOf(rows: number): AsyncGenerator<{ id: number; text: string }[]> {
  for (let id = 1; id <= rows; id++) yield [{ id, text: `note ${id} ${'x'.repeat(id % 1000)}` }];
}

async function write({
  rows = 3,
  files = {},
  passphrase = null,
  manifest = aManifest(),
}: Content): Promise<Buffer> {
  const output = new PassThrough();
  const written = buffer(output);
  const writer = await BackupWriter.begin(output, passphrase, manifest);
  await writer.addTable(empties, pagesOf(0), async () => '1');
  await writer.addTable(notes, pagesOf(rows), async () => String(rows + 1));
  for (const [key, bytes] of Object.entries(files)) {
    await writer.addFile(key, bytes.length, Readable.from([bytes]));
  }
  await writer.finish();
  return written;
}

/** Reads the bytes in chunks of a given size, because a file system or a network may return any size. */
const read = (bytes: Buffer, passphrase: string | null = null, visitor?: BackupVisitor, chunk = 7001) =>
  readBackup(Readable.from(chunksOf(bytes, chunk)), passphrase, visitor);

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'accepted',
    ({ fault }: { fault: BackupFault }) => fault,
  );

describe('a backup file', () => {
  it.each([null, PASSPHRASE])(
    'contains the content that was written, with the passphrase %j',
    async (passphrase) => {
      // The file is larger than several frames of the encryption, and the table than several parts.
      const files = { 'models/one.bin': randomBytes(300_000), 'avatars/two.png': Buffer.alloc(0) };
      const bytes = await write({ rows: 8000, files, passphrase });
      const lines: Buffer[] = [];
      const found: Record<string, Buffer> = {};
      const { manifest, totals } = await read(bytes, passphrase, {
        rows: async (_table, part) => void lines.push(part),
        file: async (key, content) => void (found[key] = await buffer(content)),
      });
      expect(manifest).toEqual(aManifest());
      expect(lines.length).toBeGreaterThan(2);
      const rows = Buffer.concat(lines).toString().trimEnd().split('\n');
      expect(rows).toHaveLength(8000);
      expect(rows[1]).toBe('[2,"note 2 xx"]');
      expect(found).toEqual(files);
      expect(totals.tables).toMatchObject({
        note: { rows: 8000, nextId: '8001' },
        empty_table: { rows: 0, nextId: '1' },
      });
      expect(totals.files).toMatchObject({ count: 2, bytes: 300_000, missing: 0 });
    },
  );

  it('can be read regardless of how it is split into chunks', async () => {
    const plain = await write({ files: { 'a/b.bin': randomBytes(100) } });
    const secret = await write({ passphrase: PASSPHRASE });
    for (const size of [1, 2, 91, 92, 93, 512, 100_000]) {
      await expect(read(plain, null, undefined, size)).resolves.toBeDefined();
    }
    for (const size of [1, 93]) {
      await expect(read(secret, PASSPHRASE, undefined, size)).resolves.toBeDefined();
    }
  });

  it('is reported as damaged if any byte was changed', async () => {
    const plain = await write({ files: { 'a/b.bin': randomBytes(100) } });
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const changed = Buffer.from(plain);
        changed[at] = (changed[at] ?? 0) ^ difference;
        const fault = await faultOf(read(changed));
        // If one of the first two bytes was changed, the file does not look like a backup.
        expect(fault).toBe(at < 2 ? 'foreign' : 'damaged');
      }),
      { numRuns: 100 },
    );
  });

  it('is reported as damaged if it is truncated or has additional bytes', async () => {
    const plain = await write({ files: { 'a/b.bin': randomBytes(100) } });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: plain.length - 1 }), async (length) => {
        expect(await faultOf(read(plain.subarray(0, length)))).toBe('damaged');
      }),
      { numRuns: 80 },
    );
    expect(await faultOf(read(plain.subarray(0, -92)))).toBe('damaged');
    expect(await faultOf(read(Buffer.concat([plain, Buffer.from('x')])))).toBe('damaged');
    expect(await faultOf(read(Buffer.concat([plain, plain])))).toBe('damaged');
  });

  it('is refused if its content is not a backup of Plantroom', async () => {
    expect(await faultOf(read(Buffer.from('CREATE TABLE note (id int);')))).toBe('foreign');
    expect(await faultOf(read(Buffer.alloc(0)))).toBe('foreign');
  });

  it('is refused if a newer version of Plantroom wrote it', async () => {
    expect(await faultOf(read(await write({ manifest: aManifest({ formatVersion: 2 }) })))).toBe('newer');
  });

  it.each(['../../evil.png', '/etc/evil.png', 'avatars/../evil.png', 'Avatars/x.png', 'avatars/x'])(
    'is refused if it has a stored file with the key %s, although every checksum is correct',
    async (key) => {
      await expect(read(await write({ files: { [key]: Buffer.from('x') } }))).rejects.toThrow(
        /is not the key of a stored file/,
      );
    },
  );

  it('is refused if a table name in its manifest contains SQL', async () => {
    const tables = [empties, { ...notes, name: 'note; DROP TABLE user_account' }];
    expect(await faultOf(read(await write({ manifest: aManifest({ tables }) })))).toBe('damaged');
  });

  it('is not read further if its source or the visitor fails, and the reader throws that error', async () => {
    const bytes = await write({});
    const broken = Readable.from(
      (function* () {
        yield bytes.subarray(0, 100);
        throw Object.assign(new Error('EIO: read failed'), { syscall: 'read' });
      })(),
    );
    await expect(readBackup(broken, null)).rejects.toThrow('EIO: read failed');
    const visitor = { rows: () => Promise.reject(new Error('The database is full.')) };
    await expect(read(bytes, null, visitor)).rejects.toThrow('The database is full.');
  });

  it('cannot be completed if a write to its output fails', async () => {
    const output = new PassThrough({ highWaterMark: 1024 });
    const writer = await BackupWriter.begin(output, null, aManifest());
    const writing = writer.addTable(notes, pagesOf(20_000), async () => null);
    output.destroy(new Error('The disk is full.'));
    await expect(writing).rejects.toThrow('The disk is full.');
  });

  it('cannot be completed if a stored file is shorter than its announced size', async () => {
    const output = new PassThrough();
    output.resume().on('error', () => undefined);
    const writer = await BackupWriter.begin(output, null, aManifest());
    await expect(writer.addFile('a/b.bin', 10, Readable.from([Buffer.from('short')]))).rejects.toThrow(
      'Size mismatch',
    );
    await expect(writer.finish()).rejects.toThrow('destroyed');
  });
});

describe('an encrypted backup file', () => {
  const secret = 'a text that must not be readable';
  let bytes: Buffer;

  beforeAll(async () => {
    bytes = await write({
      passphrase: PASSPHRASE,
      rows: 100,
      files: { 'a/b.bin': Buffer.concat([Buffer.from(secret.repeat(3)), randomBytes(200_000)]) },
    });
  });

  it('contains no readable text and no names of its content', () => {
    for (const text of [secret, 'manifest.json', 'tables/note', 'a/b.bin', 'FirstSchema']) {
      expect(bytes.includes(text)).toBe(false);
    }
  });

  it('cannot be read without its passphrase', async () => {
    expect(await faultOf(read(bytes))).toBe('passphrase_missing');
    expect(await faultOf(read(bytes, `${PASSPHRASE}!`))).toBe('passphrase_wrong');
  });

  it('can be read with its passphrase in another Unicode form', async () => {
    const composed = await write({ passphrase: 'Gebäude-Schlüssel'.normalize('NFC') });
    await expect(read(composed, 'Gebäude-Schlüssel'.normalize('NFD'))).resolves.toBeDefined();
  });

  it('differs each time it is written', async () => {
    const [one, other] = [await write({ passphrase: PASSPHRASE }), await write({ passphrase: PASSPHRASE })];
    expect(one.subarray(16).equals(other.subarray(16))).toBe(false);
  });

  it('is refused if any of its bytes was changed', async () => {
    const positions = fc.oneof(fc.nat(60), fc.nat(bytes.length - 1), fc.constant(bytes.length - 1));
    await fc.assert(
      fc.asyncProperty(positions, fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ difference;
        const fault = await faultOf(read(changed, PASSPHRASE, undefined, 65_536));
        // The first 16 bytes identify the format. The next 32 bytes are used to check the passphrase.
        expect(fault).toBe(at < 16 ? 'foreign' : at < 48 ? 'passphrase_wrong' : 'damaged');
      }),
      { numRuns: 6 },
    );
  });

  it('is refused if it is truncated, or if frames were dropped, repeated or reordered', async () => {
    const FRAME = 65_536 + 5 + 16;
    const header = bytes.subarray(0, 48);
    const frames = [...chunksOf(bytes.subarray(48), FRAME)];
    expect(frames.length).toBeGreaterThan(3);
    const [first, second, ...others] = frames as [Buffer, Buffer, ...Buffer[]];
    const variants = [
      frames.slice(0, -1),
      [...frames.slice(0, -1), (frames.at(-1) as Buffer).subarray(0, -1)],
      [second, first, ...others],
      [first, first, second, ...others],
      [second, ...others],
      [...frames, frames.at(-1) as Buffer],
      [],
    ];
    for (const variant of variants) {
      const file = Buffer.concat([header, ...variant]);
      expect(await faultOf(read(file, PASSPHRASE, undefined, 65_536))).toBe('damaged');
    }
    expect(await faultOf(read(bytes.subarray(0, 30), PASSPHRASE))).toBe('damaged');
  });
});
