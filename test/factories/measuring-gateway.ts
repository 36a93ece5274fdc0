import type { GatewayAlarm, GatewaySample } from '@app/gateway-client';
import { ScriptedGateway } from './scripted-gateway';

/** A gateway with one point that counts, and with the alarms that a test raises. It has no event stream. */
export class MeasuringGateway {
  readonly code = 'COUNTER.KWH';
  readonly samples: GatewaySample[] = [];
  private readonly alarms = new Map<string, GatewayAlarm>();

  private constructor(readonly server: ScriptedGateway) {
    const { code } = this;
    server.on('GET /points', () => ({
      body: [{ code, name: 'Counter', writable: false }],
      headers: { 'x-total-count': '1' },
    }));
    server.on('POST /codes/values', () => ({
      body: this.samples.slice(-1).map((last) => ({ code, ...last })),
    }));
    server.on('POST /codes/history', ({ body }) => ({
      body: [{ code, values: within(this.samples, body, ({ timestamp }) => timestamp) }],
    }));
    server.on('POST /alarms', ({ body }) => {
      const items = within([...this.alarms.values()], body, ({ raisedAt }) => raisedAt);
      return { body: { items, total: items.length } };
    });
  }

  static async start(): Promise<MeasuringGateway> {
    return new MeasuringGateway(await ScriptedGateway.start());
  }

  /** Adds samples. Their timestamps differ, and none is in the future when the clock has reached the next millisecond. */
  measure(count: number): void {
    for (let added = 0; added < count; added++) {
      const last = this.samples.at(-1);
      const atMs = last ? Math.max(Date.parse(last.timestamp) + 1, Date.now()) : Date.now();
      const timestamp = new Date(atMs).toISOString();
      this.samples.push({ timestamp, value: this.samples.length, quality: 'good' });
    }
  }

  raise(id: string, code: string): void {
    const raisedAt = new Date().toISOString();
    this.alarms.set(id, { id, code, level: 'major', message: id, raisedAt, clearedAt: null });
  }

  clear(id: string): void {
    const alarm = this.alarms.get(id);
    if (alarm) alarm.clearedAt = new Date().toISOString();
  }
}

function within<T>(
  all: readonly T[],
  { from, to }: Record<string, unknown>,
  timeOf: (one: T) => string,
): T[] {
  const [start, end] = [Date.parse(String(from)), Date.parse(String(to))];
  return all.filter((one) => Date.parse(timeOf(one)) >= start && Date.parse(timeOf(one)) < end);
}
