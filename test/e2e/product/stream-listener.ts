import type {
  EventName,
  EventNamed,
  PlantEvent,
  Plantroom,
  StreamState,
} from '../../../clients/typescript/src';

/** Follows the event stream with the typed client, and stores the events. */
export class StreamListener {
  readonly events: PlantEvent[] = [];
  /** The changes of the connection. */
  readonly states: StreamState[] = [];
  private readonly closing = new AbortController();
  private readonly ended: Promise<void>;
  private failure: unknown;

  private constructor(plantroom: Plantroom, types: readonly EventName[], onState: () => void) {
    const events = plantroom.events({
      types: types.length > 0 ? types : undefined,
      signal: this.closing.signal,
      onState: (state) => {
        this.states.push(state);
        onState();
      },
    });
    this.ended = this.store(events);
  }

  /**
   * Resolves once the stream is open.
   * @param types the wanted types and kinds. By default, all.
   * @throws Error if the first connection fails
   */
  static async open(plantroom: Plantroom, types: readonly EventName[] = []): Promise<StreamListener> {
    let answered: (() => void) | undefined;
    const answer = new Promise<void>((resolve) => (answered = resolve));
    const listener = new StreamListener(plantroom, types, () => answered?.());
    await Promise.race([answer, listener.ended]);
    const [first] = listener.states;
    if (first?.status === 'connected') return listener;
    await listener.close();
    throw listener.failure ?? first?.error;
  }

  /**
   * Returns the events of a type or kind, in the order of their arrival.
   * @throws ApiError if the API has ended the stream
   */
  of<Name extends EventName>(name: Name): EventNamed<Name>[] {
    if (this.failure) throw this.failure;
    return this.events.filter(
      (event): event is EventNamed<Name> => event.type === name || event.kind === name,
    );
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.ended;
  }

  private async store(events: AsyncIterable<PlantEvent>): Promise<void> {
    try {
      for await (const event of events) this.events.push(event);
    } catch (error) {
      this.failure = error;
    }
  }
}
