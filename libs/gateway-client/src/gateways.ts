import type { PointValue } from '@app/contracts';
import { GatewayEntity, MAIN_GATEWAY } from '@app/entities';
import { type Clock, DomainError, runOutsideRequests, say } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { createGatewayClient, type GatewayOptions } from './create-gateway-client';
import { GatewayClient, type SingleGateway } from './gateway-client';
import type {
  GatewayCallOptions,
  GatewayHistoryQuery,
  GatewaySeries,
  GatewayWriteResult,
} from './gateway-shapes';
import { PrefixedGateway } from './prefixed-gateway';

/** Maximum time until this process notices a change of the list by another process. */
const FRESH_MS = 1000;
const MAIN_NAME = 'Main gateway';

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
  private readonly mainSettings: GatewaySettings;
  /** By id. Empty before the list was read. */
  private known = new Map<number, KnownGateway>();
  private reading: { gateways: Promise<readonly ListedGateway[]>; atMs: number } | undefined;

  constructor(
    private readonly options: GatewayOptions,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
    const { url, username, password } = options;
    const main = { id: MAIN_GATEWAY, name: MAIN_NAME, prefix: '', url, username, password, enabled: true };
    this.mainSettings = main;
    this.main = this.connect(main);
  }

  /**
   * All gateways, the one of the environment first. The list is at most a second old, or older if the database fails.
   * @throws the error of the database if the list was never read
   */
  async list(): Promise<readonly ListedGateway[]> {
    const nowMs = this.clock.nowMs();
    if (!this.reading || Math.abs(nowMs - this.reading.atMs) >= FRESH_MS) {
      const reading = { gateways: runOutsideRequests(() => this.read()), atMs: nowMs };
      this.reading = reading;
      reading.gateways.catch(() => {
        if (this.reading === reading) this.reading = undefined;
      });
    }
    return this.reading.gateways;
  }

  /** The gateways that may be called. @throws the errors of `list` */
  async enabled(): Promise<readonly ListedGateway[]> {
    return (await this.list()).filter(({ settings }) => settings.enabled);
  }

  /**
   * The gateway to which a code belongs.
   * @throws DomainError `gateway_disabled`; the errors of `list`
   */
  async of(code: string): Promise<ListedGateway> {
    const gateways = await this.list();
    const owner = gateways.find(({ owns }) => owns(code));
    if (!owner) throw new Error('No gateway has an empty prefix.');
    return assertEnabled(owner);
  }

  /** Requests new token pairs of all enabled gateways now. @throws the first error */
  async renewTokens(): Promise<void> {
    await Promise.all((await this.enabled()).map(({ client }) => client.renewTokens()));
  }

  /** Reads the list again at the next call. */
  forget(): void {
    this.reading = undefined;
  }

  values(codes: readonly string[], options?: GatewayCallOptions): Promise<PointValue[]> {
    return this.askOwners(codes, (client, own) => client.values(own, options));
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

  /** Asks each gateway for its codes. Fails if one of them fails. */
  private async askOwners<T extends { code: string }>(
    codes: readonly string[],
    ask: (client: SingleGateway, codes: readonly string[]) => Promise<T[]>,
  ): Promise<T[]> {
    const gateways = await this.list();
    const shares = gateways
      .map((gateway) => ({ gateway, own: codes.filter(gateway.owns) }))
      .filter(({ own }) => own.length > 0);
    const answers = await Promise.all(
      shares.map(({ gateway, own }) => ask(assertEnabled(gateway).client, own)),
    );
    if (answers.length === 1) return answers[0] ?? [];
    const byCode = new Map(answers.flat().map((answer) => [answer.code, answer]));
    return codes.flatMap((code) => byCode.get(code) ?? []);
  }

  private async read(): Promise<readonly ListedGateway[]> {
    try {
      const rows = await this.dataSource.manager.find(GatewayEntity, { order: { name: 'ASC', id: 'ASC' } });
      this.known = new Map([this.mainSettings, ...rows].map((row) => [row.id, this.listed(row)]));
    } catch (error) {
      if (this.known.size === 0) throw error;
      this.logger.warn({ err: error }, 'The list of gateways could not be read; using the last one');
    }
    return [...this.known.values()];
  }

  private listed(settings: GatewaySettings): KnownGateway {
    const { id } = settings;
    const known = this.known.get(id);
    if (known && targetOf(known.settings) === targetOf(settings)) {
      known.settings = settings;
      return known;
    }
    const client = id === MAIN_GATEWAY ? this.main : this.connect(settings);
    return { settings, client, owns: (code) => this.ownerOf(code) === id };
  }

  private connect({ id, prefix, url, username, password }: GatewaySettings): SingleGateway {
    const options = { ...this.options, id, url, username, password };
    const client = createGatewayClient(options, this.dataSource, this.clock);
    return prefix === '' ? client : new PrefixedGateway(client, prefix);
  }

  /** The id of the gateway with the longest prefix that fits the code. */
  private ownerOf(code: string): number {
    let owner: GatewaySettings = this.mainSettings;
    for (const { settings } of this.known.values()) {
      const { prefix } = settings;
      if (prefix.length > owner.prefix.length && code.startsWith(prefix)) owner = settings;
    }
    return owner.id;
  }
}

/** Identifies the address of a gateway and its credentials there. */
function targetOf({ url, username, password, prefix }: GatewaySettings): string {
  return JSON.stringify([url, username, password, prefix]);
}

function assertEnabled(gateway: ListedGateway): ListedGateway {
  const { enabled, name } = gateway.settings;
  if (!enabled) throw new DomainError('conflict', 'gateway_disabled', say('gateway_disabled', { name }));
  return gateway;
}
