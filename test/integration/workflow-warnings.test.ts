import {
  AreasService,
  AuditService,
  ConfigurationService,
  PointsService,
  PointWritersService,
  ReportPlansService,
  ReportTemplatesService,
  WorkflowEditingService,
  WorkflowsService,
  WorkflowWarningsService,
} from '@app/domain';
import { CalendarReader, FileReader, WorkflowReferencesService } from '@app/domain/testing';
import { CalendarEntity, PointValueEntity } from '@app/entities';
import { Actor, FixedClock, newId } from '@app/kernel';
import type { NodeDefinition } from '@app/workflow-engine';
import { ACCEPTING_CHECKS } from '../factories/node-trial';
import { workflowInput } from '../factories/workflow-inputs';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { workflowServices } from '../factories/workflow-services';

const NOW = Date.parse('2026-05-01T10:30Z');
const ada = Actor.user(7, 'engineer', 'ada');
const root = Actor.user(1, 'admin', 'root');

const writing = (id: string, code: string) => ({ id, type: 'set_point', config: { code, value: 1 } });

const reading = (id: string, area: number | string) => ({
  id,
  type: 'read_energy',
  config: { period: 'today', areaId: area },
});

const opening = (id: string, expression: string) => ({ id, type: 'condition', config: { expression } });

const awaiting = (id: string, config: NodeDefinition['config']) => ({ id, type: 'wait_for', config });

const calling = (workflowId: string) => ({ id: 'run', type: 'run_workflow', config: { workflowId } });

describe('workflows', () => {
  const clock = new FixedClock(NOW);
  const environment = testEnvironment();
  let database: TestDatabase;
  let audit: AuditService;
  let configuration: ConfigurationService;
  let editing: WorkflowEditingService;
  let workflows: WorkflowsService;

  beforeAll(async () => {
    database = await openDatabase();
    ({ audit, configuration, editing, workflows } = await workflowServices(
      database.dataSource,
      environment,
      clock,
    ));
  });
  afterAll(() => database.drop());

  const manager = () => database.dataSource.manager;
  const references = () => {
    const { dataSource } = database;
    const areas = new AreasService(dataSource, configuration, clock, audit);
    const none = {} as never;
    return new WorkflowReferencesService(
      areas,
      new CalendarReader(dataSource),
      new ReportPlansService(dataSource, none, none, none, audit, clock),
      new ReportTemplatesService(dataSource, areas, configuration, audit, clock),
      workflows,
      new FileReader(dataSource, none),
    );
  };

  const writers = () => new PointWritersService(database.dataSource);

  it('workflows have warnings for points that other workflows write, too, and points know their writers', async () => {
    const code = `AHU"1\\FAN_${newId()}`;
    const save = (name: string, nodes: NodeDefinition[], enabled = true) => {
      const all = [{ id: 'start', type: 'start', config: {} }, ...nodes];
      const edges = nodes.map(({ id }) => ({ id, source: 'start', target: id }));
      return editing.create(ada, { ...workflowInput({ nodes: all, edges }), name, enabled });
    };
    const points = { knownCodes: async () => new Set([code]), similarCodes: async () => new Map() };
    const service = new WorkflowWarningsService(
      points as never,
      configuration,
      references(),
      environment,
      ACCEPTING_CHECKS as never,
      writers(),
    );
    const warningsOf = async (workflow: Parameters<typeof service.withWarnings>[0]) =>
      (await service.withWarnings(workflow)).warnings;
    const fan = await save('Fan', [writing('on', code), writing('off', code)]);
    expect(await warningsOf(fan)).toEqual([]);
    await save('Reads', [{ id: 'read', type: 'read_point', config: { codes: code } }]);
    await save('Computes', [
      writing('computed', `{{ '${code.slice(0, 3)}' }}`),
      writing('other', `${code}.SP`),
    ]);
    expect(await warningsOf(fan)).toEqual([]);
    const night = await save('Night', [writing('off', code)], false);
    const message = `writes the point ${code}, which other workflows write, too: `;
    expect(await warningsOf(fan)).toMatchObject([
      { path: 'nodes[1].config.code', message: `${message}“Night”` },
      { path: 'nodes[2].config.code', message: `${message}“Night”` },
    ]);
    expect(await warningsOf(night)).toMatchObject([{ message: `${message}“Fan”` }]);
    for (const name of ['A', 'B', 'C']) await save(name, [writing('off', code)]);
    expect(await warningsOf(night)).toMatchObject([{ message: `${message}“Fan”, “A”, “B” and 1 more` }]);
    expect((await writers().of(code)).slice(0, 2)).toEqual([
      { id: fan.id, name: 'Fan', enabled: true },
      { id: night.id, name: 'Night', enabled: false },
    ]);
    const { nodes, edges } = fan;
    expect(await warningsOf(await editing.check({ nodes, edges }))).toMatchObject([
      { message: `${message}“Fan”, “Night”, “A” and 2 more` },
      { message: `${message}“Fan”, “Night”, “A” and 2 more` },
    ]);
    expect(await warningsOf(await editing.check({ nodes, edges }, fan.id))).toMatchObject([
      { message: `${message}“Night”, “A”, “B” and 1 more` },
      { message: `${message}“Night”, “A”, “B” and 1 more` },
    ]);
  });

  it('workflows have warnings for unknown points and for mail without a mail server', async () => {
    await manager().save(PointValueEntity, { code: 'KNOWN', value: 1, quality: 0, measuredAt: clock.now() });
    const made = await editing.create(
      ada,
      workflowInput({
        trigger: { type: 'state_change', config: { watch: ['KNOWN', 'GONE', 'FLOOR.*'] } },
        nodes: [
          { id: 'start', type: 'start', config: {} },
          writing('known', 'KNOWN'),
          writing('gone', 'GONE'),
          writing('computed', '{{ triggerData.code }}'),
          { id: 'mail', type: 'email', config: { to: 'a@example.org', subject: 'x', body: 'y' } },
          {
            id: 'wait',
            type: 'wait_for',
            config: { points: { watch: ['GONE', 'KNOWN', 'FLOOR.*'], condition: 'value > 1' } },
          },
          { id: 'read', type: 'read_point', config: { codes: 'GONE' } },
          { id: 'readAll', type: 'read_point', config: { codes: ['KNOWN', 'FLOOR.*', 'GONE'] } },
          { id: 'over', type: 'clear_alert', config: { pointCode: 'GONE' } },
        ],
        edges: ['known', 'gone', 'computed', 'mail', 'wait', 'read', 'readAll', 'over'].map((target) => ({
          id: target,
          source: 'start',
          target,
        })),
      }),
    );
    expect(made.problems).toEqual([]);
    const points = new PointsService(database.dataSource, {} as never, audit);
    const warnings = new WorkflowWarningsService(
      points,
      configuration,
      references(),
      environment,
      ACCEPTING_CHECKS as never,
      writers(),
    );
    const { warnings: found } = await warnings.withWarnings(made);
    expect(found).toMatchObject([
      { path: 'trigger.config.watch[1]', message: expect.stringContaining('GONE') },
      { path: 'nodes[2].config.code', message: expect.stringContaining('GONE') },
      { path: 'nodes[5].config.points.watch[0]', message: expect.stringContaining('GONE') },
      { path: 'nodes[6].config.codes', message: expect.stringContaining('GONE') },
      { path: 'nodes[7].config.codes[2]', message: expect.stringContaining('GONE') },
      { path: 'nodes[8].config.pointCode', message: expect.stringContaining('GONE') },
      { path: 'nodes[4]', message: expect.stringContaining('no mail server') },
    ]);
    await configuration.change(root, { mail: { host: 'mail.example.org' } });
    expect((await warnings.withWarnings(made)).warnings.map(({ path }) => path)).not.toContain('nodes[4]');
  });

  it('warnings for unknown points suggest a point with a similar code', async () => {
    await manager().save(PointValueEntity, {
      code: 'F1.EAST.ZONE.TEMP',
      value: 1,
      quality: 0,
      measuredAt: clock.now(),
    });
    const nodes: NodeDefinition[] = [writing('a', 'F1.ESAT.ZONE.TEMP'), writing('b', 'SOMETHING.ELSE')];
    const made = await editing.check({ nodes, edges: [] });
    const points = new PointsService(database.dataSource, {} as never, audit);
    const service = new WorkflowWarningsService(
      points,
      configuration,
      references(),
      environment,
      ACCEPTING_CHECKS as never,
      writers(),
    );
    expect((await service.withWarnings(made)).warnings).toMatchObject([
      {
        path: 'nodes[0].config.code',
        message:
          'names the point F1.ESAT.ZONE.TEMP, which is not known and has no value yet; did you mean F1.EAST.ZONE.TEMP?',
      },
      {
        path: 'nodes[1].config.code',
        message: 'names the point SOMETHING.ELSE, which is not known and has no value yet',
      },
    ]);
  });

  it('workflows have warnings for one-time addresses if PUBLIC_URL is not set', async () => {
    const made = await editing.create(
      ada,
      workflowInput({
        nodes: [
          { id: 'start', type: 'start', config: {} },
          awaiting('event', { event: { name: 'alert.raised' } }),
          awaiting('approval', { call: true }),
          { id: 'address', type: 'end', config: { output: "{{ resumeUrl('approval') }}" } },
        ],
        edges: ['event', 'approval', 'address'].map((target) => ({ id: target, source: 'start', target })),
      }),
    );
    expect(made.problems).toEqual([]);
    const points = new PointsService(database.dataSource, {} as never, audit);
    const warningsWith = async (PUBLIC_URL?: string) => {
      const settings = testEnvironment({ PUBLIC_URL });
      const service = new WorkflowWarningsService(
        points,
        configuration,
        references(),
        settings,
        ACCEPTING_CHECKS as never,
        writers(),
      );
      return (await service.withWarnings(made)).warnings;
    };
    expect(await warningsWith()).toMatchObject([
      { path: 'nodes[2].config.call', message: expect.stringContaining('the operator must set PUBLIC_URL') },
    ]);
    expect(await warningsWith('https://plant.example.org')).toEqual([]);
  });

  it('workflows have warnings for ids that no record can have', async () => {
    const id = 3_000_000_000;
    const nodes: NodeDefinition[] = [
      { id: 'plan', type: 'report', config: { planId: id } },
      { id: 'template', type: 'report', config: { templateId: id } },
      opening('open', `isOpen(now(), ${id})`),
      calling('a\0b'),
      { id: 'mail', type: 'email', config: { attachments: ['a\0b'] } },
    ];
    const trigger = { type: 'schedule', config: { cron: '0 1 * * *', calendarId: id } };
    expect((await references().unknown({ trigger, nodes })).map(({ path }) => path)).toEqual([
      'trigger.config.calendarId',
      'nodes[0].config.planId',
      'nodes[1].config.templateId',
      'nodes[2].config.expression',
      'nodes[3].config.workflowId',
      'nodes[4].config.attachments[0]',
    ]);
  });

  it('workflows have warnings for ids of records that do not exist', async () => {
    const { dataSource } = database;
    const calendar = await manager().save(CalendarEntity, {
      name: 'Office',
      timezone: null,
      areaIds: [],
      weekly: [],
      exceptions: [],
    });
    const areas = new AreasService(dataSource, configuration, clock, audit);
    await areas.replace(root, [{ name: 'Floor 1' }]);
    const [areaId = 0] = (await areas.names()).keys();
    const other = await editing.create(ada, workflowInput());
    const nodes: NodeDefinition[] = [
      { id: 'start', type: 'start', config: {} },
      reading('known', areaId),
      reading('computed', '{{ triggerData.areaId }}'),
      reading('gone', 999),
      opening('open', `isOpen(now(), ${calendar.id}) && isHoliday(now(), 998)`),
      opening('any', 'isOpen(now(), triggerData.calendarId)'),
      { id: 'plan', type: 'report', config: { planId: 997 } },
      {
        id: 'template',
        type: 'report',
        config: { templateId: 996, range: 'yesterday', format: 'pdf' },
      },
      {
        id: 'export',
        type: 'export',
        config: { type: 'energy', from: '2026-01-01', to: '2026-01-02', filters: { areaId: 995 } },
      },
    ];
    const edges = nodes.slice(1).map(({ id }) => ({ id, source: 'start', target: id }));
    const trigger = { type: 'schedule', config: { cron: '0 1 * * *', calendarId: 994 } };
    const made = await editing.create(ada, workflowInput({ trigger, nodes, edges }));
    expect(made.problems).toEqual([]);
    expect(await references().unknown(made)).toMatchObject([
      { path: 'trigger.config.calendarId', message: 'names the calendar 994, which does not exist' },
      { path: 'nodes[3].config.areaId', message: 'names the area 999, which does not exist' },
      { path: 'nodes[4].config.expression', message: 'names the calendar 998, which does not exist' },
      { path: 'nodes[6].config.planId', message: 'names the report plan 997, which does not exist' },
      { path: 'nodes[7].config.templateId', message: 'names the report template 996, which does not exist' },
      { path: 'nodes[8].config.filters.areaId', message: 'names the area 995, which does not exist' },
    ]);
    const gone = newId();
    expect(await references().unknown({ ...made, nodes: [calling(other.id), calling(gone)] })).toMatchObject([
      { path: 'trigger.config.calendarId' },
      { path: 'nodes[1].config.workflowId', message: `names the workflow ${gone}, which does not exist` },
    ]);
    const condition = 'isOpen(now(), 993) && value > 1';
    const waiting = { id: 'wait', type: 'wait_for', config: { points: { watch: ['A'], condition } } };
    expect(
      await references().unknown({ trigger: { type: 'manual', config: {} }, nodes: [waiting] }),
    ).toMatchObject([
      { path: 'nodes[0].config.points.condition', message: 'names the calendar 993, which does not exist' },
    ]);
    const watching = { type: 'state_change', config: { watch: ['*'], condition } };
    expect(await references().unknown({ trigger: watching, nodes: [] })).toMatchObject([
      { path: 'trigger.config.condition', message: 'names the calendar 993, which does not exist' },
    ]);
  });
});
