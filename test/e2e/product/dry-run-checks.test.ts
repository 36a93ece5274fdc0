import { Installation } from './installation';

const SETPOINT = 'AHU1.SUPPLY.TEMP_SP';
const UNKNOWN_ID = '0197f000-0000-7000-8000-000000000000';

interface Outcome {
  status: string;
  code: string | undefined;
}

interface Execution {
  status: string;
  nodeResults: { error: { code: string } | null }[];
}

type Config = Record<string, unknown>;

/** Runs each workflow for real and as a dry run, over the simulated gateway. */
describe('the checks of a dry run', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.start({ environment: { LIMIT_MAIL_RECIPIENTS: 2 } });
  });
  afterAll(() => installation.stop());

  // Two workflows that write one point are warned of, so none of another test remains.
  afterEach(async () => {
    const workflows = await installation.client.succeed<{ id: string }[]>('GET', '/workflows');
    for (const { id } of workflows) await installation.client.succeed('DELETE', `/workflows/${id}`);
  });

  const post = <T>(path: string, body: object) => installation.client.succeed<T>('POST', path, body);

  async function workflowOf(type: string, config: Config) {
    return post<{ id: string; warnings: { path: string; message: string }[] }>('/workflows', {
      name: 'Checked',
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'act', type, config },
      ],
      edges: [{ source: 'start', target: 'act' }],
    });
  }

  async function outcomeOf(workflowId: string, trigger: object): Promise<Outcome> {
    const { executionId } = await post<{ executionId: string }>(`/workflows/${workflowId}/trigger`, trigger);
    const path = `/workflows/${workflowId}/executions/${executionId}`;
    const { status, nodeResults } = await installation.waitFor(
      async () => {
        const { body } = await installation.client.send<Execution>('GET', path);
        return body.status !== 'running' && body;
      },
      { what: 'the end of the execution' },
    );
    return { status, code: nodeResults.at(-1)?.error?.code };
  }

  /** Returns the warnings of a save, and the outcomes of a dry run and of a real run. */
  async function codesOf(type: string, config: Config) {
    const { id, warnings } = await workflowOf(type, config);
    const dry = await outcomeOf(id, { dryRun: true });
    const real = await outcomeOf(id, {});
    return { warnings, dry, real };
  }

  it.each<[string, string, Config, string, string]>([
    ['an unknown point', 'set_point', { code: 'NOPE', value: 1 }, 'not_found', 'code'],
    ['a number for a boolean', 'set_point', { code: 'AHU1.FAN.CMD', value: 1 }, 'value_type', 'value'],
    ['a text for a number', 'set_point', { code: SETPOINT, value: '20' }, 'value_type', 'value'],
    ['a read-only point', 'set_point', { code: 'F1.EAST.ZONE.TEMP', value: 20 }, 'point_read_only', 'code'],
    ['a value out of range', 'set_point', { code: SETPOINT, value: 99 }, 'value_out_of_range', 'value'],
    [
      'a value between two steps',
      'set_point',
      { code: 'AHU1.HEATING.VALVE', value: 20.5 },
      'value_off_step',
      'value',
    ],
  ])('agrees with the warning at save and with the real run: %s', async (_, type, config, code, field) => {
    const { warnings, dry, real } = await codesOf(type, config);
    expect(warnings.map(({ path }) => path)).toEqual([`nodes[1].config.${field}`]);
    expect([dry, real]).toEqual([
      { status: 'failed', code },
      { status: 'failed', code },
    ]);
    const message = code === 'not_found' ? 'names the point NOPE' : `fails with ${code}: `;
    expect(warnings[0]?.message).toContain(message);
    const templates = await workflowOf(type, {
      ...config,
      value: '{{ triggerData.value }}',
      code: '{{ "x" }}',
    });
    expect(templates.warnings).toEqual([]);
  });

  it.each<[string, string, Config, string, string[]]>([
    ['no address', 'email', { to: 'ada', subject: 'x', body: 'x' }, 'validation_failed', ['to[0]']],
    [
      'too many recipients',
      'email',
      { to: 'a@b.org,c@d.org,e@f.org', subject: 'x', body: 'x' },
      'validation_failed',
      ['to'],
    ],
    [
      'a missing attachment',
      'email',
      { to: 'ada@example.org', subject: 'x', body: 'x', attachments: [UNKNOWN_ID] },
      'attachment_not_found',
      ['attachments[0]'],
    ],
    [
      'a private address',
      'http_request',
      { method: 'POST', url: 'http://127.0.0.1:1/' },
      'address_refused',
      ['url'],
    ],
    [
      'a name with a private address',
      'http_request',
      { method: 'POST', url: 'http://localhost:1/' },
      'address_refused',
      ['url'],
    ],
    ['an unknown label', 'lighting', { labelId: 'nowhere', action: 'on' }, 'not_found', ['labelId']],
    ['an unknown workflow', 'run_workflow', { workflowId: UNKNOWN_ID }, 'not_found', ['workflowId']],
    ['an unknown report plan', 'report', { planId: 999 }, 'not_found', ['planId']],
    [
      'an unknown report template',
      'report',
      { templateId: 999, range: 'lastWeek', format: 'pdf' },
      'not_found',
      ['templateId'],
    ],
    [
      'an unknown area of an export',
      'export',
      { type: 'energy', from: '2026-01-01', to: '2026-02-01', filters: { areaId: 999 } },
      'validation_failed',
      ['filters.areaId'],
    ],
    [
      'an export of more than ten years',
      'export',
      { type: 'faults', from: '2000-01-01', to: '2026-02-01' },
      'validation_failed',
      ['to'],
    ],
  ])('agrees with the warning at save and with the real run: %s', async (_, type, config, code, fields) => {
    const { warnings, dry, real } = await codesOf(type, config);
    const found = warnings.filter(({ message }) => !message.includes('no mail server is configured'));
    const message = expect.stringMatching(
      new RegExp(`^(fails with ${code}: |names the .* which does not exist$)`),
    );
    expect(found).toMatchObject(fields.map((field) => ({ path: `nodes[1].config.${field}`, message })));
    expect([dry, real]).toEqual([
      { status: 'failed', code },
      { status: 'failed', code },
    ]);
  });

  it('warns of a workflow to run that is disabled', async () => {
    const { id } = await workflowOf('set_point', { code: SETPOINT, value: 20 });
    await installation.client.succeed('PUT', `/workflows/${id}/toggle`, { enabled: false });
    const { warnings, dry, real } = await codesOf('run_workflow', { workflowId: id });
    expect(warnings).toMatchObject([{ message: expect.stringContaining('fails with workflow_disabled: ') }]);
    expect([dry.code, real.code]).toEqual(['workflow_disabled', 'workflow_disabled']);
  });

  it('accepts values that the gateway accepts', async () => {
    const { warnings, dry, real } = await codesOf('set_point', { code: SETPOINT, value: 20 });
    expect({ warnings, dry, real }).toEqual({
      warnings: [],
      dry: { status: 'success', code: undefined },
      real: { status: 'success', code: undefined },
    });
  });

  it('cannot begin at a chosen time if the run is real', async () => {
    const { id } = await workflowOf('set_point', { code: SETPOINT, value: 20 });
    const at = '2026-12-24T20:30:00Z';
    const { status } = await installation.client.send('POST', `/workflows/${id}/trigger`, { at });
    expect(status).toBe(400);
    expect(await outcomeOf(id, { at, dryRun: true })).toMatchObject({ status: 'success' });
  });
});
