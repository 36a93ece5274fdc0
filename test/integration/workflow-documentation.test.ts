import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowEnvironment } from '@app/config';
import {
  AuditService,
  ConfigurationService,
  TRIGGER_TYPES,
  WorkflowEditingService,
  type WorkflowInput,
} from '@app/domain';
import { isHoliday, isOpen, triggerProblems } from '@app/domain/testing';
import type { CalendarEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import {
  evaluate,
  type ExpressionSite,
  type JsonObject,
  type NodeDefinition,
  parseExpression,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { blocksOf, type Example, examplesIn, expressionLines } from '../factories/documented-workflows';
import { savedProblems } from '../factories/node-trial';
import { madeUpWorld } from '../factories/made-up-world';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'workflows.md'), 'utf8');
const NOW_MS = Date.parse('2026-03-02T06:30:00Z');

describe('the workflows in docs/workflows.md', () => {
  const clock = new FixedClock(NOW_MS);
  let database: TestDatabase;
  let shop: ExecutionWorkshop;
  let editing: WorkflowEditingService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const environment = testEnvironment();
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    editing = new WorkflowEditingService(dataSource, environment, configuration, clock, audit);
    shop = new ExecutionWorkshop(database, { clock, ports: madeUpWorld(clock) });
  });
  afterAll(async () => {
    shop.close();
    await database.drop();
  });

  /** Runs an execution to its end. Advances the clock instead of waiting. */
  async function runToItsEnd(workflow: { id: string; revision: number }, triggerData: unknown) {
    const id = await shop.accept(workflow, triggerData);
    for (let row = await shop.row(id); row.status === 'running'; row = await shop.row(id)) {
      clock.set(Math.max(clock.nowMs(), row.dueAt?.getTime() ?? 0));
      await shop.run(id);
    }
    return shop.detail(workflow.id, id);
  }

  const examples = examplesIn(page);

  it('each documented workflow has a documented result', () => {
    expect(examples.length).toBeGreaterThanOrEqual(8);
    const withResults = new Set(examples.map(({ workflow }) => workflow));
    expect(withResults.size).toBe(blocksOf(page, 'json workflow').length);
  });

  it.each(examples.map((example): [string, Example] => [titleOf(example), example]))(
    'documented workflows have the documented result: %s',
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
        error: error?.message ?? null,
        ran,
        outputs: of(({ output }) => output),
        attempts: of(({ attempts }) => attempts),
        errors: of((run) => run.error?.code ?? null),
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

/** Adds the fields that an example omits, as the api does. */
function complete({ nodes, edges, ...rest }: Example['workflow']): WorkflowInput {
  return {
    ...rest,
    nodes: nodes.map((node) => ({ ...node, config: node.config ?? {} })),
    edges: edges.map((edge, index) => ({ id: `edge-${index + 1}`, ...edge })),
  };
}

describe('the parts of workflows in docs/workflows.md', () => {
  it.each(blocksOf(page, 'json node').map((text) => JSON.parse(text) as NodeDefinition))(
    'the documented node $id is valid',
    async ({ type, config }) => {
      const known = nodeCatalogue.get(type);
      expect(known && (await savedProblems(known, config))).toEqual([]);
    },
  );

  const triggers = blocksOf(page, 'json trigger-config').map(
    (text) => JSON.parse(text) as { type: (typeof TRIGGER_TYPES)[number]; config: JsonObject },
  );
  it.each(triggers)('the documented trigger $type is valid', ({ type, config }) => {
    expect(triggerProblems(type, config)).toEqual([]);
  });
});

describe('the expressions in docs/workflows.md', () => {
  const [scopeText = '{}'] = blocksOf(page, 'json scope');
  const scope = JSON.parse(scopeText) as JsonObject;
  const names = Object.keys(scope);
  const maxSteps = new WorkflowEnvironment().LIMIT_EXPRESSION_STEPS;
  const limits = { nowMs: NOW_MS, maxSteps, site: documentedSite() };
  const lines = expressionLines(page);
  const of = (kind: 'gives' | 'refused' | 'fails') => lines.filter((line) => line.kind === kind);

  it('the document contains more than 40 expressions', () => expect(lines.length).toBeGreaterThan(40));

  it.each(of('gives'))('documented expressions have the documented value: $text', ({ text, told }) => {
    expect(evaluate(parseExpression(text, { names }), scope, limits)).toEqual(JSON.parse(told));
  });

  it.each(of('refused'))(
    'documented expressions are refused when they are saved: $text',
    ({ text, told }) => {
      expect(() => parseExpression(text, { names })).toThrow(told);
    },
  );

  it.each(of('fails'))('documented expressions fail when they are evaluated: $text', ({ text, told }) => {
    const expression = parseExpression(text, { names });
    expect(() => evaluate(expression, scope, limits)).toThrow(told);
  });
});

function documentedSite(): ExpressionSite {
  const zone = 'Europe/Berlin';
  const calendars = blocksOf(page, 'json calendar').map((text) => JSON.parse(text) as CalendarEntity);
  const seen = (calendar: CalendarEntity) => ({
    isOpen: (atMs: number) => isOpen(calendar, atMs, zone),
    isHoliday: (atMs: number) => isHoliday(calendar, atMs, zone),
  });
  return { zone, calendars: new Map(calendars.map((calendar) => [calendar.id, seen(calendar)])) };
}
