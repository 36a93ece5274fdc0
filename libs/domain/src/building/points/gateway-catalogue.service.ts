import { GatewayClient, type GatewayPoint } from '@app/gateway-client';
import {
  type Actor,
  Clock,
  DomainError,
  foldName,
  LIST_REACH,
  type Page,
  type PageRequest,
  runOutsideRequests,
  withTimeout,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isCode } from './point-code';
import { toPointRow } from './gateway-rows';
import { MAX_IMPORT_ROWS, PointImportService } from './point-import.service';
import type { ImportReport } from './point-rows';
import { findPointIds } from './points.queries';

/** How long the list of the gateway's points is cached. Without the cache, each page would read all points again. */
const FRESH_MS = 60_000;
const ASKED_MS = 2000;

export interface CatalogueFilter extends PageRequest {
  /** Matches any part of the code or the name. Case is ignored. */
  search?: string;
}

/** A point of the gateway. */
export interface AvailablePoint extends GatewayPoint {
  /** The id of the point with this code; null if it has not been imported. */
  pointId: number | null;
}

export interface GatewayImport {
  objectId: number;
  /** The codes of the points to import. If undefined, all points that do not exist yet are imported. */
  codes?: readonly string[];
}

/** Lists the points of the gateway and imports them. */
@Injectable()
export class GatewayCatalogueService {
  private read: { points: Promise<GatewayPoint[]>; atMs: number } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: GatewayClient,
    private readonly imports: PointImportService,
    private readonly clock: Clock,
  ) {}

  /** The gateway's points, ordered by code. @throws the errors of the gateway */
  async list({ search = '', page, limit }: CatalogueFilter): Promise<Page<AvailablePoint>> {
    const points = matching(await this.points(), foldName(search));
    const shown = points.slice((page - 1) * limit, page * limit);
    const ids = await this.idsOf(shown);
    return {
      items: shown.map((point) => ({ ...point, pointId: ids.get(point.code) ?? null })),
      total: Math.min(points.length, LIST_REACH),
      exact: points.length <= LIST_REACH,
    };
  }

  /** The codes of the gateway's points, in order. @throws the errors of the gateway */
  async codes(): Promise<string[]> {
    return (await this.points()).map(({ code }) => code);
  }

  /**
   * Finds the codes that the gateway does not list. The gateway has two seconds to answer, so a gateway that is down does
   * not delay the caller for long.
   * @returns no codes if the gateway cannot be asked
   */
  async unknownCodes(codes: readonly string[]): Promise<ReadonlySet<string>> {
    if (codes.length === 0) return new Set();
    try {
      const known = new Set(await withTimeout(ASKED_MS, () => this.codes(), tooSlow));
      return new Set(codes.filter((code) => !known.has(code)));
    } catch (error) {
      if (error instanceof DomainError) return new Set();
      throw error;
    }
  }

  /**
   * Import points of the gateway into an object.
   * @throws DomainError `too_many_points`, and the errors of the gateway and of `PointImportService.import`
   */
  async import(actor: Actor, { objectId, codes }: GatewayImport): Promise<ImportReport> {
    const points = await this.points();
    const chosen = codes ?? (await this.newCodes(points));
    if (chosen.length > MAX_IMPORT_ROWS) {
      const message = `The gateway has ${chosen.length} new points. Send the codes of at most ${MAX_IMPORT_ROWS} points.`;
      throw new DomainError('invalid', 'too_many_points', message);
    }
    const byCode = new Map(points.map((point) => [point.code, point]));
    const rows = chosen.map((code) => toPointRow(code, byCode.get(code)));
    return this.imports.import(actor, rows, { objectId });
  }

  private async newCodes(points: readonly GatewayPoint[]): Promise<string[]> {
    const known = await this.idsOf(points);
    return points.flatMap(({ code }) => (known.has(code) ? [] : [code]));
  }

  private idsOf(points: readonly GatewayPoint[]): Promise<Map<string, number>> {
    return findPointIds(this.dataSource.manager, points.map(({ code }) => code).filter(isCode));
  }

  /**
   * Concurrent callers share one call of the gateway. The call runs outside any request, so it does not fail if the
   * client of the first caller disconnects.
   */
  private points(): Promise<GatewayPoint[]> {
    const nowMs = this.clock.nowMs();
    if (!this.read || nowMs - this.read.atMs > FRESH_MS) {
      const points = runOutsideRequests(async () => sorted(await this.gateway.points()));
      const read = { points, atMs: nowMs };
      points.catch(() => {
        if (this.read === read) this.read = undefined;
      });
      this.read = read;
    }
    return this.read.points;
  }
}

function tooSlow(): DomainError {
  return new DomainError(
    'upstream_timeout',
    'upstream_timeout',
    'The gateway did not list its points in time.',
  );
}

function sorted(points: readonly GatewayPoint[]): GatewayPoint[] {
  return points.toSorted((one, other) => (one.code < other.code ? -1 : Number(one.code > other.code)));
}

function matching(points: readonly GatewayPoint[], search: string): readonly GatewayPoint[] {
  if (search === '') return points;
  return points.filter(({ code, name }) => [code, name].some((text) => foldName(text).includes(search)));
}
