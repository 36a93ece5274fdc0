import type { PointValue } from '@app/contracts';
import type { Clock } from '@app/kernel';
import { readAlarmConfigs, readAlarms } from './alarm-answers';
import type { GatewayBreaker } from './gateway-breaker';
import { SingleGateway } from './gateway-client';
import {
  CONFIGURATION_REFUSALS,
  DEVICES_REFUSALS,
  gatewayFailed,
  isAnswerTooLarge,
  READ_REFUSALS,
  type Refusals,
  RELEASE_REFUSALS,
  WRITE_REFUSALS,
} from './gateway-errors';
import type { GatewaySession } from './gateway-session';
import type {
  GatewayAlarmConfigRequest,
  GatewayAlarmConfigs,
  GatewayAlarmPage,
  GatewayAlarmQuery,
  GatewayCallOptions,
  GatewayConfiguration,
  GatewayConfigurationChange,
  GatewayTrial,
  GatewayTrialInput,
  GatewayDevice,
  GatewayHistoryQuery,
  GatewayPoint,
  GatewaySeries,
  GatewayStreamHandlers,
  GatewayWriteResult,
} from './gateway-shapes';
import type { BreakerChange, GatewayState } from './gateway-state';
import type { GatewayStream } from './gateway-stream';
import type { GatewayTokens } from './gateway-tokens';
import { halvesOf, joined } from './history-parts';
import { type ChunkSizes, inChunks } from './in-chunks';
import {
  readConfiguration,
  readDevices,
  readHistory,
  readPoints,
  readTrial,
  readValues,
  readWriteResult,
} from './point-answers';
import { withinLimit } from './time-limit';

const PAGE_SIZE = 200;
/** Maximum number of pages. It is enough for a million points, so a gateway with more pages is faulty. */
const MOST_PAGES = 5000;
const VALUES_CHUNKS: ChunkSizes = { size: 500, concurrency: 4 };
const HISTORY_CHUNKS: ChunkSizes = { size: 50, concurrency: 4 };
/** How often a history whose answer is too large is halved. A gateway with even larger answers is faulty. */
const MOST_HALVINGS = 5;

/** Devices may need long to describe themselves. */
const TRIAL_MS = 60_000;

/** Calls the gateway over HTTP. */
export class HttpGatewayClient extends SingleGateway {
  constructor(
    private readonly session: GatewaySession,
    private readonly tokens: GatewayTokens,
    private readonly breaker: GatewayBreaker,
    private readonly events: GatewayStream,
    private readonly clock: Clock,
    private readonly limitMs: number,
  ) {
    super();
  }

  async points(): Promise<GatewayPoint[]> {
    const points = new Map<string, GatewayPoint>();
    for (let page = 1; page <= MOST_PAGES; page++) {
      const known = points.size;
      const { items, total } = await this.pointsPage(page);
      for (const point of items) points.set(point.code, point);
      const last = total === null ? items.length < PAGE_SIZE : points.size >= total;
      if (last || points.size === known) return [...points.values()];
    }
    throw gatewayFailed('returned too many pages of points');
  }

  async devices(): Promise<GatewayDevice[]> {
    return this.call('GET', '/devices', undefined, readDevices, DEVICES_REFUSALS);
  }

  async configuration(): Promise<GatewayConfiguration> {
    return this.call('GET', '/configuration', undefined, readConfiguration, CONFIGURATION_REFUSALS);
  }

  async configure(change: GatewayConfigurationChange): Promise<GatewayConfiguration> {
    return this.call('PUT', '/configuration', change, readConfiguration, CONFIGURATION_REFUSALS);
  }

  async tryConnection(trial: GatewayTrialInput): Promise<GatewayTrial> {
    const call = {
      method: 'POST',
      path: '/configuration/trial',
      body: trial,
      read: readTrial,
      refusals: CONFIGURATION_REFUSALS,
    } as const;
    return withinLimit(TRIAL_MS, (signal) => this.session.call(call, signal));
  }

  async values(codes: readonly string[], options?: GatewayCallOptions): Promise<PointValue[]> {
    const askedAt = this.clock.now().toISOString();
    const read = (body: unknown) => readValues(body, askedAt);
    const question: CodesQuestion<PointValue> = {
      ask: (codes, signal) => this.ask('/codes/values', { codes }, read, signal),
      unknown: (code) => ({ code, value: null, quality: 'bad', timestamp: askedAt }),
    };
    return this.askPerCode(codes, VALUES_CHUNKS, question, options);
  }

  async history(
    { codes, ...range }: GatewayHistoryQuery,
    options?: GatewayCallOptions,
  ): Promise<GatewaySeries[]> {
    const question: CodesQuestion<GatewaySeries> = {
      ask: (codes, signal) => this.historyInParts({ codes, ...range }, signal),
      unknown: (code) => ({ code, values: [] }),
    };
    return this.askPerCode(codes, HISTORY_CHUNKS, question, options);
  }

  async set(code: string, value: unknown, options?: GatewayCallOptions): Promise<GatewayWriteResult> {
    return this.write('/codes/set', { code, value }, WRITE_REFUSALS, options);
  }

  async forceSet(
    code: string,
    value: unknown,
    reason: string,
    options?: GatewayCallOptions,
  ): Promise<GatewayWriteResult> {
    return this.write('/codes/force-set', { code, value, reason }, WRITE_REFUSALS, options);
  }

  async release(code: string, options?: GatewayCallOptions): Promise<GatewayWriteResult> {
    return this.write('/codes/release', { code }, RELEASE_REFUSALS, options);
  }

  async alarms(query: GatewayAlarmQuery): Promise<GatewayAlarmPage> {
    return this.post('/alarms', query, readAlarms, READ_REFUSALS);
  }

  async alarmConfigs(request: GatewayAlarmConfigRequest): Promise<GatewayAlarmConfigs> {
    return this.post('/alarm-configs', request, readAlarmConfigs, WRITE_REFUSALS);
  }

  async stream(handlers: GatewayStreamHandlers, signal: AbortSignal): Promise<void> {
    return this.events.follow(handlers, signal);
  }

  async renewTokens(): Promise<void> {
    await withinLimit(this.limitMs, async () => this.tokens.replace(await this.tokens.current()));
  }

  state(): GatewayState {
    return this.breaker.state();
  }

  onStateChange(listener: (change: BreakerChange) => void): () => void {
    return this.breaker.onStateChange(listener);
  }

  private async pointsPage(page: number): Promise<{ items: GatewayPoint[]; total: number | null }> {
    const call = {
      method: 'GET',
      path: '/points',
      query: { page, limit: PAGE_SIZE },
      read: (body: unknown, headers: Headers) => ({ items: readPoints(body), total: totalOf(headers) }),
      refusals: {},
    } as const;
    return withinLimit(this.limitMs, (signal) => this.session.call(call, signal));
  }

  /** Reads a history. If the answer is too large, its halves are read one after the other. */
  private async historyInParts(
    query: GatewayHistoryQuery,
    signal: AbortSignal,
    halvings = MOST_HALVINGS,
  ): Promise<GatewaySeries[]> {
    try {
      return await this.ask('/codes/history', query, readHistory, signal);
    } catch (error) {
      const halves = halvings > 0 && isAnswerTooLarge(error) ? halvesOf(query) : [];
      if (halves.length === 0) throw error;
      const parts: GatewaySeries[] = [];
      for (const half of halves) parts.push(...(await this.historyInParts(half, signal, halvings - 1)));
      return joined(parts);
    }
  }

  private ask<T>(path: string, body: object, read: (body: unknown) => T, signal: AbortSignal): Promise<T> {
    return this.session.call({ method: 'POST', path, body, read, refusals: READ_REFUSALS }, signal);
  }

  private write(
    path: string,
    body: object,
    refusals: Refusals,
    options?: GatewayCallOptions,
  ): Promise<GatewayWriteResult> {
    return this.post(path, body, readWriteResult, refusals, options);
  }

  private post<T>(
    path: string,
    body: object,
    read: (body: unknown) => T,
    refusals: Refusals,
    options?: GatewayCallOptions,
  ): Promise<T> {
    return this.call('POST', path, body, read, refusals, options);
  }

  private call<T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body: object | undefined,
    read: (body: unknown) => T,
    refusals: Refusals,
    options?: GatewayCallOptions,
  ): Promise<T> {
    const call = { method, path, body, read, refusals, role: options?.role };
    return withinLimit(this.limitOf(options), (signal) => this.session.call(call, signal));
  }

  /**
   * Returns one answer per code, in the order of the codes. If the gateway omits a code, it does not know this code.
   */
  private async askPerCode<T extends { code: string }>(
    codes: readonly string[],
    chunks: ChunkSizes,
    { ask, unknown }: CodesQuestion<T>,
    options?: GatewayCallOptions,
  ): Promise<T[]> {
    const answers = await withinLimit(this.limitOf(options), (signal) =>
      inChunks([...new Set(codes)], chunks, (codes) => ask(codes, signal)),
    );
    const byCode = new Map(answers.map((answer) => [answer.code, answer]));
    return codes.map((code) => byCode.get(code) ?? unknown(code));
  }

  private limitOf({ limitMs = Infinity }: GatewayCallOptions = {}): number {
    return Math.min(limitMs, this.limitMs);
  }
}

/** A request for several points. It is sent in chunks. */
interface CodesQuestion<T> {
  ask: (codes: readonly string[], signal: AbortSignal) => Promise<T[]>;
  /** Returns the answer for a code that the gateway does not know. */
  unknown: (code: string) => T;
}

/** Returns the total number of items from the headers. Null if the gateway does not report it. */
function totalOf(headers: Headers): number | null {
  const text = headers.get('x-total-count') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
