import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Environment, SupervisorEnvironment } from '@app/config';
import type { ClassConstructor } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { BridgeEnvironment } from '../../apps/bridge/src/bridge-environment';
import { GatewaySimEnvironment } from '../../apps/gateway-sim/src/gateway-sim-environment';

const root = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the paths of the files below `folder` with this extension, relative to the checkout. */
function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file));
}

const foldersIn = (folder: string) => readdirSync(join(root, folder)).filter((name) => !name.startsWith('.'));

describe('the complete resource in CONTRIBUTING.md', () => {
  const section = read('CONTRIBUTING.md').split('## How to add a resource')[1] ?? '';

  it('the example resource has at most 8 files with 340 lines in total, and CONTRIBUTING.md states the actual numbers', () => {
    const files = [...section.matchAll(/^\| `([^`]+\.ts)` /gm)].map(([, file = '']) => file);
    const lines = files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
    expect(section).toContain(`${files.length} files with ${lines} lines`);
    expect(files.length).toBeLessThanOrEqual(8);
    expect(lines).toBeLessThanOrEqual(340);
  });
});

describe('docs/configuration.md', () => {
  const page = read('docs/configuration.md');

  /** Returns the rows of the tables in a chapter by the variable in their first cell. */
  function variablesOf(chapter: string): Map<string, string[]> {
    const text = page.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? '';
    const rows = [...text.matchAll(/^\| `([A-Z0-9_]+)` +\|(.*)\|$/gm)];
    return new Map(
      rows.map(([, name = '', cells = '']) => [name, cells.split('|').map((cell) => cell.trim())]),
    );
  }
  const required = variablesOf('Required, or filled in by npm start');
  const processes = variablesOf('The api and the worker');
  const supervisor = variablesOf('npm start alone');
  const gatewaySim = variablesOf('The simulated gateway');
  const bridge = variablesOf('The bridge');
  const scripts = variablesOf('Tests and scripts');

  it.each([
    ['Environment', Environment, [required, processes]],
    ['SupervisorEnvironment', SupervisorEnvironment, [required, processes, supervisor]],
    ['GatewaySimEnvironment', GatewaySimEnvironment, [gatewaySim]],
    ['BridgeEnvironment', BridgeEnvironment, [bridge]],
  ] as const)('docs/configuration.md lists exactly the variables of %s', (_name, shape, tables) => {
    const documented = tables.flatMap((table) => [...table.keys()]);
    expect(documented.sort()).toEqual(namesOf(shape).sort());
  });

  it.each([
    ...defaultsAndBounds(Environment, processes),
    ...defaultsAndBounds(SupervisorEnvironment, supervisor),
    ...defaultsAndBounds(GatewaySimEnvironment, gatewaySim),
    ...defaultsAndBounds(BridgeEnvironment, bridge),
  ])('docs/configuration.md states the default and the bounds of %s', (_name, documented, actual) => {
    expect(documented).toEqual(actual);
  });

  it('docs/configuration.md lists exactly the variables that scripts and tests read', () => {
    const sources = [
      ...filesIn('scripts', /\.mjs$/),
      ...filesIn('test', /\.ts$/),
      'ormconfig.ts',
      '.ci/run',
    ].map(read);
    const text = sources.join('\n');
    const readByThem = new Set(
      [...text.matchAll(/process\.env\.((?:TEST|DATABASE)_[A-Z_]+)/g)].map(([, name = '']) => name),
    );
    const ownOfTheHarness = ['TEST_FOLDER', 'TEST_REDIS_DATABASES', 'TEST_SELECTION'];
    expect([...scripts.keys(), ...ownOfTheHarness].sort()).toEqual([...readByThem].sort());
  });
});

/** Returns the link fragments of a file's headings. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documents', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)];

  it.each(documents)('the documents contain only links to existing chapters and files: %s', (document) => {
    const text = read(document);
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
      ([, path = '', chapter]) => ({ file: path ? join(dirname(document), path) : document, chapter }),
    );
    const mentioned = [...text.matchAll(/`((?:apps|libs|test|scripts|bench|docs|\.ci)\/[\w./-]*)`/g)].map(
      ([, file = '']) => ({ file, chapter: undefined }),
    );
    const missing = [...links, ...mentioned].filter(
      ({ file, chapter }) =>
        !existsSync(join(root, file)) || (chapter !== undefined && !anchorsOf(file).includes(chapter)),
    );
    expect(missing).toEqual([]);
  });

  it.each(documents)('the documents name only existing npm scripts: %s', (document) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(document).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('the documents list every app and library', () => {
    const [readme, architecture] = [read('README.md'), read('docs/architecture.md')];
    expect(foldersIn('apps').filter((name) => !readme.includes(`\`apps/${name}\``))).toEqual([]);
    expect(foldersIn('libs').filter((name) => !architecture.includes(`| \`${name}\``))).toEqual([]);
  });

  it('the documents list every decision record', () => {
    const index = read('docs/adr/README.md');
    const decisions = filesIn('docs/adr', /^\d{4}-.*\.md$/).map((file) => file.replace('docs/adr/', ''));
    expect(decisions.filter((file) => !index.includes(`(${file})`))).toEqual([]);
  });
});

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>;

function rulesOf(shape: ClassConstructor<object>): Metadata {
  return getMetadataStorage().getTargetValidationMetadatas(shape, '', true, false);
}

function namesOf(shape: ClassConstructor<object>): string[] {
  return [...new Set(rulesOf(shape).map(({ propertyName }) => propertyName))];
}

/** Returns the default and the bounds of each documented variable, as the page and as the class state them. */
function defaultsAndBounds(
  shape: ClassConstructor<object>,
  rows: ReadonlyMap<string, string[]>,
): [name: string, documented: object, actual: object][] {
  const instance = new shape() as Record<string, unknown>;
  return [...rows].map(([name, cells]) => {
    const [byDefault = '', allowed = ''] = cells.slice(-2);
    const range = /^(\d+) to (\d+)$/.exec(allowed);
    const documented = {
      byDefault: byDefault.replaceAll('`', ''),
      bounds: range ? [Number(range[1]), Number(range[2])] : null,
    };
    return [
      name,
      documented,
      { byDefault: defaultOf(name, instance[name], shape), bounds: boundsOf(name, shape) },
    ];
  });
}

function defaultOf(name: string, value: unknown, shape: ClassConstructor<object>): string {
  if (name === 'PLATFORM_TIMEZONE') return "the machine's zone";
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  const optional = rulesOf(shape).some(
    (rule) => rule.propertyName === name && rule.type === 'conditionalValidation',
  );
  return optional ? 'none' : 'required';
}

function boundsOf(name: string, shape: ClassConstructor<object>): number[] | null {
  const bound = (rule: string) =>
    rulesOf(shape).find(({ propertyName, name: ruleName }) => propertyName === name && ruleName === rule)
      ?.constraints?.[0] as number | undefined;
  const [min, max] = [bound('min'), bound('max')];
  return min === undefined || max === undefined ? null : [min, max];
}
