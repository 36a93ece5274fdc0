import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { migrations } from '.';

/**
 * The first 16 digits of the SHA-256 of each file, without comments and formatting. `column-definitions.ts` is part of
 * every migration that uses it.
 */
const CHECKSUMS: Record<string, string> = {
  '1700000000000-first-schema.ts': '9092570688bf3127',
  '1700000000200-avatars.ts': '2b44637527eb67e5',
  '1700000000400-oauth-accounts.ts': 'c223bca41b3c5c5e',
  '1700000000500-audit-log.ts': '186674b6a4af3957',
  '1700000000600-unproven-emails.ts': 'dafac17b0fa685a8',
  '1700000000700-workflows.ts': '8e0258510d4b9f9d',
  '1700000000900-lists.ts': 'ae081241d369ad00',
  '1700000001000-pruned-range.ts': '33c42ddc65c19e24',
  '1700000001100-meter-rereads.ts': 'bfdac0a5065fd0d4',
  '1700000001200-last-area-id.ts': '4e883df816d6b519',
  '1700000001300-implausible-steps.ts': '6d8ad74e3513e945',
  'column-definitions.ts': 'a1f93ad1ccd51713',
};

const ADVICE =
  'A migration that has run somewhere must not change: databases that ran it would differ from new ones. ' +
  'Write a new migration instead, and add its checksum here. ' +
  'Change a checksum only if its migration has never been on main.';

function checksumOf(file: string): string {
  const { outputText } = ts.transpileModule(readFileSync(join(__dirname, file), 'utf8'), {
    compilerOptions: { removeComments: true, target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  return createHash('sha256').update(outputText.replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 16);
}

describe('migrations', () => {
  const files = readdirSync(__dirname).filter((file) => /^(\d+-.*|column-definitions)\.ts$/.test(file));

  it('are as they were when they first ran', () => {
    const present = Object.fromEntries(files.map((file) => [file, checksumOf(file)]));
    expect({ advice: ADVICE, checksums: present }).toEqual({ advice: ADVICE, checksums: CHECKSUMS });
  });

  it('are all in the list, in the order of their times', () => {
    const times = migrations.map(({ name }) => Number(/\d+$/.exec(name)?.[0]));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times).toEqual(
      files
        .filter((file) => /^\d/.test(file))
        .map((file) => Number.parseInt(file, 10))
        .toSorted((one, other) => one - other),
    );
  });
});
