import { Environment } from '@app/config';
import {
  type GatewayHistoryQuery,
  type GatewayInterval,
  type GatewaySample,
  Gateways,
  isAnswerTooLarge,
  type SingleGateway,
} from '@app/gateway-client';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type HistoryAggregate, HistoryAggregator, type HistoryValue } from './history-aggregator';
import {
  aggregated,
  type BucketStart,
  bucketStarts,
  type HistorySample,
  isAggregated,
} from './history-buckets';

export interface HistoryRequest {
  codes: readonly string[];
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  interval?: GatewayInterval;
  /** Adds the lowest and the highest number of each interval. */
  extremes?: boolean;
}

export interface HistorySeries {
  code: string;
  values: HistorySample[];
  /** True if the gateway of the point did not answer, and another one did. */
  unavailable?: boolean;
}

export interface AggregateRequest extends Omit<HistoryRequest, 'codes' | 'extremes'> {
  code: string;
  aggregate: HistoryAggregate;
}

type IntervalQuery = GatewayHistoryQuery & { interval: GatewayInterval };

const DAY_MS = 86_400_000;
const INTERVAL_MS: Record<GatewayInterval, number> = { '15m': 900_000, '1h': 3_600_000, '1d': DAY_MS };
/**
 * Raw samples that one call to the gateway should return. Its answer is then small enough to be parsed at once. Points
 * are assumed to have a sample per minute.
 */
const SAMPLES_AT_ONCE = 20_000;
const SAMPLE_MS = 60_000;

/** Reads histories from the gateway. If the gateway cannot aggregate by an interval, this service does it. */
@Injectable()
export class GatewayHistoryService {
  constructor(
    private readonly gateways: Gateways,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns one series per code, in the requested order, over `[from, to)`. Gateways have no extremes of intervals, so
   * this service computes them from raw samples. If another gateway answers, the series of a gateway that fails are
   * empty and `unavailable`.
   * @throws DomainError invalid if the range is empty, the answer would be too long, or extremes are requested without
   *   an interval; the error of a gateway if none answers
   */
  async history({ codes, interval, extremes, ...range }: HistoryRequest): Promise<HistorySeries[]> {
    if (extremes && !interval) throw needsInterval();
    const zone = await this.configuration.timezone();
    const { from, to } = parseInstantRange(range, zone);
    const leftMs = this.timeLeft();
    if (!interval) {
      const raw = (gateway: SingleGateway, own: readonly string[]) =>
        gateway.history({ codes: own, from, to });
      return this.available(codes, raw);
    }
    this.assertFewBuckets(codes.length, to.getTime() - from.getTime(), interval);
    const startOf = bucketStarts(interval, from, to, zone);
    const aggregates = async (gateway: SingleGateway, own: readonly string[]) => {
      const query = { codes: own, from, to, interval };
      const given = extremes ? null : await this.byGateway(gateway, query, startOf);
      return given ?? this.byService(gateway, query, startOf, leftMs, extremes);
    };
    return this.available(codes, aggregates);
  }

  /**
   * Aggregates the raw samples of a point over `[from, to)` and returns one value per interval. Without an interval, it
   * returns a single value for the whole range, with the time `from`. Intervals begin as in `history`; the first may be
   * clipped.
   * @throws DomainError invalid if the range is empty, too long or has too many intervals; the error of the gateway if
   *   a call fails
   */
  async aggregate(
    { code, interval, aggregate, ...range }: AggregateRequest,
    longestMs: number,
  ): Promise<HistoryValue[]> {
    const zone = await this.configuration.timezone();
    const { from, to } = parseInstantRange(range, zone);
    if (to.getTime() - from.getTime() > longestMs)
      throw tooLong(`The range has more than ${Math.floor(longestMs / DAY_MS)} days.`);
    const leftMs = this.timeLeft();
    if (interval) this.assertFewBuckets(1, to.getTime() - from.getTime(), interval);
    const aggregator = new HistoryAggregator(
      interval ? bucketStarts(interval, from, to, zone) : () => from.getTime(),
    );
    const { client } = await this.gateways.of(code);
    await this.eachWindow(client, { codes: [code], from, to }, leftMs, (series) => {
      for (const { values } of series) aggregator.add(values);
    });
    return aggregator.values(aggregate);
  }

  /** Returns null if the gateway refuses intervals, or ignores them and returns raw samples. */
  private async byGateway(
    gateway: SingleGateway,
    query: IntervalQuery,
    startOf: BucketStart,
  ): Promise<HistorySeries[] | null> {
    try {
      const series = await gateway.history(query);
      return series.every(({ values }) => isAggregated(values, startOf)) ? series : null;
    } catch (error) {
      if (isAnswerTooLarge(error)) return null;
      if (error instanceof DomainError && error.kind === 'invalid') return null;
      throw error;
    }
  }

  private async byService(
    gateway: SingleGateway,
    { codes, from, to }: IntervalQuery,
    startOf: BucketStart,
    leftMs: () => number,
    extremes?: boolean,
  ): Promise<HistorySeries[]> {
    const found = new Map(codes.map((code) => [code, [] as GatewaySample[]]));
    await this.eachWindow(gateway, { codes, from, to }, leftMs, (series) => {
      for (const { code, values } of series) found.set(code, (found.get(code) ?? []).concat(values));
    });
    return codes.map((code) => ({
      code,
      values: aggregated(found.get(code) ?? [], startOf, from, extremes),
    }));
  }

  /** Reads raw samples, a window of the range at a time. */
  private async eachWindow(
    gateway: SingleGateway,
    { codes, from, to }: Omit<GatewayHistoryQuery, 'interval'>,
    leftMs: () => number,
    take: (series: readonly HistorySeries[]) => void,
  ): Promise<void> {
    const windowMs = Math.ceil(SAMPLES_AT_ONCE / codes.length) * SAMPLE_MS;
    for (let atMs = from.getTime(); atMs < to.getTime(); atMs += windowMs) {
      const window = { from: new Date(atMs), to: new Date(Math.min(atMs + windowMs, to.getTime())) };
      take(await gateway.history({ codes, ...window }, { limitMs: Math.max(leftMs(), 1) }));
    }
  }

  /** Returns a function that returns the milliseconds left for the gateway calls of this request. */
  private timeLeft(): () => number {
    const startedMs = performance.now();
    return () => this.environment.LIMIT_GATEWAY_CALL_MS - (performance.now() - startedMs);
  }

  private assertFewBuckets(codes: number, rangeMs: number, interval: GatewayInterval): void {
    const { LIMIT_BUCKETS_PER_AREA, LIMIT_POINTS_PER_ANSWER } = this.environment;
    const most = Math.min(LIMIT_BUCKETS_PER_AREA, Math.floor(LIMIT_POINTS_PER_ANSWER / codes));
    if (rangeMs / INTERVAL_MS[interval] > most) {
      throw tooLong(`The range has more than ${most} intervals of ${interval} for each code.`);
    }
  }

  /** Other gateways wait half of the time limit of a call for one that does not answer. */
  private async available(
    codes: readonly string[],
    ask: (gateway: SingleGateway, own: readonly string[]) => Promise<HistorySeries[]>,
  ): Promise<HistorySeries[]> {
    const patienceMs = this.environment.LIMIT_GATEWAY_CALL_MS / 2;
    return this.bounded(await this.gateways.askAvailable(codes, ask, unavailable, patienceMs));
  }

  private bounded(series: HistorySeries[]): HistorySeries[] {
    const most = this.environment.LIMIT_POINTS_PER_ANSWER;
    const count = series.reduce((sum, { values }) => sum + values.length, 0);
    if (count > most) throw tooLong(`The answer would have more than ${most} values.`);
    return series;
  }
}

function unavailable(code: string): HistorySeries {
  return { code, values: [], unavailable: true };
}

function needsInterval(): DomainError {
  const advice = say('needs_interval');
  return DomainError.invalid(`Raw values have no minimum and maximum. ${advice.message}`, [
    { path: 'extremes', ...advice },
  ]);
}

function tooLong(fault: string): DomainError {
  const advice = say('less_history');
  return DomainError.invalid(`${fault} ${advice.message}`, [{ path: 'to', ...advice }]);
}
