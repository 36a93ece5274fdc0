// Runs in the full check only: it starts whole products.
import { RunningApi } from '../factories/running-api';
import { workflowInput } from '../factories/workflow-inputs';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

/** Time limit of a response. Prometheus usually waits 10 s for a scrape. */
const ANSWER_MS = 8000;
const METRICS_TOKEN = 'a-token-of-the-scraper';
const AUTHORIZED = { authorization: `Bearer ${METRICS_TOKEN}` };

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) .+$/;
/**
 * Accepts `Nan` as well as `NaN`, because prom-client writes `Nan` for a metric without values, and scrapers ignore the
 * case.
 */
const SAMPLE =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? (Na[nN]|[+-]Inf|[-+0-9.e]+)$/;

/** Parses a scrape. @returns the values by name and labels @throws Error if a line violates the exposition format */
function samplesIn(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    if (COMMENT.test(line)) continue;
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || samples.has(name + labels))
      throw new Error(`The line is not a valid sample, or the sample occurs twice: ${line}`);
    samples.set(name + labels, Number(value));
  }
  return samples;
}

/**
 * Returns the series that count requests, except those of scrapes. A scrape is counted after its response, so only
 * later scrapes report it.
 */
function requestSeries(samples: Map<string, number>): string[] {
  return [...samples.keys()].filter(
    (key) =>
      key.startsWith('plantroom_http_request_duration_seconds_count') && !key.includes('route="/metrics"'),
  );
}

describe('the metrics', () => {
  let api: RunningApi;
  let worker: AppProcess;

  beforeAll(async () => {
    api = await RunningApi.startProcess({ METRICS_TOKEN });
    worker = await new AppProcess('worker', api.environment).start();
  }, 120_000);
  afterAll(async () => {
    await worker.stop();
    await api.stop();
  });

  const scrapeWorker = async () =>
    samplesIn(await (await fetch(`${worker.address}/metrics`, { headers: AUTHORIZED })).text());
  const scrapeApi = async () => samplesIn((await api.call('GET', '/metrics', { token: METRICS_TOKEN })).text);

  it('the metrics count an execution and its requests in the process that handled them', async () => {
    const token = await api.signIn();
    const workflow = await api.call('POST', '/api/workflows', { token, body: workflowInput() });
    const { id } = workflow.body as { id: string };
    const trigger = await api.call('POST', `/api/workflows/${id}/trigger`, { token });
    expect(trigger.status).toBe(202);
    const ended = 'plantroom_execution_duration_seconds_count{status="success"}';
    const ofWorker = await waitFor(
      async () => {
        const samples = await scrapeWorker();
        return samples.get(ended) === 1 && samples;
      },
      { what: 'the end of the execution' },
    );
    const ofApi = await scrapeApi();
    expect(ofApi.get('plantroom_executions_accepted_total')).toBe(1);
    expect(
      ofApi.get(
        'plantroom_http_request_duration_seconds_count{method="POST",route="/api/workflows/:id/trigger",status="202"}',
      ),
    ).toBe(1);
    expect(ofApi.get('plantroom_event_streams')).toBe(0);
    for (const samples of [ofApi, ofWorker]) {
      expect(samples.get('plantroom_dependency_up{dependency="database"}')).toBe(1);
      expect(samples.get('plantroom_dependency_up{dependency="queue"}')).toBe(1);
      expect(samples.has('plantroom_executions_unfinished{state="due"}')).toBe(true);
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
    // A count that takes too long is left out of an answer.
    for (const scrape of [scrapeApi, scrapeWorker]) {
      const failed = /^plantroom_queue_jobs\{queue=".+",state="failed"\}$/;
      await waitFor(async () => [...(await scrape()).keys()].some((name) => failed.test(name)), {
        what: 'the jobs of the queues',
      });
    }
    const current = ['closed', 'half_open', 'open'].filter(
      (state) => ofWorker.get(`plantroom_gateway_breaker{state="${state}",gateway="1"}`) === 1,
    );
    expect(current).toHaveLength(1);
    expect(ofWorker.get('plantroom_meters{state="silent"}')).toBe(0);
    expect(ofWorker.get('plantroom_notifications_unsent{state="waiting"}')).toBe(0);
    expect(ofWorker.get('plantroom_notifications_oldest_overdue_seconds')).toBe(0);
  });

  it('the metrics have one series for all unknown paths and one for all unknown methods', async () => {
    await api.call('GET', '/api/nothing-0');
    await api.call('PURGE', '/api/workflows');
    const before = requestSeries(await scrapeApi());
    for (let path = 1; path < 20; path++) await api.call('GET', `/api/nothing-${path}?with=${path}`);
    await api.call('SEARCH', '/api/workflows');
    expect(requestSeries(await scrapeApi())).toEqual(before);
    expect(before.join('\n')).toContain('{method="GET",route="none",status="404"}');
    expect(before.join('\n')).not.toContain('nothing');
  });

  it.each(['api', 'worker'])(
    'the metrics of the %s can be read only with the token, even from this machine',
    async (name) => {
      const url = `${name === 'api' ? api.address : worker.address}/metrics`;
      const proxied = { 'x-forwarded-for': '203.0.113.9' };
      const statusFor = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
      expect(await statusFor({})).toBe(403);
      expect(await statusFor(AUTHORIZED)).toBe(200);
      expect(await statusFor(proxied)).toBe(403);
      expect(await statusFor({ ...proxied, authorization: 'Bearer wrong' })).toBe(403);
      expect(await statusFor({ ...proxied, ...AUTHORIZED })).toBe(200);
    },
  );
});

describe('the metrics while the database fails', () => {
  it('the metrics are available while the database does not respond', async () => {
    const { api, relay } = await RunningApi.startBehindRelay();
    try {
      relay.freeze();
      const askedAtMs = performance.now();
      const { status, text } = await api.call('GET', '/metrics');
      expect(performance.now() - askedAtMs).toBeLessThan(ANSWER_MS);
      expect(status).toBe(200);
      const samples = samplesIn(text);
      expect(samples.get('plantroom_dependency_up{dependency="database"}')).toBe(0);
      expect(samples.has('plantroom_executions_unfinished{state="due"}')).toBe(false);
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    } finally {
      relay.pass();
      await api.stop();
      await relay.cut();
    }
  });
});
