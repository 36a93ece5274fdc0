import type { GatewayHistoryQuery, GatewaySeries } from './gateway-shapes';

/**
 * Splits the codes of a query, or the range of a single code. Returns nothing if neither is possible: the values of an
 * interval cannot be joined from two parts of it.
 */
export function halvesOf(query: GatewayHistoryQuery): GatewayHistoryQuery[] {
  const { codes, from, to, interval } = query;
  const half = Math.ceil(codes.length / 2);
  if (codes.length > 1) {
    return [codes.slice(0, half), codes.slice(half)].map((part) => ({ ...query, codes: part }));
  }
  const middle = new Date(Math.floor((from.getTime() + to.getTime()) / 2));
  if (interval !== undefined || middle.getTime() === from.getTime()) return [];
  return [
    { ...query, to: middle },
    { ...query, from: middle },
  ];
}

/** Joins the series of each code, in their order. */
export function joined(series: readonly GatewaySeries[]): GatewaySeries[] {
  const byCode = new Map<string, GatewaySeries>();
  for (const { code, values } of series) {
    byCode.set(code, { code, values: (byCode.get(code)?.values ?? []).concat(values) });
  }
  return [...byCode.values()];
}
