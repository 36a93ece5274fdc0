import { type GatewayPoint, Gateways, type ListedGateway, type SingleGateway } from '@app/gateway-client';
import {
  type Actor,
  Clock,
  DomainError,
  foldName,
  ListCursors,
  mapPage,
  type Page,
  type PageRequest,
  runOutsideRequests,
  say,
  withTimeout,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { headOf, matchesPattern } from '../../platform/occurrences/name-pattern';
import { isCode } from './point-code';
import { toPointRow } from './gateway-rows';
import { refusalOf } from './point-refusal';
import { MAX_IMPORT_ROWS, PointImportService } from './point-import.service';
import type { ImportReport } from './point-rows';
import { findPointIds } from './points.queries';

/** How long the list of a gateway's points is cached. Without the cache, each page would read all points again. */
const FRESH_MS = 60_000;
/** Maximum age of the list if it is the reason to refuse a write. */
const REFUSAL_AGE_MS = 5000;
/** How long the check of a write waits for the list. */
const PATIENCE_MS = 5000;
const CURSORS = new ListCursors(
  'gateway points',
  ([code, ...rest]) => typeof code === 'string' && rest.length === 0,
);

/** The points of one or all gateways by code, in the order of their codes. */
type GatewayPoints = ReadonlyMap<string, GatewayPoint>;

export interface CatalogueFilter extends PageRequest {
  /** Matches any part of the code or the name. Case is ignored. */
  search?: string;
}

/** A point of a gateway. */
export interface AvailablePoint extends GatewayPoint {
  /** The id of the point with this code; null if it has not been imported. */
  pointId: number | null;
}

export interface GatewayImport {
  objectId: number;
  /** The codes of the points to import. If undefined, all points that do not exist yet are imported. */
  codes?: readonly string[];
}

/** Lists the points of the gateways and imports them. */
@Injectable()
export class GatewayCatalogueService {
  private readonly reads = new WeakMap<SingleGateway, { points: Promise<GatewayPoints>; atMs: number }>();
  /** The last list of each gateway, even if a later read has failed. */
  private readonly lastLists = new WeakMap<SingleGateway, GatewayPoints>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateways: Gateways,
    private readonly imports: PointImportService,
    private readonly clock: Clock,
  ) {}

  /** The points of all gateways that answer, ordered by code. @throws the error of a gateway if none answers */
  async list({ search = '', ...request }: CatalogueFilter): Promise<Page<AvailablePoint>> {
    const points = matching([...(await this.points()).values()], foldName(search));
    const page = CURSORS.pageOf(points, ({ code }) => code, request);
    const ids = await this.idsOf(page.items);
    return mapPage(page, (point) => ({ ...point, pointId: ids.get(point.code) ?? null }));
  }

  /**
   * The codes of the points that match a pattern, in order. Only gateways that may have such points are asked.
   * @throws the error of one of these gateways that does not answer
   */
  async codesMatching(patterns: readonly string[]): Promise<string[]> {
    const gateways = (await this.gateways.enabled()).filter((gateway) =>
      patterns.some((pattern) => mayMatch(gateway, pattern)),
    );
    const points = joined(await Promise.all(gateways.map((gateway) => this.pointsOf(gateway))));
    return [...points.keys()].filter((code) => patterns.some((pattern) => matchesPattern(pattern, code)));
  }

  /**
   * Returns whether points can be written, by their codes. Points that the last list of their gateway does not have are left
   * out. Does not wait for a gateway: a list that is too old is read again for later calls.
   */
  async writable(codes: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const found = new Map<string, boolean>();
    for (const gateway of await this.gateways.enabled()) {
      const own = codes.filter(gateway.owns);
      if (own.length > 0) void this.pointsOf(gateway);
      for (const code of own) {
        const point = this.lastLists.get(gateway.client)?.get(code);
        if (point) found.set(code, point.writable);
      }
    }
    return found;
  }

  /**
   * Checks that a point exists and can be written, and that it accepts the value, as far as the gateway's list of points
   * says so. If the list cannot be read, the gateway alone decides at the write.
   * @param value if undefined, only the point is checked
   * @param maxAgeMs maximum age of the list for a point that passes the check. A refusal needs a list that is at most 5
   *   seconds old, because the point may have changed
   * @throws DomainError `gateway_disabled`, `not_found`, `point_read_only`, `value_type`, `value_out_of_range`, `value_off_step`
   */
  async assertAccepts(code: string, value?: unknown, maxAgeMs = FRESH_MS): Promise<void> {
    const gateway = await this.gateways.of(code);
    for (const ageMs of [maxAgeMs, REFUSAL_AGE_MS]) {
      const points = await this.pointsInTime(gateway, ageMs);
      const refusal = points && refusalOf(code, points.get(code), value);
      if (!refusal) return;
      if (ageMs === REFUSAL_AGE_MS) throw refusal;
    }
  }

  /** Finds the codes that their gateways do not list. Gateways whose lists cannot be read, or not soon, are skipped. */
  async unknownCodes(codes: readonly string[]): Promise<ReadonlySet<string>> {
    if (codes.length === 0) return new Set();
    const gateways = await this.gateways.enabled();
    const unknown = gateways.map(async (gateway) => {
      const own = codes.filter(gateway.owns);
      const points = own.length > 0 && (await this.pointsInTime(gateway, FRESH_MS));
      return points ? own.filter((code) => !points.has(code)) : [];
    });
    return new Set((await Promise.all(unknown)).flat());
  }

  /** Returns the codes that their gateways do not list. @throws `gateway_disabled`, the errors of these gateways */
  async unlistedCodes(codes: readonly string[]): Promise<string[]> {
    const points = await this.pointsWith(codes);
    return codes.filter((code) => !points.has(code));
  }

  /**
   * Import points of the gateways into an object.
   * @throws DomainError `too_many_points`, `gateway_disabled`, the errors of gateways with chosen points, and the errors
   *   of `list` and of `PointImportService.import`
   */
  async import(actor: Actor, { objectId, codes }: GatewayImport): Promise<ImportReport> {
    const points = codes ? await this.pointsWith(codes) : await this.points();
    const chosen = codes ?? (await this.newCodes(points));
    if (chosen.length > MAX_IMPORT_ROWS) {
      const message = say('too_many_gateway_points', { found: chosen.length, most: MAX_IMPORT_ROWS });
      throw new DomainError('invalid', 'too_many_points', message);
    }
    const rows = chosen.map((code) => toPointRow(code, points.get(code)));
    return this.imports.import(actor, rows, { objectId });
  }

  private async newCodes(points: GatewayPoints): Promise<string[]> {
    const known = await this.idsOf([...points.values()]);
    return [...points.keys()].filter((code) => !known.has(code));
  }

  private idsOf(points: readonly GatewayPoint[]): Promise<Map<string, number>> {
    return findPointIds(this.dataSource.manager, points.map(({ code }) => code).filter(isCode));
  }

  /** @returns null if the list cannot be read, or not soon */
  private async pointsInTime(gateway: ListedGateway, maxAgeMs: number): Promise<GatewayPoints | null> {
    try {
      return await withTimeout(PATIENCE_MS, () => this.pointsOf(gateway, maxAgeMs), slowList);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return null;
    }
  }

  /** The points of gateways that answer soon. @throws the error of a gateway if none does */
  private async points(): Promise<GatewayPoints> {
    const gateways = await this.gateways.enabled();
    const isAlone = gateways.length === 1;
    const lists = await Promise.allSettled(
      gateways.map((gateway) =>
        isAlone ? this.pointsOf(gateway) : withTimeout(PATIENCE_MS, () => this.pointsOf(gateway), slowList),
      ),
    );
    const read = lists.filter((list) => list.status === 'fulfilled').map(({ value }) => value);
    const failure = lists.find((list) => list.status === 'rejected');
    if (read.length === 0 && failure) throw failure.reason;
    return joined(read);
  }

  /** The points of the gateways to which the codes belong. @throws the errors of these gateways */
  private async pointsWith(codes: readonly string[]): Promise<GatewayPoints> {
    const owners = new Set<ListedGateway>();
    for (const code of codes) owners.add(await this.gateways.of(code));
    return joined(await Promise.all([...owners].map((gateway) => this.pointsOf(gateway))));
  }

  /**
   * Concurrent callers share one call of the gateway. The call runs outside any request, so it does not fail if the
   * client of the first caller disconnects.
   */
  private pointsOf({ client, owns }: ListedGateway, maxAgeMs = FRESH_MS): Promise<GatewayPoints> {
    const nowMs = this.clock.nowMs();
    const known = this.reads.get(client);
    if (known && nowMs - known.atMs <= maxAgeMs) return known.points;
    const points = runOutsideRequests(async () =>
      sorted((await client.points()).filter(({ code }) => owns(code))),
    );
    const read = { points, atMs: nowMs };
    const isNewest = () => this.reads.get(client) === read;
    points.then(
      (list) => isNewest() && this.lastLists.set(client, list),
      () => isNewest() && this.reads.delete(client),
    );
    this.reads.set(client, read);
    return points;
  }
}

/** A pattern matches codes of a gateway only if its text before the first `*` fits their prefix. */
function mayMatch({ settings, owns }: ListedGateway, pattern: string): boolean {
  const head = headOf(pattern);
  return owns(head) || settings.prefix.startsWith(head);
}

function sorted(points: readonly GatewayPoint[]): GatewayPoints {
  const inOrder = points.toSorted((one, other) =>
    one.code < other.code ? -1 : Number(one.code > other.code),
  );
  return new Map(inOrder.map((point) => [point.code, point]));
}

function joined(lists: readonly GatewayPoints[]): GatewayPoints {
  return lists.length === 1 && lists[0] ? lists[0] : sorted(lists.flatMap((points) => [...points.values()]));
}

function slowList(): DomainError {
  return new DomainError(
    'upstream_timeout',
    'gateway_timeout',
    'The gateway did not list its points in time.',
  );
}

function matching(points: readonly GatewayPoint[], search: string): readonly GatewayPoint[] {
  if (search === '') return points;
  return points.filter(({ code, name }) => [code, name].some((text) => foldName(text).includes(search)));
}
