import {
  AreasService,
  AuditService,
  DemoBuildingService,
  type DemoLifeService,
  ConfigurationService,
  SceneService,
  WorkflowEditingService,
  WorkflowsService,
} from '@app/domain';
import {
  demoBuilding,
  type DemoEnergyService,
  DemoWorkflowsService,
  ObjectReferencesService,
  type WorkflowSummary,
} from '@app/domain/testing';
import { ReportRunEntity, WorkflowExecutionEntity } from '@app/entities';
import { Actor, DomainError, newId, SystemClock } from '@app/kernel';
import type { Json } from '@app/workflow-engine';
import { ACCEPTING } from '../factories/node-trial';
import { demoObjectsOf } from '../factories/demo-objects';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';

const root = Actor.user(1, 'admin', 'root');
const EVERYTHING = { page: 1, limit: 100 };

describe('the workflows of the demonstration building', () => {
  const written: [string, Json][] = [];
  const sent: { to: string[]; subject: string; text: string }[] = [];
  let locked: string[] = [];
  let database: TestDatabase;
  let shop: ExecutionWorkshop;
  let editing: WorkflowEditingService;
  let workflows: WorkflowsService;
  let areas: AreasService;
  let demo: DemoBuildingService;
  let scene: SceneService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const [environment, clock] = [testEnvironment({ DEFAULT_LANGUAGE: 'en-US' }), new SystemClock()];
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    editing = new WorkflowEditingService(dataSource, environment, configuration, clock, audit);
    workflows = new WorkflowsService(dataSource, environment);
    areas = new AreasService(dataSource, configuration, clock, audit);
    shop = new ExecutionWorkshop(database, {
      ports: {
        points: {
          ...ACCEPTING,
          write: async ({ code, value }) => {
            if (locked.includes(code))
              throw new DomainError('forbidden', 'interlock', 'The fan is locked out.');
            written.push([code, value]);
            return null;
          },
          read: async (code) => {
            const value = written.findLast(([name]) => name === code)?.[1] ?? null;
            return { value, quality: 'good', timestamp: new Date().toISOString() };
          },
          lastWrittenAtMs: async () => null,
        },
        mail: {
          ...ACCEPTING,
          hasServer: async () => true,
          send: async (mail) => {
            sent.push(mail);
            return { toOutbox: false };
          },
        },
      },
    });
    const references = new ObjectReferencesService();
    scene = new SceneService(dataSource, references, audit);
    const examples = new DemoWorkflowsService(dataSource, editing, shop.intake);
    demo = new DemoBuildingService(
      areas,
      examples,
      demoObjectsOf(dataSource, environment, clock),
      scene,
      // The workflows need only the areas.
      {
        seed: async (actor: Actor) => void (await areas.replace(actor, demoBuilding('2026-01-01', 'en-US'))),
      } as DemoEnergyService,
      { seed: () => Promise.resolve(null) } as unknown as DemoLifeService,
      configuration,
      dataSource,
    );
    await demo.seed();
  });
  afterAll(async () => {
    shop.close();
    await database.drop();
  });
  beforeEach(() => {
    written.length = 0;
    sent.length = 0;
    locked = [];
  });

  const all = async () => (await workflows.list(EVERYTHING)).items;
  async function named(name: string): Promise<WorkflowSummary> {
    const found = (await all()).find((workflow) => workflow.name === name);
    if (!found) throw new Error(`No demonstration workflow has the name "${name}".`);
    return found;
  }
  const outputOf = (detail: Awaited<ReturnType<typeof shop.execute>>, nodeId: string) =>
    detail.nodeResults.find((result) => result.nodeId === nodeId)?.output;

  it('demonstration workflows exist, are enabled and have no problems', async () => {
    expect((await all()).map(({ trigger, enabled, problems }) => [trigger.type, enabled, problems])).toEqual([
      ['webhook', true, []],
      ['state_change', true, []],
      ['state_change', true, []],
    ]);
  });

  it('demonstration workflows each have one execution immediately, without an effect on the building', async () => {
    const [first, ...others] = await database.dataSource.manager.find(WorkflowExecutionEntity);
    expect(others).toEqual([]);
    const { id = '', workflowId = '' } = first ?? {};
    const isQueued = () => shop.queued.some(({ payload }) => payload.executionIds.includes(id));
    await waitFor(isQueued, { what: 'its job' });
    await shop.run(id);
    const detail = await shop.detail(workflowId, id);
    expect(detail).toMatchObject({ status: 'success', trigger: 'manual', dryRun: false });
    expect(outputOf(detail, 'fine')).toEqual({ said: 'The building takes 42.0 kW, not more than 80.' });
    expect([written, sent]).toEqual([[], []]);
  });

  it('demonstration workflows switch off the lights of an empty floor', async () => {
    const detail = await shop.execute(await named('Lights out'), { floor: 2 });
    expect(detail.status).toBe('success');
    expect(written).toEqual([
      ['F2.EAST.LIGHT.SWITCH', false],
      ['F2.WEST.LIGHT.SWITCH', false],
    ]);
    expect(outputOf(detail, 'done')).toEqual({ floor: 2, switchedOff: 2 });
    const unknown = await shop.execute(await named('Lights out'), { floor: 9 });
    expect(outputOf(unknown, 'unknown')).toEqual({ unknownFloor: 9 });
  });

  const crowded = { code: 'F2.EAST.ZONE.CO2', value: 950, previous: 890, quality: 'good' };

  it('demonstration workflows come with labels for the lights of each floor', async () => {
    const { labels } = await scene.read();
    expect(labels.map(({ id, devices }) => [id, devices.length])).toEqual([
      ['floor-1', 2],
      ['floor-2', 2],
      ['floor-3', 2],
    ]);
  });

  it('demonstration workflows ventilate crowded rooms', async () => {
    expect((await shop.execute(await named('Fresh air for a crowded room'), crowded)).status).toBe('success');
    expect(written).toEqual([['AHU1.FAN.CMD', true]]);
    expect(sent).toEqual([]);
  });

  it('demonstration workflows report why an interlock prevents ventilation', async () => {
    locked = ['AHU1.FAN.CMD'];
    const detail = await shop.execute(await named('Fresh air for a crowded room'), crowded);
    expect(detail.status).toBe('success');
    expect(written).toEqual([]);
    expect(sent).toMatchObject([
      {
        subject: 'No fresh air: F2.EAST.ZONE.CO2 is at 950 ppm',
        text: 'The fan could not be started. The fan is locked out.',
      },
    ]);
  });

  it('demonstration workflows report a high load', async () => {
    await shop.execute(await named('Load watch'), { ...crowded, value: 81.26 });
    expect(sent).toMatchObject([
      { to: ['facilities@localhost'], text: 'The building takes 81.3 kW, more than 80.' },
    ]);
  });

  it('the report of the demonstration is started after a restart if it has not run', async () => {
    const { manager } = database.dataSource;
    expect(await demo.seed()).toBeNull();
    const made = { action: 'report.created', target: 'report 7', after: null };
    await new AuditService(database.dataSource, new SystemClock()).record(
      Actor.system('demonstration'),
      made,
      manager,
    );
    expect(await demo.seed()).toBe(7);
    const run = { id: newId(), planId: 7, name: 'Report', templateId: 1, format: 'pdf' } as const;
    const shown = { language: 'en-US', timezone: 'UTC', fromAt: new Date(0), toAt: new Date(1) } as const;
    const work = {
      status: 'completed',
      progress: 1,
      attempts: 1,
      createdBy: 'test',
      createdAt: new Date(0),
    } as const;
    await manager.insert(ReportRunEntity, { ...run, ...shown, ...work, areaIds: [] });
    expect(await demo.seed()).toBeNull();
  });

  it('demonstration workflows stay deleted after a restart, and are created only once', async () => {
    const { id } = await named('Lights out');
    await database.dataSource.transaction(async (manager) => {
      await manager.delete(WorkflowExecutionEntity, { workflowId: id });
      await editing.remove(root, id, manager);
    });
    await demo.seed();
    await areas.replace(root, []);
    await demo.seed();
    expect((await areas.site()).areas).toHaveLength(4);
    expect((await all()).map(({ name }) => name)).toEqual(['Fresh air for a crowded room', 'Load watch']);
  });
});
