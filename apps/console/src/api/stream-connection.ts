import type { PlantEvent, StreamState } from './plantroom';

export type EventType = PlantEvent['type'];
export type EventHandlers = {
  [Type in EventType]?: (event: Extract<PlantEvent, { type: Type }>) => void;
};
/** `lost` connects again by itself. `ended` does not, until a page or a listener needs the stream. */
export type StreamStatus = 'connecting' | 'connected' | 'lost' | 'ended';

/** Opens the event stream: `plantroom.events`. */
export type OpenStream = (options: {
  types: readonly EventType[];
  signal: AbortSignal;
  onState: (state: StreamState) => void;
}) => AsyncIterable<PlantEvent>;

interface Listener {
  handlers: EventHandlers;
  further: readonly EventType[];
}

/**
 * An additional type is received for this time after its last listener was removed. The next page may need it at once.
 */
const KEEP_MS = 5000;

/**
 * The connection to the event stream. The whole page shares one connection, because the API limits the streams of a
 * user. It is open from the time when a page prepares it, or the first listener comes, until the last listener leaves.
 */
export class StreamConnection {
  private state: StreamStatus = 'connecting';
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();
  private current: { types: ReadonlySet<EventType>; closing: AbortController } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the last attempt has failed, or its connection was lost. */
  private wasLost = false;
  /** Whether an event has arrived before the first listener. */
  private hasMissed = false;
  private prepared = Promise.resolve();
  /** Whether events have arrived since the last check. */
  private hasEvents = false;
  private isSilent = false;

  /**
   * @param open opens the stream
   * @param types the types that are always received
   * @param onConnected called after each connect, to read the data again that may have changed while there was no
   *   connection. `wasLost` is true if that time may have been long. Also called after events without a listener.
   */
  constructor(
    private readonly open: OpenStream,
    private readonly types: readonly EventType[],
    private readonly onConnected: (wasLost: boolean) => void,
  ) {}

  get status(): StreamStatus {
    return this.isSilent && this.state === 'connected' ? 'lost' : this.state;
  }

  /**
   * Connects before the first listener comes. Data that is read after this need not be read again.
   * @returns resolves when the first attempt has succeeded or failed, or after `limitMs`
   */
  prepare(limitMs: number): Promise<void> {
    if (this.current) return this.prepared;
    this.prepared = new Promise((resolve) => {
      const stop = this.watch(resolve);
      setTimeout(() => {
        stop();
        resolve();
      }, limitMs);
    });
    this.connect();
    return this.prepared;
  }

  /**
   * Calls the handlers for each event.
   * @param further additional types to receive for this listener. The stream reconnects if it does not have them yet.
   * @returns a function that removes the listener
   */
  listen(handlers: EventHandlers, further: readonly EventType[] = []): () => void {
    const listener = { handlers, further };
    this.listeners.add(listener);
    if (!this.current || !isSubset(further, this.current.types)) this.connect();
    else if (this.hasMissed) this.onConnected(false);
    this.hasMissed = false;
    return () => {
      this.listeners.delete(listener);
      clearTimeout(this.timer);
      if (this.listeners.size === 0) this.close();
      else this.timer = setTimeout(() => this.dropUnused(), KEEP_MS);
    };
  }

  /**
   * Follows the network of the browser. Without one, the stream is lost at once, although its connection may look alive
   * for a minute. With one again, it connects at once.
   */
  followNetwork(isOnline: boolean): void {
    if (!this.current) return;
    if (isOnline) this.connect();
    else this.changeStatus('lost');
  }

  /**
   * Asks whether the server answers if no event has arrived since the last call. Without an answer, the stream is shown as
   * lost: a connection that the network drops silently looks alive until a heartbeat is missed. The connection itself
   * stays, because it continues if the network or a busy server does.
   */
  async checkSilence(answers: () => Promise<boolean>): Promise<void> {
    const isQuiet = this.current !== null && !this.hasEvents;
    this.hasEvents = false;
    const isSilent = isQuiet && !(await answers());
    if (isSilent === this.isSilent) return;
    this.isSilent = isSilent;
    this.notify();
  }

  /** Calls `watcher` when the status changes. @returns a function that removes the watcher */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  private wanted(): Set<EventType> {
    return new Set([...this.types, ...[...this.listeners].flatMap(({ further }) => further)]);
  }

  private dropUnused(): void {
    if (this.current && !isSubset(this.current.types, this.wanted())) this.connect();
  }

  private connect(): void {
    this.current?.closing.abort();
    this.current = { types: this.wanted(), closing: new AbortController() };
    void this.follow(this.current);
  }

  private async follow(connection: {
    types: ReadonlySet<EventType>;
    closing: AbortController;
  }): Promise<void> {
    const { types, closing } = connection;
    try {
      const events = this.open({
        types: [...types],
        signal: closing.signal,
        onState: ({ status }) => {
          if (this.current !== connection) return;
          this.changeStatus(status);
          if (status !== 'connected') return;
          this.onConnected(this.wasLost);
          this.wasLost = false;
        },
      });
      for await (const event of events) this.deliver(event);
    } catch {
      // The API refuses the stream. If the session has ended, the client leads to the sign-in page.
      if (this.current !== connection) return;
      if (this.listeners.size === 0) return this.close();
      this.current = null;
      this.changeStatus('ended');
    }
  }

  private deliver(event: PlantEvent): void {
    this.hasEvents = true;
    if (this.listeners.size === 0) this.hasMissed = true;
    for (const { handlers } of this.listeners) {
      const handle = handlers[event.type] as ((event: PlantEvent) => void) | undefined;
      handle?.(event);
    }
  }

  private close(): void {
    this.current?.closing.abort();
    this.current = null;
    this.wasLost = false;
    this.changeStatus('connecting');
  }

  private changeStatus(status: StreamStatus): void {
    this.state = status;
    if (status === 'lost' || status === 'ended') this.wasLost = true;
    this.notify();
  }

  private notify(): void {
    for (const watcher of this.watchers) watcher();
  }
}

function isSubset(some: Iterable<EventType>, all: ReadonlySet<EventType>): boolean {
  return [...some].every((type) => all.has(type));
}
