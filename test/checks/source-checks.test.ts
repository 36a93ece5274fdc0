import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
const scripts = join(root, 'scripts');

interface Outcome {
  status: number;
  lines: string[];
}

/** The checks of `npm run check` that the project has itself, each in a small checkout with faults. */
describe('a check of the source code', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plantroom-sources-'));
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, ...lines: string[]): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
  }

  function run(script: string, ...options: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [script, ...options], { cwd: folder }, (_error, output) =>
        resolve({ status: child.exitCode ?? -1, lines: output.split('\n').filter((line) => line !== '') }),
      );
    });
  }

  describe('of the prose', () => {
    const { href } = new URL(`file://${join(scripts, 'prose', 'rules.mjs')}`);
    const print = `import { RULES } from '${href}'; console.log(JSON.stringify(RULES));`;
    const rules = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', print], { encoding: 'utf8' }),
    ) as { advice: string; example: string }[];
    const check = join(scripts, 'check-prose.mjs');

    it.each<[where: string, file: string, inFile: (sentence: string) => string]>([
      ['a document', 'docs/page.md', (sentence) => `${sentence}\n`],
      ['a comment', 'libs/a/src/a.ts', (sentence) => `// ${sentence}\nexport {};`],
      ['a message', 'libs/a/src/a.ts', (sentence) => `console.log("${sentence}");\n`],
      ['a page of the console', 'apps/console/src/a.tsx', (sentence) => `const a = <p>${sentence}</p>;\n`],
    ])('reports a sentence in %s for each rule, with its advice', async (_where, file, inFile) => {
      write(file, ...rules.map(({ example }) => inFile(example)));
      const { status, lines } = await run(check);
      const expected = rules.flatMap(({ advice, example }, index) => [
        expect.stringMatching(new RegExp(`^${file}:${2 * index + 1}  .+ → ${advice}$`)),
        `    ${example}`,
      ]);
      expect(lines).toEqual(expected);
      expect(status).toBe(1);
    });

    it('accepts plain sentences, and ignores code in them', async () => {
      const [{ example } = { example: '' }] = rules;
      write('docs/page.md', `The text \`${example}\` is code.`, '', '```', example, '```');
      write('libs/a/src/a.ts', '// A claim expires after a minute.', "console.log('The row was deleted.');");
      expect(await run(check)).toEqual({ status: 0, lines: [] });
    });
  });

  describe('of the names', () => {
    const check = join(scripts, 'check-names.mjs');

    beforeEach(() => {
      write('libs/domain/src/users/roles.service.ts', 'export class RolesService {}');
      write('libs/domain/src/reporting/report.ts', 'export interface Report {}', 'export interface Row {}');
      write('libs/domain/src/reporting/index.ts', "export type { Report } from './report';");
      write(
        'libs/domain/src/index.ts',
        "export { RolesService } from './users/roles.service';",
        "export * from './reporting';",
      );
      write('libs/domain/src/testing.ts', "export type { Row } from './reporting/report';");
      write(
        'libs/contracts/src/send-mail.job.ts',
        'export class SendMailJob {}',
        'export const sendMail = 1;',
      );
      write(
        'apps/api/src/roles.controller.ts',
        "import { type Report, RolesService as Roles } from '@app/domain';",
        'export class RolesController {}',
      );
    });

    it('accepts names that follow the rules', async () => {
      expect(await run(check)).toEqual({ status: 0, lines: [] });
    });

    it.each<[fault: string, file: string, lines: string[], report: string]>([
      [
        'a service with the name of another file',
        'libs/domain/src/users/users.service.ts',
        ['export class UserService {}'],
        'libs/domain/src/users/users.service.ts exports UserService',
      ],
      [
        'a file whose only export is a class with another name',
        'apps/worker/src/user-names.ts',
        ['export class NamesOfUsers {}'],
        'apps/worker/src/user-names.ts exports NamesOfUsers',
      ],
      [
        'the payload of a job that is named in another way',
        'libs/contracts/src/send-mail.job.ts',
        ['export class MailJob {}', 'export const sendMail = 1;'],
        'libs/contracts/src/send-mail.job.ts exports MailJob, sendMail',
      ],
      [
        'an export of the domain that no app imports',
        'libs/domain/src/reporting/index.ts',
        ["export type { Report } from './report';", "export { RowWriter } from './row-writer';"],
        'libs/domain/src/index.ts exports RowWriter, which no app imports',
      ],
      [
        'a name in both entries of the domain',
        'libs/domain/src/testing.ts',
        ["export { RolesService } from './users/roles.service';"],
        'libs/domain/src/testing.ts exports RolesService, which libs/domain/src/index.ts exports too',
      ],
    ])('reports %s', async (_fault, file, lines, report) => {
      write(file, ...lines);
      expect(await run(check)).toEqual({ status: 1, lines: [report] });
    });
  });

  describe('of the boundaries', () => {
    const check = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

    /** Each import, with the rule that forbids it. */
    const FORBIDDEN: [rule: string, from: string, to: string][] = [
      ['kernel-not-upward', 'libs/kernel/src/index.ts', 'libs/config/src/index.ts'],
      ['queue-not-beside', 'libs/queue/src/index.ts', 'libs/events/src/index.ts'],
      ['apps-stay-apart', 'apps/worker/src/main.ts', 'apps/api/src/main.ts'],
      ['enter-libs-by-their-index', 'apps/worker/src/main.ts', 'libs/config/src/inner.ts'],
      ['only-tests-use-the-entry-for-tests', 'apps/worker/src/main.ts', 'libs/domain/src/testing.ts'],
      ['platform-not-upward', 'libs/domain/src/platform/files/a.ts', 'libs/domain/src/building/points/a.ts'],
      ['fields-not-upward', 'apps/api/src/http/fields/a.ts', 'apps/api/src/http/errors/a.ts'],
      ['console-not-upward', 'apps/api/src/http/console/a.ts', 'apps/api/src/http/server/a.ts'],
      [
        'features-use-services-not-queries',
        'libs/domain/src/access/users/a.ts',
        'libs/domain/src/platform/files/files.queries.ts',
      ],
      ['no-test-code-in-the-product', 'libs/domain/src/platform/files/a.ts', 'test/harness.ts'],
    ];
    /** Imports that are allowed. The last two form a cycle of two features, but not of files. */
    const ALLOWED: [from: string, to: string][] = [
      ['apps/api/src/main.ts', 'libs/kernel/src/index.ts'],
      ['libs/domain/src/building/points/a.ts', 'libs/domain/src/building/scene/a.ts'],
      ['libs/domain/src/building/scene/b.ts', 'libs/domain/src/building/points/b.ts'],
    ];
    const [points, scene] = ['libs/domain/src/building/points', 'libs/domain/src/building/scene'];
    const CYCLES = [
      ['no-circles-between-features', points, scene],
      ['no-circles-between-features', scene, points],
    ];

    it('reports each forbidden import and each cycle of features by its rule, and no allowed import', async () => {
      const imports = [...FORBIDDEN.map(([, from, to]) => [from, to] as const), ...ALLOWED];
      const files = new Set(imports.flat());
      for (const file of files) {
        const wanted = imports.filter(([from]) => from === file).map(([, to]) => to);
        const up = '../'.repeat(file.split('/').length - 1);
        write(file, ...wanted.map((to) => `import '${up}${to.replace(/\.ts$/, '')}';`), 'export {};');
      }
      write('tsconfig.json', '{}');
      const config = join(root, '.dependency-cruiser.cjs');
      const { lines } = await run(check, 'apps', 'libs', 'test', '--config', config, '--output-type', 'json');
      const { summary } = JSON.parse(lines.join('\n')) as {
        summary: { violations: { rule: { name: string }; from: string; to: string }[] };
      };
      const found = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
      const expected = [...FORBIDDEN, ...CYCLES].map(([rule, from, to]) => `${rule}: ${from} → ${to}`);
      expect(found.sort()).toEqual(expected.sort());
    });
  });
});
