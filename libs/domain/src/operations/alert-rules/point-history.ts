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
    const [from, to] = [new Date(fromMs), new Date(toMs)];
    const [series] = await gateway.history({ codes: [code], from, to });
    // Timestamps have the form of `toISOString`, so their texts have the same order.
    const [first, end] = [from.toISOString(), to.toISOString()];
    const values = inOrder(series?.values ?? []);
    const isWithin = (values[0]?.timestamp ?? first) >= first && (values.at(-1)?.timestamp ?? first) < end;
    return isWithin ? values : values.filter(({ timestamp }) => timestamp >= first && timestamp < end);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'upstream_timeout') return null;
    throw error;
  }
}

/** Gateways usually answer in order. Checking this is faster than sorting a long history. */
function inOrder(values: GatewaySample[]): GatewaySample[] {
  const isInOrder = values.every(
    ({ timestamp }, index) => index === 0 || (values[index - 1]?.timestamp ?? '') <= timestamp,
  );
  return isInOrder ? values : values.toSorted((one, other) => compareTexts(one.timestamp, other.timestamp));
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
