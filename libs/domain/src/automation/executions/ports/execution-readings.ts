import type { PointValue } from '@app/contracts';
import { GatewayClient } from '@app/gateway-client';
import { DomainError, listNames } from '@app/kernel';
import type {
  HistoryPoint,
  Json,
  NamedPointReading,
  PointHistoryQuery,
  ReadingsPort,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { GatewayCatalogueService } from '../../../building/points/gateway-catalogue.service';
import { GatewayHistoryService } from '../../../metering/gateway-proxy/gateway-history.service';
import { isPattern } from '../../../platform/occurrences/name-pattern';
import { readingOf } from './point-reading';

/** Maximum number of points that a node reads at once. */
const MAX_POINTS = 1000;
/** Maximum length of a history. It bounds the number of samples that a node requests from the gateway. */
const MAX_HISTORY_DAYS = 366;
const DAY_MS = 86_400_000;

/** Lets nodes read the values of points. The values come from the gateway, so they include the latest writes. */
@Injectable()
export class ExecutionReadings implements ReadingsPort {
  constructor(
    private readonly gateway: GatewayClient,
    private readonly catalogue: GatewayCatalogueService,
    private readonly histories: GatewayHistoryService,
  ) {}

  async values(names: readonly string[]): Promise<NamedPointReading[]> {
    const codes = await this.codesOf(names);
    if (codes.length > MAX_POINTS) {
      const message = `${codes.length} points match. Read at most ${MAX_POINTS} points at once.`;
      throw new DomainError('invalid', 'too_many_points', message);
    }
    if (codes.length === 0) return [];
    const values = await this.gateway.values(codes);
    await this.assertKnown(values.filter(isPerhapsUnknown).map(({ code }) => code));
    return values.map((value) => ({ code: value.code, ...readingOf(value) }));
  }

  async history(query: PointHistoryQuery): Promise<HistoryPoint[]> {
    const values = await this.histories.aggregate(query, MAX_HISTORY_DAYS * DAY_MS);
    if (values.length === 0) await this.assertKnown([query.code]);
    return values.map(({ startMs, value }) => ({
      timestamp: new Date(startMs).toISOString(),
      value: value as Json,
    }));
  }

  private async codesOf(names: readonly string[]): Promise<string[]> {
    const patterns = names.filter(isPattern);
    const matching = patterns.length > 0 ? await this.catalogue.codesMatching(patterns) : [];
    return [...new Set([...names.filter((name) => !isPattern(name)), ...matching])];
  }

  /**
   * The gateway does not distinguish an unknown code from a point without a value. Codes without a value are therefore
   * looked up in the gateway's list of points.
   */
  private async assertKnown(codes: readonly string[]): Promise<void> {
    const unknown = await this.catalogue.unlistedCodes(codes);
    if (unknown.length === 0) return;
    const message = `The gateway has no point ${listNames(unknown, 10)}.`;
    throw new DomainError('not_found', 'not_found', message);
  }
}

function isPerhapsUnknown({ value, quality }: PointValue): boolean {
  return value === null && quality === 'bad';
}
