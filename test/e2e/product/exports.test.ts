// Runs in the full check only: it starts whole products.
import { parse } from 'csv-parse/sync';
import { unwrap } from '../../../clients/typescript/src';
import { Installation } from './installation';
import { HOUR_MS } from './measured-energy';
import type { StreamListener } from './stream-listener';

jest.setTimeout(300_000);

const PATIENCE = { timeoutMs: 120_000 };
/** In this range, the clocks in Berlin change twice. */
const RANGE = { from: '2025-10-20T00:00:00+02:00', to: '2026-04-05T00:00:00+02:00' };
const METER = { pointCode: 'METER', kind: 'interval' as const, intervalSeconds: 3600, since: '2025-10-01' };

/** Returns one reading per hour, each with a different value. Some hours have no reading. */
function readings(): string {
  const lines = ['timestamp,value'];
  for (let atMs = Date.parse(RANGE.from), hour = 0; atMs < Date.parse(RANGE.to); atMs += HOUR_MS, hour++) {
    if (hour % 50 !== 7) lines.push(`${new Date(atMs).toISOString()},${(hour % 97) / 8}`);
  }
  return `${lines.join('\n')}\n`;
}

describe('an operator', () => {
  let installation: Installation;
  let stream: StreamListener;
  let areaId: number;

  beforeAll(async () => {
    installation = await Installation.start({
      workers: 2,
      environment: { PLATFORM_TIMEZONE: 'Europe/Berlin' },
    });
    const { client } = installation;
    areaId = (await client.putAreas([{ name: 'Hall', meters: [METER] }]))[0]?.id ?? 0;
    const importId = await client.importReadings({ pointCode: METER.pointCode }, readings(), 'body');
    const isImported = async () => (await client.readingImport(importId)).status === 'done';
    await installation.waitFor(isImported, { ...PATIENCE, what: 'the import' });
    stream = await installation.listen(['workflow', 'export']);
  });
  afterAll(() => installation.stop());

  it('an operator exports the figures that the API reports, and the completed export starts a workflow', async () => {
    const { client } = installation;
    const workflow = await unwrap(
      client.api.POST('/api/workflows', {
        body: {
          name: 'After an export',
          trigger: { type: 'event', config: { event: 'export.completed' } },
          nodes: [{ id: 'start', type: 'start', config: {} }],
          edges: [],
        },
      }),
    );
    const request = { type: 'energy', ...RANGE, filters: { areaId, interval: 'hour' } } as const;
    const started = await client.api.POST('/api/reports/export', { body: request });
    expect(started.response.status).toBe(202);
    const jobId = started.data?.jobId ?? '';
    const state = await installation.waitFor(
      async () => {
        const params = { path: { jobId } };
        const state = await unwrap(client.api.GET('/api/reports/export/{jobId}', { params }));
        return ['completed', 'failed'].includes(state.status) && state;
      },
      { ...PATIENCE, what: 'the export' },
    );
    expect(state).toMatchObject({ status: 'completed', progress: 1, error: null });
    const isTold = () => stream.of('export_update').some(({ status }) => status === 'completed');
    await installation.waitFor(isTold, { ...PATIENCE, what: 'the event of the completed export' });
    const told = stream.of('export_update');
    expect(told.at(-1)).toMatchObject(state);
    expect(told.every((event) => event.jobId === jobId)).toBe(true);

    const content = await client.fileContent(state.fileId ?? '');
    const rows: Record<string, string>[] = parse(content, { bom: true, columns: true });
    const details = await client.details({ areaId, ...RANGE, interval: 'hour' });
    expect(
      rows.map((row) => [Date.parse(row.timestamp_utc ?? ''), row.energy_kwh, Number(row.coverage)]),
    ).toEqual(
      details.map(({ timestamp, value, coverage }) => [Date.parse(timestamp), textOf(value), coverage]),
    );
    const localHours = (date: string) => rows.filter(({ local_time }) => local_time?.startsWith(date)).length;
    expect([localHours('2025-10-26'), localHours('2026-03-29'), localHours('2026-03-30')]).toEqual([
      25, 23, 24,
    ]);

    const reaction = await installation.waitFor(
      () => stream.of('workflow:execution:status').find(({ workflowId }) => workflowId === workflow.id),
      { ...PATIENCE, what: 'the workflow' },
    );
    const path = { id: workflow.id, executionId: reaction.executionId };
    const execution = await unwrap(
      client.api.GET('/api/workflows/{id}/executions/{executionId}', { params: { path } }),
    );
    expect(execution.triggerData).toMatchObject({ event: 'export.completed', jobId, fileId: state.fileId });
  });
});

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}
