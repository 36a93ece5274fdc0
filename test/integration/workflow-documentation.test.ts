import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowEnvironment } from '@app/config';
import {
  AuditService,
  INTERNAL_EVENTS,
  PlatformService,
  TRIGGER_TYPES,
  triggerProblems,
  WorkflowEditingService,
  type WorkflowInput,
} from '@app/domain';
import { Actor, FixedClock } from '@app/kernel';
import {
  checkConfig,
  ERROR_ACTIONS,
  evaluate,
  EXPRESSION_FUNCTIONS,
  type JsonObject,
  type NodeDefinition,
  parseExpression,
} from '@app/workflow-engine';
import { nodeCatalogue, nodeTypes } from '@app/workflow-nodes';
import {
  blocksOf,
  type Example,
  examplesIn,
  expressionLines,
  rowsOf,
  sectionOf,
} from '../factories/documented-workflows';
import { madeUpWorld } from '../factories/made-up-world';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'workflows.md'), 'utf8');
const NOW_MS = Date.parse('2026-03-02T06:30:00Z');

describe('workflows of the page', () => {
  const clock = new FixedClock(NOW_MS);
  let database: TestDatabase;
  let shop: ExecutionWorkshop;
  let editing: WorkflowEditingService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const environment = testEnvironment();
    const audit = new AuditService(dataSource, clock);
    const platform = new PlatformService(dataSource, environment, clock, audit);
    await platform.ensure();
    editing = new WorkflowEditingService(dataSource, environment, platform, clock, audit);
    shop = new ExecutionWorkshop(database, { clock, ports: madeUpWorld(clock) });
  });
  afterAll(async () => {
    shop.close();
    await database.drop();
  });

  /** Lets waits pass until it has ended. */
  async function runToItsEnd(workflow: { id: string; revision: number }, triggerData: unknown) {
    const id = await shop.accept(workflow, triggerData);
    for (let row = await shop.row(id); row.status === 'running'; row = await shop.row(id)) {
      clock.set(Math.max(clock.nowMs(), row.dueAt?.getTime() ?? 0));
      await shop.run(id);
    }
    return shop.detail(workflow.id, id);
  }

  const examples = examplesIn(page);

  it('are several, and each has a result', () => {
    expect(examples.length).toBeGreaterThanOrEqual(8);
    const withResults = new Set(examples.map(({ workflow }) => workflow));
    expect(withResults.size).toBe(blocksOf(page, 'json workflow').length);
  });

  it.each(examples.map((example): [string, Example] => [titleOf(example), example]))(
    '%s gives what stands there',
    async (_title, { workflow, triggerData, result }) => {
      const saved = await editing.create(Actor.user(1, 'engineer', 'ada'), complete(workflow));
      const { status, error, nodeResults } = await runToItsEnd(saved, triggerData);
      const ran = nodeResults.map(({ status, ...run }) =>
        status === 'success' ? nameOf(run) : `${nameOf(run)} (${status})`,
      );
      const of = <T>(pick: (run: (typeof nodeResults)[number]) => T) =>
        Object.fromEntries(nodeResults.map((run) => [nameOf(run), pick(run)]));
      const came = {
        status,
        error,
        ran,
        outputs: of(({ output }) => output),
        attempts: of(({ attempts }) => attempts),
        errors: of(({ error }) => error?.code ?? null),
      };
      expect(came).toMatchObject({ error: null, ...result });
    },
  );
});

function titleOf({ workflow, triggerData }: Example): string {
  return `"${workflow.name}" with ${JSON.stringify(triggerData)}`;
}

function nameOf({ iteration, nodeId }: { iteration: string; nodeId: string }): string {
  return iteration === '' ? nodeId : `${iteration}/${nodeId}`;
}

/** As the api completes what people leave out. */
function complete({ nodes, edges, ...rest }: Example['workflow']): WorkflowInput {
  return {
    ...rest,
    nodes: nodes.map((node) => ({ ...node, config: node.config ?? {} })),
    edges: edges.map((edge, index) => ({ id: `edge-${index + 1}`, ...edge })),
  };
}

describe('parts of workflows', () => {
  const names = ['triggerData', 'variables', 'nodeOutputs', 'env', 'item', 'index'];

  it.each(blocksOf(page, 'json node').map((text) => JSON.parse(text) as NodeDefinition))(
    'the node $id can be saved',
    ({ type, config }) => {
      const known = nodeCatalogue.get(type);
      const problems = known && [
        ...checkConfig(known.config, config, { names }),
        ...(known.check?.(config) ?? []),
      ];
      expect(problems).toEqual([]);
    },
  );

  const triggers = blocksOf(page, 'json trigger-config').map(
    (text) => JSON.parse(text) as { type: (typeof TRIGGER_TYPES)[number]; config: JsonObject },
  );
  it.each(triggers)('the trigger $type can be saved', ({ type, config }) => {
    expect(triggerProblems(type, config)).toEqual([]);
  });
});

describe('expressions of the page', () => {
  const [scopeText = '{}'] = blocksOf(page, 'json scope');
  const scope = JSON.parse(scopeText) as JsonObject;
  const names = Object.keys(scope);
  const limits = { nowMs: NOW_MS, maxSteps: new WorkflowEnvironment().LIMIT_EXPRESSION_STEPS };
  const lines = expressionLines(page);
  const of = (kind: 'gives' | 'refused' | 'fails') => lines.filter((line) => line.kind === kind);

  it('are there', () => expect(lines.length).toBeGreaterThan(40));

  it.each(of('gives'))('$text', ({ text, told }) => {
    expect(evaluate(parseExpression(text, { names }), scope, limits)).toEqual(JSON.parse(told));
  });

  it.each(of('refused'))('$text is refused at save', ({ text, told }) => {
    expect(() => parseExpression(text, { names })).toThrow(told);
  });

  it.each(of('fails'))('$text fails', ({ text, told }) => {
    const expression = parseExpression(text, { names });
    expect(() => evaluate(expression, scope, limits)).toThrow(told);
  });
});

const headings = (title: string) =>
  [...sectionOf(page, title).matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
const codesIn = (text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(([, code = '']) => code);

describe('what the page lists', () => {
  it('are all types of node, and their fields', () => {
    expect(headings('The types of node').sort()).toEqual(nodeTypes.map(({ type }) => type).sort());
    const fields = nodeTypes.flatMap(({ type, config }) =>
      Object.keys(config.properties).map((field) => ({ type, field })),
    );
    const missing = fields.filter(({ type, field }) => !sectionOf(page, type).includes(`- \`${field}\``));
    expect(missing).toEqual([]);
    const told = nodeTypes.flatMap(({ type }) =>
      [...sectionOf(page, type).matchAll(/^- `(\w+)`/gm)].map(([, field = '']) => ({ type, field })),
    );
    expect(told).toHaveLength(fields.length);
  });

  it('are the outputs of all types', () => {
    const missing = nodeTypes.flatMap(({ type, outputs }) =>
      outputs
        .filter(({ name }) => !sectionOf(page, type).includes(`"${name}"`))
        .map(({ name }) => [type, name]),
    );
    expect(missing).toEqual([]);
  });

  it('are all triggers', () => {
    expect(headings('Triggers').sort()).toEqual([...TRIGGER_TYPES].sort());
  });

  it('are all actions of handlers', () => {
    const rows = rowsOf(sectionOf(page, 'When a node fails')).map(([action = '']) =>
      action.replaceAll('`', ''),
    );
    expect(rows).toEqual(ERROR_ACTIONS);
  });

  it('are all functions, as the catalogue says them', () => {
    const rows = rowsOf(sectionOf(page, 'Functions')).map(([signature, description]) => ({
      signature: signature?.replaceAll('`', ''),
      description: `${description}.`,
    }));
    expect(rows).toEqual(
      EXPRESSION_FUNCTIONS.map(({ signature, description }) => ({ signature, description })),
    );
  });

  it('are all names of events', () => {
    const section = sectionOf(page, 'event').split('"event": "workflow.failed"')[1] ?? '';
    const named = codesIn(section).filter((code) => /^[a-z]+\.[a-z]+$/.test(code));
    expect([...new Set(named)].sort()).toEqual([...INTERNAL_EVENTS].sort());
  });

  it('are all variables that bound workflows, with their defaults', () => {
    const rows = rowsOf(sectionOf(page, 'Limits'));
    const defaults = testEnvironment() as unknown as Record<string, unknown>;
    for (const [, value = '', variable = ''] of rows) {
      const name = variable.replaceAll('`', '');
      expect([name, Number(value.replaceAll(',', ''))]).toEqual([name, defaults[name]]);
    }
    const named = new Set(codesIn(sectionOf(page, 'Limits')));
    const own = [...Object.keys(new WorkflowEnvironment()), 'WORKFLOW_DATABASE_URL'];
    expect(own.filter((name) => !named.has(name))).toEqual([]);
    expect(
      [...page.matchAll(/`((?:LIMIT|EXECUTION)_[A-Z_]+)`/g)].filter(([, name = '']) => !(name in defaults)),
    ).toEqual([]);
  });

  it('are all codes of errors, and none that there is not', () => {
    const section = sectionOf(page, 'When it does not do what it should');
    const nodes = rowsOf(section).flatMap(([codes = '']) => codesIn(codes));
    const refusals = codesIn(section.split('The api refuses with')[1] ?? '').filter((code) =>
      code.includes('_'),
    );
    expect([...new Set([...nodes, ...refusals])].sort()).toEqual(codesOfTheCode());
  });
});

/** Codes that nodes fail with, or the api refuses by, as the sources have them. */
function codesOfTheCode(): string[] {
  const folders = [
    'libs/workflow-engine/src',
    'libs/workflow-nodes/src',
    'libs/outbound-http/src',
    'libs/restricted-sql/src',
    'libs/mail/src',
    'libs/gateway-client/src',
    'libs/domain/src/executions',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  const made =
    /(?:NodeFault|exceeded)\(\s*'(\w+)'|new DomainError\(\s*'\w+',\s*'(\w+)'|\bcode: '([a-z_]+)'|code = '([a-z_]+)'|'(parameters_differ|mail_refused|mail_failed|host_not_found|tls_failed|connection_failed)'/g;
  const codes = files.flatMap((text) =>
    [...text.matchAll(made)].map(([, ...groups]) => groups.find(Boolean) ?? ''),
  );
  // Not written where the code is looked for: a mail that is not fit to be sent, and a key that came with another body.
  const elsewhere = ['validation_failed', 'idempotency_key_reused'];
  return [...new Set([...codes, ...elsewhere])].sort();
}
