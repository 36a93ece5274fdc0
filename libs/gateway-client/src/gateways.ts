import { setTimeout as delay } from 'node:timers/promises';
import type { PointValue } from '@app/contracts';
import { GatewayEntity, MAIN_GATEWAY } from '@app/entities';
import {
  type Clock,
  DomainError,
  groupBy,
  isDoneWithin,
  runOutsideRequests,
  say,
  Semaphore,
} from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { createGatewayClient, type GatewayOptions } from './create-gateway-client';
import { GatewayClient, type SingleGateway } from './gateway-client';
import { gatewayTimedOut, isGatewayFailure } from './gateway-errors';
import type {
  GatewayCallOptions,
  GatewayHistoryQuery,
  GatewaySeries,
  GatewayWriteResult,
} from './gateway-shapes';
import { PrefixedGateway } from './prefixed-gateway';

/** Maximum time until this process notices a change of the list by another process. */
const FRESH_MS = 1000;
/** How long a call waits for a newer list. If the database is slower, the known list is used. */
const PATIENCE_MS = 500;
/** How long current values of several gateways wait for one of them. */
const VALUES_PATIENCE_MS = 2000;
/** Token pairs that are renewed at a time. Each occupies a connection to the database, even if its gateway hangs. */
const RENEWALS = 4;
const MAIN_NAME = 'Main gateway';
/** The code of the error if a gateway is switched off or deleted. */
export const GATEWAY_DISABLED = 'gateway_disabled';

export type GatewaySettings = Readonly<GatewayEntity>;

/** A gateway, as long as its address and its credentials stay the same. */
export interface ListedGateway {
  /** The settings that were read last. */
  readonly settings: GatewaySettings;
  /** Its codes have the prefix. */
  readonly client: SingleGateway;
  /** Returns true if the code belongs to this gateway: no other prefix fits it better. */
  readonly owns: (code: string) => boolean;
}

interface KnownGateway extends ListedGateway {
  settings: GatewaySettings;
}

/**
 * All gateways: the one of the environment, which has an empty prefix, and the ones in the database. Each call for a
 * point goes to the gateway to which its code belongs. All callers in a process share the breaker and the token refresh
 * of a gateway.
 */
export class Gateways extends GatewayClient {
  /** The gateway of the environment. */
  readonly main: SingleGateway;
  private readonly logger = new Logger(Gateways.name);
  private readonly renewals = new Semaphore(RENEWALS);
  private readonly mainSettings: GatewaySettings;
  /** By id, also the deleted ones. Empty before the list was read. */
  private known = new Map<number, KnownGateway>();
  private readAtMs = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;
  /** Changes if a read that has begun is outdated. */
  private version = 0;

  constructor(
    private readonly options: GatewayOptions,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
    const { url, username, password } = options;
    const own = { id: MAIN_GATEWAY, tokenId: MAIN_GATEWAY, name: MAIN_NAME, prefix: '' };
    this.mainSettings = { ...own, url, username, password, enabled: true, removed: false };
    this.main = this.connect(this.mainSettings);
  }

  /**
   * All gateways that are not deleted, the one of the environment first.
   * @throws the error of the database if the list was never read
   */
  async list(): Promise<readonly ListedGateway[]> {
    await this.refresh();
    return [...this.known.values()].filter(({ settings }) => !settings.removed);
  }

  /** The gateways that may be called. @throws the errors of `list` */
  async enabled(): Promise<readonly ListedGateway[]> {
    return (await this.list()).filter(({ settings }) => settings.enabled);
  }

  /**
   * The gateway to which a code belongs.
   * @throws DomainError `gateway_disabled`, also if the gateway is deleted; the errors of `list`
   */
  async of(code: string): Promise<ListedGateway> {
    await this.refresh();
    return assertEnabled(this.ownerOf(code));
  }

  /**
   * Requests new token pairs now, and waits for the one of the gateway of the environment.
   * @throws the error of that gateway
   */
  async renewTokens(): Promise<void> {
    const [main, ...others] = (await this.enabled()).map(({ client }) => client.renewTokens());
    void Promise.allSettled(others);
    await main;
  }

  /** Reads the list again at the next call. */
  forget(): void {
    this.version++;
    this.reading = undefined;
    this.readAtMs = Number.NEGATIVE_INFINITY;
  }

  values(codes: readonly string[], options?: GatewayCallOptions): Promise<PointValue[]> {
    return this.askOwners(codes, (client, own) => client.values(own, options));
  }

  /**
   * Like `values`, but if another gateway answers, the codes of a gateway that fails, is switched off or does not answer
   * within two seconds are null and bad.
   */
  availableValues(codes: readonly string[]): Promise<PointValue[]> {
    const askedAt = this.clock.now().toISOString();
    return this.askAvailable(
      codes,
      (client, own) => client.values(own),
      (code) => ({ code, value: null, quality: 'bad', timestamp: askedAt }),
      VALUES_PATIENCE_MS,
    );
  }

  history({ codes, ...range }: GatewayHistoryQuery, options?: GatewayCallOptions): Promise<GatewaySeries[]> {
    return this.askOwners(codes, (client, own) => client.history({ codes: own, ...range }, options));
  }

  async set(code: string, value: unknown, options?: GatewayCallOptions): Promise<GatewayWriteResult> {
    const { client } = await this.of(code);
    return client.set(code, value, options);
  }

  async forceSet(
    code: string,
    value: unknown,
    reason: string,
    options?: GatewayCallOptions,
  ): Promise<GatewayWriteResult> {
    const { client } = await this.of(code);
    return client.forceSet(code, value, reason, options);
  }

  async release(code: string, options?: GatewayCallOptions): Promise<GatewayWriteResult> {
    const { client } = await this.of(code);
    return client.release(code, options);
  }

  /**
   * Asks each gateway for its codes. If another gateway answers, the codes of a gateway that fails or is switched off get
   * `absent`.
   * @param patienceMs how long the answers of the others wait for a gateway. Default: until its own time limit
   * @throws the error of a gateway if none answers, or if one refuses the request
   */
  async askAvailable<T extends { code: string }>(
    codes: readonly string[],
    ask: (client: SingleGateway, codes: readonly string[]) => Promise<T[]>,
    absent: (code: string) => T,
    patienceMs?: number,
  ): Promise<T[]> {
    const shares = [...(await this.sharesOf(codes))];
    const asked = shares.map(async ([gateway, own]) => ask(assertEnabled(gateway).client, own));
    const outcomes = await Promise.allSettled(
      patienceMs === undefined || asked.length < 2 ? asked : withoutLate(asked, patienceMs),
    );
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    const isNoneLeft = failures.length === outcomes.length;
    const failure = failures.find((error) => isNoneLeft || !isAbsence(error));
    if (failure !== undefined) throw failure;
    const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const byCode = new Map(answers.map((answer) => [answer.code, answer]));
    return codes.map((code) => byCode.get(code) ?? absent(code));
  }

  /** Asks each gateway for its codes. Fails if one of them fails. */
  private async askOwners<T extends { code: string }>(
    codes: readonly string[],
    ask: (client: SingleGateway, codes: readonly string[]) => Promise<T[]>,
  ): Promise<T[]> {
    const shares = [...(await this.sharesOf(codes))];
    for (const [gateway] of shares) assertEnabled(gateway);
    const answers = await Promise.all(shares.map(([{ client }, own]) => ask(client, own)));
    if (answers.length === 1) return answers[0] ?? [];
    const byCode = new Map(answers.flat().map((answer) => [answer.code, answer]));
    return codes.flatMap((code) => byCode.get(code) ?? []);
  }

  private async sharesOf(codes: readonly string[]): Promise<Map<ListedGateway, string[]>> {
    await this.refresh();
    return groupBy(codes, (code) => this.ownerOf(code));
  }

  /** Reads the list if it is not fresh. If the database fails or is slow, the known list stays. */
  private async refresh(): Promise<void> {
    if (Math.abs(this.clock.nowMs() - this.readAtMs) < FRESH_MS) return;
    if (this.known.size > 0) await isDoneWithin(PATIENCE_MS, this.read());
    while (this.known.size === 0) await this.read();
  }

  private read(): Promise<void> {
    this.reading ??= runOutsideRequests(() => this.readNow());
    return this.reading;
  }

  private async readNow(): Promise<void> {
    const { version } = this;
    const atMs = this.clock.nowMs();
    try {
      const rows = await this.dataSource.manager.find(GatewayEntity, { order: { name: 'ASC', id: 'ASC' } });
      // The list was changed while it was read.
      if (version !== this.version) return;
      this.known = new Map([this.mainSettings, ...rows].map((row) => [row.id, this.listed(row)]));
      this.readAtMs = atMs;
    } catch (error) {
      this.logger.warn({ err: error }, 'The list of gateways could not be read');
      throw error;
    } finally {
      if (version === this.version) this.reading = undefined;
    }
  }

  private listed(settings: GatewaySettings): KnownGateway {
    const { id, tokenId } = settings;
    const known = this.known.get(id);
    if (known?.settings.tokenId === tokenId) {
      known.settings = settings;
      return known;
    }
    const client = id === MAIN_GATEWAY ? this.main : this.connect(settings);
    return { settings, client, owns: (code) => this.ownerOf(code).settings.id === id };
  }

  private connect({ tokenId, prefix, url, username, password }: GatewaySettings): SingleGateway {
    const options = { ...this.options, tokenId, renewals: this.renewals, url, username, password };
    const client = createGatewayClient(options, this.dataSource, this.clock);
    return prefix === '' ? client : new PrefixedGateway(client, prefix);
  }

  /** The gateway with the longest prefix that fits the code. */
  private ownerOf(code: string): ListedGateway {
    let owner: ListedGateway | undefined;
    for (const gateway of this.known.values()) {
      const { prefix } = gateway.settings;
      if (code.startsWith(prefix) && prefix.length >= (owner?.settings.prefix.length ?? 0)) owner = gateway;
    }
    if (!owner) throw new Error('The list of gateways was not read.');
    return owner;
  }
}

/**
 * Rejects calls that are late as soon as the time is over and another call has succeeded. They go on until their own time
 * limit, so that the circuit breaker counts them.
 */
function withoutLate<T>(calls: readonly Promise<T>[], patienceMs: number): Promise<T>[] {
  const isOver = Promise.all([delay(patienceMs, undefined, { ref: false }), Promise.any(calls)]);
  const tooLate = isOver.then(() => Promise.reject(gatewayTimedOut(patienceMs)));
  return calls.map((call) => Promise.race([call, tooLate]));
}

const ABSENCES = new Set(['gateway_unavailable', GATEWAY_DISABLED]);

/** Returns true for the error of a gateway that does not answer. */
function isAbsence(error: unknown): boolean {
  return error instanceof DomainError && (isGatewayFailure(error) || ABSENCES.has(error.code));
}

/** @throws DomainError `gateway_disabled` */
export function assertEnabled(gateway: ListedGateway): ListedGateway {
  const { enabled, name } = gateway.settings;
  if (!enabled) throw new DomainError('conflict', GATEWAY_DISABLED, say('gateway_disabled', { name }));
  return gateway;
}
