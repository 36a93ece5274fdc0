import type { PlantEvent } from './plantroom';
import { type OpenStream, StreamConnection } from './stream-connection';

type Opened = Parameters<OpenStream>[0];

const LIVE = ['energy_update', 'alert_update'] as const;
const VALUES = ['iot:value:change'] as const;

/** Records the streams that a connection opens. They connect at once and never end by themselves. */
function streams() {
  const opened: Opened[] = [];
  const open: OpenStream = (options) => {
    opened.push(options);
    options.onState({ status: 'connected', isReconnected: false });
    const ended = new Promise<IteratorResult<never>>((resolve) =>
      options.signal.addEventListener('abort', () => resolve({ done: true, value: undefined })),
    );
    return { [Symbol.asyncIterator]: () => ({ next: () => ended }) };
  };
  return { opened, open, live: () => opened.filter(({ signal }) => !signal.aborted) };
}

const refused: OpenStream = () => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('The session has ended.')) }),
});

describe('StreamConnection', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('shares one stream between all listeners, and ends the stream when the last listener leaves', () => {
    const { opened, open, live } = streams();
    const connection = new StreamConnection(open, LIVE, () => {});
    const ends = [connection.listen({}), connection.listen({})];
    expect(opened.map(({ types }) => types)).toEqual([[...LIVE]]);
    ends[0]?.();
    expect(live()).toHaveLength(1);
    ends[1]?.();
    expect([live(), connection.status]).toEqual([[], 'connecting']);
  });

  it('replaces the stream if a listener needs another event type, and never has two streams open', () => {
    const { opened, open, live } = streams();
    const connected = jest.fn();
    const connection = new StreamConnection(open, LIVE, connected);
    connection.listen({});
    connection.listen({}, VALUES);
    connection.listen({}, VALUES);
    expect(opened.map(({ types }) => types)).toEqual([[...LIVE], [...LIVE, ...VALUES]]);
    expect(live()).toHaveLength(1);
    expect(connected).toHaveBeenCalledTimes(2);
  });

  it('is prepared when the stream is connected, and the first listeners share this stream', async () => {
    const { opened, open } = streams();
    const connects: (() => void)[] = [];
    const later: OpenStream = (options) =>
      open({ ...options, onState: (state) => connects.push(() => options.onState(state)) });
    const connection = new StreamConnection(later, LIVE, () => {});
    const prepared = jest.fn();
    const prepare = connection.prepare(1000).then(prepared);
    await jest.advanceTimersByTimeAsync(999);
    expect(prepared).not.toHaveBeenCalled();
    connects[0]?.();
    await prepare;
    connection.listen({});
    await connection.prepare(1000);
    expect(opened).toHaveLength(1);
  });

  it('is prepared at the latest after the limit, which counts once', async () => {
    const { open } = streams();
    const connection = new StreamConnection(
      (options) => open({ ...options, onState: () => {} }),
      LIVE,
      () => {},
    );
    const prepare = connection.prepare(300);
    await jest.advanceTimersByTimeAsync(300);
    await expect(Promise.all([prepare, connection.prepare(300)])).resolves.toHaveLength(2);
  });

  it('reads the data again if an event comes before the first listener', async () => {
    const { open } = streams();
    const sends: OpenStream = (options) => {
      const rest = open(options);
      return {
        async *[Symbol.asyncIterator]() {
          yield { type: 'alert_update' } as PlantEvent;
          yield* rest;
        },
      };
    };
    const connected = jest.fn();
    const connection = new StreamConnection(sends, LIVE, connected);
    await connection.prepare(300);
    await jest.advanceTimersByTimeAsync(0);
    expect(connected).toHaveBeenCalledTimes(1);
    connection.listen({});
    connection.listen({});
    expect(connected).toHaveBeenCalledTimes(2);
  });

  it('connects again if the stream was refused before the first listener', async () => {
    const { opened, open } = streams();
    const answers = [refused, open];
    const connected = jest.fn();
    const connection = new StreamConnection((options) => (answers.shift() ?? open)(options), LIVE, connected);
    await connection.prepare(300);
    expect(connection.status).toBe('connecting');
    await connection.prepare(300);
    expect([opened.length, connected.mock.calls]).toEqual([1, [[false]]]);
  });

  it('is lost without a network, and opens a new stream as soon as there is one', () => {
    const { opened, open, live } = streams();
    const connected = jest.fn();
    const connection = new StreamConnection(open, LIVE, connected);
    connection.followNetwork(true);
    expect(opened).toEqual([]);
    connection.listen({});
    connection.followNetwork(false);
    expect([opened.length, connection.status]).toEqual([1, 'lost']);
    connection.followNetwork(true);
    expect([opened.length, live().length, connection.status]).toEqual([2, 1, 'connected']);
    connection.listen({}, VALUES);
    expect(connected.mock.calls).toEqual([[false], [true], [false]]);
  });

  it('is shown as lost while a silent server does not answer, and keeps its connection', async () => {
    const { opened, open } = streams();
    const connection = new StreamConnection(open, LIVE, () => {});
    const answers = jest.fn(() => Promise.resolve(true));
    await connection.checkSilence(answers);
    expect(answers).not.toHaveBeenCalled();
    connection.listen({});
    await connection.checkSilence(answers);
    expect([connection.status, opened.length]).toEqual(['connected', 1]);
    const changed = jest.fn();
    connection.watch(changed);
    await connection.checkSilence(answers);
    expect(changed).not.toHaveBeenCalled();
    answers.mockResolvedValue(false);
    await connection.checkSilence(answers);
    expect([connection.status, opened.length]).toEqual(['lost', 1]);
    answers.mockResolvedValue(true);
    await connection.checkSilence(answers);
    expect([connection.status, opened.length]).toEqual(['connected', 1]);
  });

  it('ends after a refusal, and opens the stream again for the next listener', async () => {
    const refusal = new Error('Your role does not allow this.');
    const opened: Opened[] = [];
    const refuses = { next: () => Promise.reject(refusal) };
    const open: OpenStream = (options) => {
      opened.push(options);
      options.onState({ status: 'lost', error: refusal, retryInMs: 1000 });
      return { [Symbol.asyncIterator]: () => refuses };
    };
    const connection = new StreamConnection(open, LIVE, () => {});
    const shown: string[] = [];
    connection.watch(() => shown.push(connection.status));
    connection.listen({});
    await jest.advanceTimersByTimeAsync(60_000);
    expect([opened.length, shown]).toEqual([1, ['lost', 'ended']]);
    connection.listen({});
    await jest.advanceTimersByTimeAsync(0);
    expect([opened.length, shown.at(-1)]).toEqual([2, 'ended']);
  });

  it('requests an event type for five more seconds after its last listener has left, because the next page may need it', () => {
    const { open, live } = streams();
    const connection = new StreamConnection(open, LIVE, () => {});
    connection.listen({});
    connection.listen({}, VALUES)();
    const next = connection.listen({}, VALUES);
    jest.advanceTimersByTime(60_000);
    expect(live()[0]?.types).toContain('iot:value:change');
    next();
    jest.advanceTimersByTime(4999);
    expect(live()[0]?.types).toContain('iot:value:change');
    jest.advanceTimersByTime(1);
    expect(live().map(({ types }) => types)).toEqual([[...LIVE]]);
  });
});
