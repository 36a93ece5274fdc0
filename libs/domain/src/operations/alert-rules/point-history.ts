import type { GatewayClient, GatewaySample } from '@app/gateway-client';
import { DomainError } from '@app/kernel';
import { HistoryWindow } from '../../metering/arithmetic/history-window';

/**
 * Reads the history of a point in windows, oldest first. If reading a window takes too long, the window is read again
 * in parts.
 */
export async function* pointHistory(
  gateway: GatewayClient,
  code: string,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<GatewaySample[]> {
  const window = new HistoryWindow();
  let fromMs = from.getTime();
  while (fromMs < to.getTime()) {
    const toMs = window.endOf(fromMs, to.getTime());
    const values = await readWindow(gateway, code, fromMs, toMs);
    if (values) {
      window.held(values.length);
      yield values;
      fromMs = toMs;
    } else if (!window.narrow()) {
      throw new DomainError('upstream_timeout', 'gateway_timeout', 'The gateway did not answer in time.');
    }
  }
}

/** Returns null if the gateway did not answer in time. */
async function readWindow(
  gateway: GatewayClient,
  code: string,
  fromMs: number,
  toMs: number,
): Promise<GatewaySample[] | null> {
  try {
    const [series] = await gateway.history({ codes: [code], from: new Date(fromMs), to: new Date(toMs) });
    return (series?.values ?? [])
      .filter(({ timestamp }) => Date.parse(timestamp) >= fromMs && Date.parse(timestamp) < toMs)
      .toSorted((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'upstream_timeout') return null;
    throw error;
  }
}
