import { ApiError } from './api-error.js';
import type { EventName, EventOptions, StreamState } from './events.js';
import { createPlantroom } from './plantroom.js';

const HEARTBEAT = { type: 'heartbeat', kind: 'heartbeat', timestamp: '2026-03-29T08:15:04.120Z' };
const faultEvent = (title: string) => ({ type: 'fault_update', kind: 'fault', faultId: 1, title });

type Yielded<Events> = Events extends AsyncGenerator<infer Event> ? Event : never;

const settle = () => jest.advanceTimersByTimeAsync(0);

/** One connection that a client has opened. */
class ServedStream {
  readonly body: ReadableStream<Uint8Array>;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(
    readonly url: URL,
    readonly signal: AbortSignal,
  ) {
    this.body = new ReadableStream({ start: (controller) => void (this.controller = controller) });
    signal.addEventListener('abort', () => this.controller?.error(signal.reason));
  }

  send(...events: object[]): void {
    for (const event of events) this.write(Buffer.from(`id: 1\ndata: ${JSON.stringify(event)}\n\n`));
  }

  write(bytes: Uint8Array): void {
    this.controller?.enqueue(bytes);
  }

  close(): void {
    this.controller?.close();
  }
}

describe('EventStream', () => {
  let streams: ServedStream[];
  let tokens: number;
  /** The next calls get these answers instead of the correct ones. */
  let faults: { path: string; status: number; headers?: Record<string, string> }[];
  let states: StreamState[];
  const controllers: AbortController[] = [];

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    jest.spyOn(Math, 'random').mockReturnValue(0);
    streams = [];
    tokens = 0;
    faults = [];
    states = [];
  });
  afterEach(() => {
    for (const controller of controllers.splice(0)) controller.abort();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const fetch = (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (faults[0]?.path === url.pathname) {
      const { status, headers } = faults.shift() ?? {};
      return Promise.resolve(Response.json({ error: 'Refused.', code: 'refused' }, { status, headers }));
    }
    if (url.pathname === '/api/events/token') {
      return Promise.resolve(Response.json({ token: `token-${++tokens}` }));
    }
    const stream = new ServedStream(url, request.signal);
    streams.push(stream);
    return Promise.resolve(new Response(stream.body));
  };
  const plantroom = createPlantroom({ baseUrl: 'http://plantroom.test', fetch, apiKey: 'pk_key' });

  const onState = (state: StreamState) => void states.push(state);

  /** Follows the stream until the end of the test, and collects its events. */
  function follow<Name extends EventName>(options: EventOptions<Name> = {}) {
    const controller = new AbortController();
    controllers.push(controller);
    const events: unknown[] = [];
    const ended = (async () => {
      for await (const event of plantroom.events({ signal: controller.signal, onState, ...options })) {
        events.push(event);
      }
    })();
    ended.catch(() => {});
    return { events, ended, stop: () => controller.abort() };
  }

  const retries = () => states.flatMap((state) => (state.status === 'lost' ? [state.retryInMs] : []));

  it('yields the events of the wanted types, without heartbeats', async () => {
    const { events } = follow({ types: ['fault_update', 'energy'] });
    await settle();
    streams[0]?.send(HEARTBEAT, faultEvent('A'), HEARTBEAT, faultEvent('B'));
    await settle();
    expect(events).toEqual([faultEvent('A'), faultEvent('B')]);
    expect(Object.fromEntries(streams[0]?.url.searchParams ?? [])).toEqual({
      token: 'token-1',
      types: 'fault_update,energy',
    });
    expect(states).toEqual([{ status: 'connected', isReconnected: false }]);
  });

  it('lets the compiler know the fields of an event from its type or kind', () => {
    const points = plantroom.events({ types: ['point'] });
    const quality = (event: Yielded<typeof points>) => event.quality;
    // @ts-expect-error The stream has no such events.
    plantroom.events({ types: ['weather'] });
    expect(quality).toBeInstanceOf(Function);
  });

  it('reads events that arrive in pieces', async () => {
    const { events } = follow();
    await settle();
    streams[0]?.send(HEARTBEAT);
    for (const byte of Buffer.from(`data: ${JSON.stringify(faultEvent('泵'))}\n\n`)) {
      streams[0]?.write(Uint8Array.of(byte));
    }
    await settle();
    expect(events).toEqual([faultEvent('泵')]);
  });

  it('delivers events only after the current state has been read', async () => {
    let finishReading: () => void = jest.fn();
    const reading = new Promise<void>((resolve) => (finishReading = resolve));
    const { events } = follow({ onState: () => reading });
    await settle();
    streams[0]?.send(HEARTBEAT, faultEvent('A'));
    await settle();
    expect(events).toEqual([]);
    finishReading();
    await settle();
    expect(events).toEqual([faultEvent('A')]);
  });

  it('connects again with a new token after the server has closed the connection', async () => {
    const { events } = follow();
    await settle();
    streams[0]?.send(HEARTBEAT, faultEvent('A'));
    streams[0]?.close();
    await jest.advanceTimersByTimeAsync(1000);
    streams[1]?.send(HEARTBEAT, faultEvent('B'));
    await settle();
    expect(streams.map(({ url }) => url.searchParams.get('token'))).toEqual(['token-1', 'token-2']);
    expect(events).toEqual([faultEvent('A'), faultEvent('B')]);
    expect(states).toEqual([
      { status: 'connected', isReconnected: false },
      { status: 'lost', error: new Error('The server has closed the event stream.'), retryInMs: 1000 },
      { status: 'connected', isReconnected: true },
    ]);
  });

  it('connects again if the current state could not be read', async () => {
    const { events } = follow({
      onState: (state) => {
        states.push(state);
        if (states.length === 1) throw new Error('The state could not be read.');
      },
    });
    await settle();
    streams[0]?.send(HEARTBEAT, faultEvent('A'));
    await jest.advanceTimersByTimeAsync(1000);
    streams[1]?.send(HEARTBEAT, faultEvent('B'));
    await settle();
    expect(events).toEqual([faultEvent('B')]);
    expect(retries()).toEqual([1000]);
  });

  it('doubles the wait after each failure, up to 30 seconds, and returns to one second after a successful connection', async () => {
    faults = Array.from({ length: 7 }, () => ({ path: '/api/events/token', status: 502 }));
    follow();
    await jest.advanceTimersByTimeAsync(91_000);
    streams[0]?.send(HEARTBEAT);
    streams[0]?.close();
    await settle();
    expect(retries()).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000]);
  });

  it('shortens each wait by a random part of at most one half', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    faults = Array.from({ length: 3 }, () => ({ path: '/api/events/token', status: 502 }));
    follow();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(retries()).toEqual([750, 1500, 3000]);
  });

  it('waits as long as the API requests before it connects again', async () => {
    faults = [{ path: '/api/events', status: 429, headers: { 'retry-after': '7' } }];
    follow();
    await settle();
    expect(retries()).toEqual([7000]);
  });

  it('treats a connection without a heartbeat for 90 seconds as lost', async () => {
    follow();
    await settle();
    streams[0]?.send(HEARTBEAT);
    await jest.advanceTimersByTimeAsync(89_000);
    streams[0]?.send(HEARTBEAT);
    await jest.advanceTimersByTimeAsync(89_000);
    expect(retries()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toMatchObject({
      status: 'lost',
      error: new Error('The event stream was silent for 90 seconds.'),
    });
    expect(streams[0]?.signal.aborted).toBe(true);
  });

  it('requests another token if a token expires before it is used', async () => {
    faults = [{ path: '/api/events', status: 401 }];
    follow();
    await jest.advanceTimersByTimeAsync(1000);
    expect(streams[0]?.url.searchParams.get('token')).toBe('token-2');
  });

  it.each([
    ['/api/events/token', 401],
    ['/api/events/token', 403],
    ['/api/events', 400],
  ])('fails if %s answers with status %d', async (path, status) => {
    faults = [{ path, status }];
    const { ended } = follow();
    await settle();
    await expect(ended).rejects.toMatchObject({ constructor: ApiError, status });
    expect(states).toEqual([]);
  });

  it('ends without an error when it is aborted, whether or not it is connected', async () => {
    const connected = follow();
    await settle();
    streams[0]?.send(HEARTBEAT);
    await settle();
    connected.stop();
    await connected.ended;
    expect(streams[0]?.signal.aborted).toBe(true);

    faults = [{ path: '/api/events/token', status: 502 }];
    const waiting = follow();
    await settle();
    waiting.stop();
    await waiting.ended;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends when it is aborted, even if `fetch` does not notice the abort', async () => {
    const cancel = jest.fn();
    const body = new ReadableStream<Uint8Array>({ cancel });
    const deaf = createPlantroom({
      baseUrl: 'http://plantroom.test',
      apiKey: 'pk_key',
      fetch: (request) =>
        Promise.resolve(
          request.url.endsWith('/token') ? Response.json({ token: 'token' }) : new Response(body),
        ),
    });
    const controller = new AbortController();
    const ended = (async () => {
      for await (const _ of deaf.events({ signal: controller.signal })) continue;
    })();
    await settle();
    controller.abort();
    await ended;
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends when it is aborted while the state is being read', async () => {
    const read = jest.fn(() => new Promise<void>(() => {}));
    const connected = follow({ onState: read });
    await settle();
    streams[0]?.send(HEARTBEAT);
    await settle();
    expect(read).toHaveBeenCalledTimes(1);
    connected.stop();
    await connected.ended;

    faults = [{ path: '/api/events/token', status: 502 }];
    const lost = follow({ onState: read });
    await settle();
    expect(read).toHaveBeenCalledTimes(2);
    lost.stop();
    await lost.ended;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends at once when its signal is already aborted', async () => {
    for await (const _ of plantroom.events({ signal: AbortSignal.abort() })) continue;
    expect(tokens).toBe(0);
  });

  it('leaves no listener behind at the signal of the caller, however often it connects', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    jest.spyOn(signal, 'addEventListener').mockImplementation((_, listener) => void listeners.add(listener));
    jest
      .spyOn(signal, 'removeEventListener')
      .mockImplementation((_, listener) => void listeners.delete(listener));
    const counts: number[] = [];
    const events = plantroom.events({ signal, onState: () => void counts.push(listeners.size) });
    const reading = (async () => {
      for await (const _ of events) break;
    })();
    for (let connection = 0; connection < 20; connection++) {
      await jest.advanceTimersByTimeAsync(1000);
      streams[connection]?.send(HEARTBEAT);
      streams[connection]?.close();
    }
    await jest.advanceTimersByTimeAsync(1000);
    expect(streams).toHaveLength(21);
    expect(new Set(counts)).toEqual(new Set([0, 1]));
    streams[20]?.send(HEARTBEAT, faultEvent('A'));
    await reading;
    expect(listeners.size).toBe(0);
  });

  it('fails with the error of the caller if the loss of the connection cannot be handled', async () => {
    faults = [{ path: '/api/events/token', status: 502 }];
    const { ended } = follow({ onState: () => Promise.reject(new Error('The screen is gone.')) });
    await settle();
    await expect(ended).rejects.toThrow('The screen is gone.');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('closes the connection when the caller leaves the loop', async () => {
    const leaving = (async () => {
      for await (const _ of plantroom.events()) return;
    })();
    await settle();
    streams[0]?.send(HEARTBEAT, faultEvent('A'));
    await leaving;
    expect(streams[0]?.signal.aborted).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
