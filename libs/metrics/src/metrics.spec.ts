import { Logger } from '@nestjs/common';
import { Metrics, type Sample } from './metrics';

const DEPTH = { name: 'depth', help: 'Jobs that wait.', labelNames: ['queue'] };

describe('Metrics', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('contains metrics of the process', async () => {
    const text = await new Metrics().text();
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  it('runs only one query for all scrapes within five seconds', async () => {
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

  it('omits all samples of a group that fails or times out, even the values of earlier reads', async () => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
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
    // Wait for the time limit and one more turn of the event loop.
    await jest.advanceTimersByTimeAsync(2001);
    expect(await scrape).not.toMatch(/^depth\{/m);
  });

  it('logs once when gauges can no longer be read, and once when they can be read again', async () => {
    jest.useFakeTimers();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    const metrics = new Metrics();
    const err = new Error('The queue is gone.');
    const read = jest.fn((): Promise<Sample[]> => Promise.reject(err));
    metrics.gauges([DEPTH], read);
    const scrapeTwice = async () => {
      for (let scrape = 0; scrape < 2; scrape++) {
        await metrics.text();
        jest.advanceTimersByTime(5000);
      }
    };
    await scrapeTwice();
    expect(warn.mock.calls).toEqual([[{ err, gauges: ['depth'] }, 'Gauges cannot be read']]);
    expect(log).not.toHaveBeenCalled();
    read.mockResolvedValue([]);
    await scrapeTwice();
    expect(log.mock.calls).toEqual([[{ gauges: ['depth'] }, 'Gauges can be read again']]);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
