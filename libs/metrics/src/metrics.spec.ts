import { Metrics, type Sample } from './metrics';

const DEPTH = { name: 'depth', help: 'Jobs that wait.', labelNames: ['queue'] };

describe('Metrics', () => {
  afterEach(() => jest.useRealTimers());

  it('describes the process', async () => {
    const text = await new Metrics().text();
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  it('asks one question for all scrapes of five seconds', async () => {
    jest.useFakeTimers();
    const metrics = new Metrics();
    const read = jest.fn((): Promise<Sample[]> =>
      Promise.resolve([{ name: 'depth', labels: { queue: 'a' }, value: read.mock.calls.length }]),
    );
    metrics.gauges([DEPTH, { name: 'other', help: 'Without a sample.' }], read);
    expect(await metrics.text()).toContain('depth{queue="a"} 1');
    expect(await metrics.text()).toContain('depth{queue="a"} 1');
    jest.advanceTimersByTime(5000);
    const text = await metrics.text();
    expect(text).toContain('depth{queue="a"} 2');
    expect(text).not.toMatch(/^other /m);
  });

  it('leaves out what fails or does not answer, and what it knew before', async () => {
    jest.useFakeTimers();
    const metrics = new Metrics();
    const answers = [
      Promise.resolve([{ name: 'depth', labels: { queue: 'a' }, value: 7 }]),
      Promise.reject<Sample[]>(new Error('The queue is gone.')),
      new Promise<Sample[]>(() => undefined),
    ];
    metrics.gauges([DEPTH], () => answers.shift() ?? Promise.resolve([]));
    expect(await metrics.text()).toContain('depth{queue="a"} 7');
    jest.advanceTimersByTime(5000);
    expect(await metrics.text()).not.toMatch(/^depth\{/m);
    jest.advanceTimersByTime(5000);
    const scrape = metrics.text();
    await jest.advanceTimersByTimeAsync(2000);
    expect(await scrape).not.toMatch(/^depth\{/m);
  });
});
