import { type PlantEvent, plantroom } from './plantroom';

export type EventType = PlantEvent['type'];
export type EventHandlers = {
  [Type in EventType]?: (event: Extract<PlantEvent, { type: Type }>) => void;
};
export type StreamStatus = 'connecting' | 'connected' | 'lost';

/** A shared connection to the event stream. It is open while somebody listens. */
export class StreamConnection {
  status: StreamStatus = 'connecting';
  private readonly listeners = new Set<EventHandlers>();
  private readonly watchers = new Set<() => void>();
  private closing: AbortController | null = null;

  /** @param onConnected reads again what may have changed while there was no connection */
  constructor(
    private readonly types: readonly EventType[],
    private readonly onConnected: () => void,
  ) {}

  /** Calls the handlers for each event. @returns a function that ends this */
  listen(handlers: EventHandlers): () => void {
    this.listeners.add(handlers);
    if (!this.closing) void this.follow();
    return () => {
      this.listeners.delete(handlers);
      if (this.listeners.size === 0) this.close();
    };
  }

  /** Calls `watcher` when the status changes. @returns a function that ends this */
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  private async follow(): Promise<void> {
    const closing = new AbortController();
    this.closing = closing;
    try {
      const events = plantroom.events({
        types: this.types,
        signal: closing.signal,
        onState: ({ status }) => {
          this.changeStatus(status);
          if (status === 'connected') this.onConnected();
        },
      });
      for await (const event of events) this.deliver(event);
    } catch {
      // The API refuses the stream, because the session has ended. The next call leads to the sign-in page.
      this.changeStatus('lost');
    }
  }

  private deliver(event: PlantEvent): void {
    for (const handlers of this.listeners) {
      const handle = handlers[event.type] as ((event: PlantEvent) => void) | undefined;
      handle?.(event);
    }
  }

  private close(): void {
    this.closing?.abort();
    this.closing = null;
    this.changeStatus('connecting');
  }

  private changeStatus(status: StreamStatus): void {
    this.status = status;
    for (const watcher of this.watchers) watcher();
  }
}
