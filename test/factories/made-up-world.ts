import { type Clock, DomainError } from '@app/kernel';
import type { HttpPortResponse, Json, NodePorts } from '@app/workflow-engine';
import { ACCEPTING } from './node-trial';

const ANSWERS: Record<string, HttpPortResponse> = {
  'weather.example.org': {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"outside": 3.5}',
  },
  'down.example.org': { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Closed.' },
};
/** The value of every point that no workflow has written. */
const CO2_PPM = 640;
const FIGURES = {
  total: 96.5,
  avg: 4.021,
  peak: 9.8,
  peakTime: '2026-03-01T09:00:00.000Z',
  unit: 'kWh',
  coverage: 1,
  silentMeters: [],
  comparedToLastPeriod: { total: 12.4, avg: 12.4, peak: -3.1, coverage: 1 },
};
const LOCKED = 'AHU1.FAN.CMD';

/** Simulates the external systems that the workflows in docs/workflows.md use, with the behaviour described there. */
export function madeUpWorld(clock: Clock): NodePorts {
  const written = new Map<string, Json>();
  return {
    http: {
      ...ACCEPTING,
      request: async ({ url }) => {
        const answer = ANSWERS[new URL(url).hostname];
        if (!answer)
          throw new DomainError('upstream_failed', 'host_not_found', 'No host with this name was found.');
        return answer;
      },
    },
    workflows: {
      ...ACCEPTING,
      call: async ({ input }) => ({
        id: '0197f000-0000-7000-8000-000000000001',
        status: 'success',
        output: { kWh: 12.4, floor: input['floor'] ?? null },
        error: null,
        startedAtMs: clock.nowMs(),
      }),
    },
    answers: { send: async () => true },
    waits: { ask: async () => ({ status: 'met', data: { approved: true } }) },
    mail: { ...ACCEPTING, hasServer: async () => true, send: async () => ({ toOutbox: false }) },
    sql: { run: async () => ({ rows: [], rowCount: 0 }) },
    points: {
      ...ACCEPTING,
      write: async ({ code, value }) => {
        if (code === LOCKED) throw new DomainError('forbidden', 'interlock', 'The fan is locked out.');
        written.set(code, value);
        return { value, quality: 'good', timestamp: clock.now().toISOString() };
      },
      read: async (code) => ({
        value: written.get(code) ?? null,
        quality: 'good',
        timestamp: clock.now().toISOString(),
      }),
      lastWrittenAtMs: async () => null,
    },
    lights: {
      ...ACCEPTING,
      control: async ({ action, devices = ['east', 'west'] }) => {
        const results = devices.map((deviceId) => ({ deviceId, success: true }));
        return { success: true, results, on: action !== 'off' };
      },
    },
    readings: {
      values: async (names) =>
        names.map((code) => ({
          code,
          value: written.get(code) ?? CO2_PPM,
          quality: 'good',
          timestamp: clock.now().toISOString(),
        })),
      history: async ({ from }) => [{ timestamp: from, value: CO2_PPM }],
    },
    energy: { figures: async () => FIGURES },
    recall: { recall: async () => null },
    remember: { change: async ({ value = null }) => ({ value, previous: null, changed: true }) },
    alerts: {
      raise: async () => ({ alertId: 17, raised: true, occurrences: 1 }),
      clear: async () => 17,
    },
    tickets: { faults: madeUpTickets(), workOrders: madeUpTickets() },
    exports: {
      ...ACCEPTING,
      run: async () => {
        const requestedAtMs = clock.nowMs();
        return { jobId: 'export', status: 'completed', requestedAtMs, fileId: 'file', error: null };
      },
    },
    reports: {
      ...ACCEPTING,
      run: async () => {
        const requestedAtMs = clock.nowMs();
        return { runId: 'run', status: 'completed', requestedAtMs, fileId: 'file', error: null };
      },
    },
  };
}

function madeUpTickets() {
  return {
    create: async () => ({ id: 7, created: true, status: 'open' }),
    change: async ({ fields }: { fields: { status?: string } }) => ({
      id: 7,
      status: fields.status ?? 'open',
    }),
    check: async () => undefined,
  };
}
