import type { MeterEntity } from '@app/entities';
import type { GatewayClient } from '@app/gateway-client';
import { DomainError } from '@app/kernel';
import type { MeterReading } from '../arithmetic/meter-arithmetic';
import { toReadings } from './gateway-readings';
import type { HistoryWindow } from '../arithmetic/history-window';

/**
 * Fetches the readings of a meter from `fromMs` on, as far as one call to the gateway allows. If the call times out, a
 * narrower window is fetched. After `signal` is aborted, no other window is fetched, so that a stopping process waits
 * for only one call.
 */
export async function fetchWindow(
  gateway: GatewayClient,
  meter: MeterEntity,
  { fromMs, limitMs }: { fromMs: number; limitMs: number },
  window: HistoryWindow,
  signal: AbortSignal,
): Promise<{ toMs: number; readings: MeterReading[] }> {
  for (;;) {
    const toMs = window.endOf(fromMs, limitMs);
    try {
      const [series] = await gateway.history({
        codes: [meter.pointCode],
        from: new Date(fromMs),
        to: new Date(toMs),
      });
      const readings = toReadings(series?.values ?? [], { fromMs, toMs });
      window.held(readings.length);
      return { toMs, readings };
    } catch (error) {
      const tooLong = error instanceof DomainError && error.kind === 'upstream_timeout';
      if (!tooLong || signal.aborted || !window.narrow()) throw error;
    }
  }
}
