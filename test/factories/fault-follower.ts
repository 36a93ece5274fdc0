import { EventSource } from 'eventsource';

/** Maximum delay before a reconnection. docs/clients.md recommends 30 s, but a shorter delay makes the tests faster. */
const MAX_DELAY_MS = 400;
const FIRST_DELAY_MS = 50;
const SILENCE_MS = 60_000;

interface Fault {
  id: number;
  title: string;
}

interface FaultEvent {
  faultId: number;
  title: string;
}

/**
 * Follows the faults of an installation as docs/clients.md recommends: it gets a token, opens the stream, waits for the
 * first heartbeat, reads the state, and then applies events. It uses no code of the product.
 */
export class FaultFollower {
  /** The titles that a user sees, by the id of the fault. */
  shown = new Map<number, string>();
  /** Titles of all events in the order of arrival. */
  readonly received: string[] = [];
  /** The stream tokens that were used, one per connection. */
  readonly tokens: string[] = [];
  failures = 0;
  /** How often the state was read. */
  reads = 0;
  private source: EventSource | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly accessToken: string,
  ) {
    void this.connect();
  }

  get titles(): string[] {
    return [...this.shown.values()].toSorted();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.source?.close();
  }

  private async connect(): Promise<void> {
    try {
      const { token } = await this.call<{ token: string }>('POST', '/api/events/token');
      if (!this.closed) this.open(token);
    } catch {
      this.startAgain();
    }
  }

  private open(token: string): void {
    const source = new EventSource(`${this.address}/api/events?token=${token}`);
    this.tokens.push(token);
    this.source = source;
    /** The events that arrive before the state has been read. */
    let early: FaultEvent[] | null = [];
    source.addEventListener('error', () => this.startAgain());
    source.addEventListener('heartbeat', () => this.expectHeartbeat());
    source.addEventListener('fault_update', ({ data }) => {
      const event = JSON.parse(data as string) as FaultEvent;
      this.received.push(event.title);
      if (early) early.push(event);
      else this.apply(event);
    });
    const showState = async () => {
      const faults = await this.call<Fault[]>('GET', '/api/faults');
      if (this.source !== source) return;
      this.shown = new Map(faults.map(({ id, title }) => [id, title]));
      for (const event of early ?? []) this.apply(event);
      early = null;
      this.failures = 0;
      this.reads++;
    };
    source.addEventListener('heartbeat', () => void showState().catch(() => this.startAgain()), {
      once: true,
    });
  }

  private apply({ faultId, title }: FaultEvent): void {
    this.shown.set(faultId, title);
  }

  private expectHeartbeat(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.startAgain(), SILENCE_MS);
  }

  /**
   * Closes the connection and opens another after a delay. An EventSource would itself reconnect with the expired
   * token.
   */
  private startAgain(): void {
    this.source?.close();
    this.source = undefined;
    clearTimeout(this.timer);
    if (this.closed) return;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.failures++, MAX_DELAY_MS);
    this.timer = setTimeout(() => void this.connect(), delayMs);
  }

  private async call<Answer>(method: string, path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.accessToken}` };
    const answer = await fetch(`${this.address}${path}`, { method, headers });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}.`);
    return (await answer.json()) as Answer;
  }
}
