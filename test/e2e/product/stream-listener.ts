import { EventSource } from 'eventsource';

export interface StreamEvent {
  type: string;
  id: number;
  data: Record<string, unknown>;
  /** When the event arrived, in milliseconds by the clock of this process. */
  atMs: number;
}

const TYPES = [
  'heartbeat',
  'iot:value:change',
  'energy_update',
  'export_update',
  'fault_update',
  'lighting_update',
  'iot:alarm:trigger',
  'iot:alarm:clear',
  'alert_update',
  'maintenance_update',
  'widget_update',
  'widget_delete',
  'workflow:execution:status',
  'workflow:execution:progress',
];

/** Follows an event stream with a third-party client and stores the events. */
export class StreamListener {
  readonly events: StreamEvent[] = [];
  private readonly source: EventSource;

  private constructor(url: string) {
    this.source = new EventSource(url);
    for (const type of TYPES) {
      this.source.addEventListener(type, ({ lastEventId, data }) => {
        const parsed = JSON.parse(data as string) as Record<string, unknown>;
        this.events.push({ type, id: Number(lastEventId), data: parsed, atMs: Date.now() });
      });
    }
  }

  /** Resolves once the stream is open. */
  static async open(url: string): Promise<StreamListener> {
    const listener = new StreamListener(url);
    await new Promise((resolve, reject) => {
      listener.source.addEventListener('open', resolve, { once: true });
      listener.source.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    });
    return listener;
  }

  of(type: string): StreamEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  close(): void {
    this.source.close();
  }
}
