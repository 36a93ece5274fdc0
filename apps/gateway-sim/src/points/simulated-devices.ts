import type { ServedDevice, ServedDevices, ServedPoints } from '@app/gateway-server';
import { type Clock, groupBy } from '@app/kernel';

/** Shows each group of points as a device. It fails if no point of it has a good value. */
export class SimulatedDevices implements ServedDevices {
  constructor(
    private readonly points: ServedPoints,
    private readonly clock: Clock,
  ) {}

  list(): ServedDevice[] {
    const nowMs = this.clock.nowMs();
    return [...groupBy(this.points.definitions(), ({ group }) => group)].map(([name, definitions]) => {
      const codes = definitions.map(({ code }) => code);
      const samples = codes.map((code) => this.points.latest(code, nowMs));
      const goodPoints = samples.filter(({ quality }) => quality === 'good').length;
      return {
        name,
        connection: 'Simulation',
        protocol: 'simulated',
        state: goodPoints > 0 ? 'ok' : 'failing',
        reason: goodPoints > 0 ? null : { code: 'no_answer', message: 'there is no answer' },
        codes,
        goodPoints,
        lastValueAtMs: Math.max(...samples.map(({ atMs }) => atMs)),
      };
    });
  }
}
