import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as migrations from '.';

/**
 * The first 16 digits of the SHA-256 of each file's tokens, without comments and formatting. `column-definitions.ts` and
 * the files in `first-schema` are parts of migrations.
 */
const CHECKSUMS: Record<string, string> = {
  '1795564800000-first-schema.ts': '12ed382fda17f96b',
  '1795620000000-stored-messages.ts': '364de22b0d311de2',
  '1795644000000-formula-parts.ts': 'e9e0d64d081efc39',
  '1795656000000-reading-corrections.ts': '17ba4ea2cb16ff8b',
  '1795660000000-budgets.ts': 'a96f0520b183c90c',
  '1795651200000-baselines.ts': '86d1636046f77289',
  '1795663200000-energy-contracts.ts': '9272ad5a85f57af0',
  '1795666800000-losses.ts': 'c2618ca7fae9bb56',
  '1795670400000-air-handlers.ts': '369aeb80e11da362',
  '1795705200000-price-sources.ts': 'fde14472d239fb93',
  '1795708800000-energy-views.ts': '87e909d05e5d09a2',
  '1795771800000-dashboards.ts': 'e11c222897c72ee7',
  '1795831200000-alert-messages.ts': 'a50f0d46f007f693',
  '1795834800000-push-devices.ts': '065d5b453864c632',
  '1795920000000-gateways.ts': '2f49979194fa47fa',
  '1795924800000-area-attributes.ts': '1791c53d76732206',
  '1796100000000-baseline-form.ts': '3fbd6f301bfd95c7',
  '1796103600000-loss-energy-type.ts': 'cca067302139a295',
  '1796107200000-notes.ts': '45f68421746a2ba8',
  '1796110800000-point-units.ts': '5221ddeb3bce8ec5',
  '1796114400000-alert-notes.ts': '29540d5db531c077',
  'column-definitions.ts': '9087b008ca8b0847',
  'first-schema/access.ts': 'dfc4f8e98c3c23d1',
  'first-schema/automation.ts': '26a280bdb2409348',
  'first-schema/building.ts': 'd41a390f95a9182b',
  'first-schema/metering.ts': '6c0ba9a1ec3f72f0',
  'first-schema/operations.ts': '65fc6c10fc136d21',
  'first-schema/platform.ts': '6f9fae95589c919a',
  'first-schema/reporting.ts': '71d0edbdbdbfb46a',
  'first-schema/rows.ts': 'a5d53607a0320d56',
  'first-schema/views.ts': 'ca3b6951dc38bc31',
};

const ADVICE =
  'A released migration must not change: databases that ran it would differ from new ones. ' +
  'Write a new migration instead, and add its checksum here. ' +
  'Change a checksum only if its migration has never been on main.';

function checksumOf(file: string): string {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(__dirname, file), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  return createHash('sha256').update(tokensOf(source, source).join(' ')).digest('hex').slice(0, 16);
}

/**
 * Lists the tokens of a source file. The checksum uses tokens, because the output of a compiler may change with its
 * version.
 */
function tokensOf(node: ts.Node, source: ts.SourceFile): string[] {
  if (ts.isJSDoc(node)) return [];
  const children = node.getChildren(source);
  return children.length > 0
    ? children.flatMap((child) => tokensOf(child, source))
    : [node.getText(source)].filter((text) => text !== '');
}

describe('migrations', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(index|frozen-migrations\.spec)\.ts$/.test(file))
    .map((file) => file.replaceAll('\\', '/'));

  it('have not changed since they first ran', () => {
    const present = Object.fromEntries(files.map((file) => [file, checksumOf(file)]));
    expect({ advice: ADVICE, checksums: present }).toEqual({ advice: ADVICE, checksums: CHECKSUMS });
  });

  it('are all listed, ordered by their timestamps', () => {
    const times = Object.values(migrations).map(({ name }) => Number(/\d+$/.exec(name)?.[0]));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times).toEqual(
      files
        .filter((file) => /^\d[^/]*$/.test(file))
        .map((file) => Number.parseInt(file, 10))
        .toSorted((one, other) => one - other),
    );
  });
});
