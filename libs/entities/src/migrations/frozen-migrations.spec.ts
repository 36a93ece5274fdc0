import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as migrations from '.';

/**
 * The first 16 digits of the SHA-256 of each file's tokens, without comments and formatting. `column-definitions.ts` is
 * part of every migration that uses it.
 */
const CHECKSUMS: Record<string, string> = {
  '1700000000000-first-schema.ts': '87ae216d4bb1ced1',
  '1700000000200-avatars.ts': 'cc4053d74fdc632c',
  '1700000000400-oauth-accounts.ts': 'b113155ae0a6323c',
  '1700000000500-audit-log.ts': 'ed0a67b5c4072143',
  '1700000000600-unproven-emails.ts': '65ddd9a0d2ad88da',
  '1700000000700-workflows.ts': '46bb0201ac7347fc',
  '1700000000900-lists.ts': 'ab8ed5f0a7ecd1ce',
  '1700000001000-pruned-range.ts': '0b02fa03dbc3e333',
  '1700000001100-meter-rereads.ts': '3a701f013f40aa7c',
  '1700000001200-last-area-id.ts': '0c8c9c55f5224b4d',
  '1700000001300-implausible-steps.ts': '643519dce84f2bea',
  '1700000001400-calendars.ts': '3ff689b2785f10ab',
  '1700000001600-kept-readings.ts': '345a04690ac290bc',
  '1700000001700-packed-days.ts': '5aafbc8a28e1b2d7',
  '1700000002000-file-removals.ts': '6c2c55583ab5f31a',
  '1700000002100-building.ts': '0c8c0ac9443ae87b',
  '1700000002110-scene.ts': '259dd50ce1bc9bae',
  '1700000002200-point-writes.ts': '6cc37ffb33cf33fe',
  '1700000002300-carbon-factors.ts': 'dd01e5ff53c6063d',
  '1700000002400-reading-imports.ts': '55745bdd97aafc75',
  '1700000002500-workflow-writes.ts': 'c313b4084c714954',
  '1700000002600-alerts.ts': 'c0cdc424d6ceba53',
  '1700000002700-faults.ts': '98fb01b5ede76ceb',
  '1700000002710-maintenance.ts': 'afb47b4638c4cb7c',
  '1700000002800-lighting-states.ts': 'c7383ebaee03219b',
  '1700000002950-notifications.ts': 'f487715b9f762516',
  '1700000002900-alert-rules.ts': '99469123d1c29822',
  '1700000003000-files.ts': 'a5470640cbe271fd',
  '1700000003100-widgets.ts': '4ec7087ca7cb6432',
  '1700000003400-seen-points.ts': '893c5168a7a0bf79',
  '1700000003410-execution-chains.ts': '02a107793759364b',
  '1700000003110-weather.ts': '4407972d4b860da8',
  '1700000003200-installation.ts': '26e2024e84f026ca',
  '1700000003300-report-templates.ts': 'c85d79965def27f7',
  '1700000003500-exports.ts': '50b6c0bcbe36c675',
  '1700000003600-schedules.ts': 'fecfbb9b011a645d',
  '1700000003610-report-plans.ts': '7b0d9e23c5eb66e0',
  '1700000003700-backups.ts': 'e470f9a740e7bd1a',
  '1700000003750-exports-of-executions.ts': 'f25fd441d19bd1e9',
  '1700000003800-fault-counts.ts': '063290d2dc290b5d',
  'column-definitions.ts': 'd6db7f909a0b1ce6',
  '1700000003900-api-keys.ts': '13c48276b1d8a8b9',
  '1700000003910-webhook-requests.ts': '069d3e190e234810',
  '1700000004000-remembered-values.ts': '1c33915a372f712b',
  '1700000004010-point-reverts.ts': '042ee0d13761e1b8',
  '1700000004100-workflow-modes.ts': '61f06144c062c8fc',
  '1700000004110-execution-waits.ts': '0bb073698ab26c54',
  '1700000004111-workflow-calls.ts': '86c25075400d0016',
  '1700000004120-trigger-holds.ts': 'da346c251590e302',
  '1700000004130-given-outputs.ts': '7b2ab1171dc340fc',
  '1700000004135-database-views.ts': '1bc0fa058b76f5df',
  '1700000004140-recorded-occurrences.ts': 'f615903b83736cab',
  '1700000004141-wait-versions.ts': '1104efeb12dd4a4b',
  '1700000004142-awaited-calls.ts': '55edd965a0e9342f',
  '1700000004143-answers-without-times.ts': '8ff1aa881b430d62',
  '1700000004150-due-maintenance.ts': '4417fe3e983449e8',
  '1700000004160-workflow-search.ts': '753a6b03fa3f0c1a',
  '1700000004180-tolerant-reverts.ts': 'bbc06f11c9a9ac92',
  '1700000004200-gateway-alarm-polls.ts': '8f8fa3f3e16ad73e',
  '1700000004210-rules-of-deliveries.ts': 'ecc6d7e6d79dd0fb',
  '1700000004220-conditions-of-alerts.ts': '1a5db905c20c439d',
  '1700000004310-formats-of-imports.ts': '2d52f2e86b11a5fd',
  '1700000004320-skipped-starts.ts': '0963d9e4ca62f581',
  '1700000004340-clocks-of-dry-runs.ts': '631129a96310a8e2',
  '1700000004350-tickets-and-waits-for-all.ts': 'cb212ef7f6ef699e',
  '1700000004370-ended-sessions.ts': 'ce828db24acd89da',
};

const ADVICE =
  'A migration that has run somewhere must not change: databases that ran it would differ from new ones. ' +
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
  const files = readdirSync(__dirname).filter((file) => /^(\d+-.*|column-definitions)\.ts$/.test(file));

  it('have not changed since they first ran', () => {
    const present = Object.fromEntries(files.map((file) => [file, checksumOf(file)]));
    expect({ advice: ADVICE, checksums: present }).toEqual({ advice: ADVICE, checksums: CHECKSUMS });
  });

  it('are all listed, ordered by their timestamps', () => {
    const times = Object.values(migrations).map(({ name }) => Number(/\d+$/.exec(name)?.[0]));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times).toEqual(
      files
        .filter((file) => /^\d/.test(file))
        .map((file) => Number.parseInt(file, 10))
        .toSorted((one, other) => one - other),
    );
  });
});
