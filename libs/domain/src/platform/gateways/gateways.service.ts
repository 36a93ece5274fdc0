import { randomInt } from 'node:crypto';
import {
  GatewayEntity,
  GatewayTokenEntity,
  inTransaction,
  isDuplicateKey,
  MAIN_GATEWAY,
  PlatformConfigurationEntity,
  requireRow,
} from '@app/entities';
import {
  assertEnabled,
  type GatewayConfiguration,
  type GatewayConfigurationChange,
  type GatewayDevice,
  Gateways,
  type GatewayTrial,
  type GatewayTrialInput,
  type ListedGateway,
} from '@app/gateway-client';
import {
  type Actor,
  assertAwaited,
  DomainError,
  LIST_REACH,
  ListCursors,
  mapPage,
  type Page,
  type PageRequest,
  runBeyondRequest,
  say,
  SECRET_MASK,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { GatewayReportsService, type KnownGatewayState } from '../health/gateway-reports.service';

/** A gateway. Its password is masked. */
export interface Gateway extends Required<GatewayInput> {
  id: number;
  /** The state as a worker sees it. `unknown` if the gateway is not enabled. */
  state: KnownGatewayState;
}

export interface GatewayInput {
  name: string;
  prefix: string;
  url: string;
  username: string;
  password: string;
  /** Default: true. */
  enabled?: boolean;
}

/** Omitted fields keep their value. A masked password counts as omitted. The prefix is part of codes, so it never changes. */
export type GatewayChanges = Partial<Omit<GatewayInput, 'prefix'>>;

const NAME = 'The gateway';
const LOCK = { mode: 'pessimistic_write' } as const;
const REMOVED = { removed: true, enabled: false, username: '', password: '' };
/** Ids are random, so that no id is used twice. */
const LARGEST_ID = 2 ** 31 - 1;
const MOST_GATEWAYS = 50;
const CURSORS = new ListCursors(
  'gateways',
  ([id, ...rest]) => Number.isInteger(id) && Number(id) > 0 && Number(id) <= LARGEST_ID && rest.length === 0,
);
const DEVICE_CURSORS = new ListCursors(
  'devices',
  ([number, ...rest]) =>
    Number.isInteger(number) && Number(number) >= 0 && Number(number) <= LIST_REACH && rest.length === 0,
);

/** Lists the gateways, and creates, updates and deletes those that the environment does not configure. */
@Injectable()
export class GatewaysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateways: Gateways,
    private readonly reports: GatewayReportsService,
    private readonly audit: AuditService,
  ) {}

  /** The gateway of the environment, then the others by id. */
  async list(request: PageRequest): Promise<Page<Gateway>> {
    const all = (await this.gateways.list()).toSorted((one, other) => one.settings.id - other.settings.id);
    const page = CURSORS.pageOf(all, ({ settings }) => settings.id, request);
    return mapPage(page, (gateway) => this.shown(gateway));
  }

  /** @throws DomainError not_found */
  async find(id: number): Promise<Gateway> {
    return this.shown(await this.listed(id));
  }

  /**
   * The devices of a gateway, as it names them.
   * @throws DomainError not_found, `devices_unsupported`, `gateway_disabled`; the errors of `GatewayClient`
   */
  async devices(id: number, request: PageRequest): Promise<Page<GatewayDevice>> {
    const { client } = assertEnabled(await this.listed(id));
    const numbered = [...(await client.devices()).entries()];
    const page = DEVICE_CURSORS.pageOf(numbered, ([number]) => number, request);
    return mapPage(page, ([, device]) => device);
  }

  /**
   * How a gateway reaches its devices.
   * @throws DomainError not_found, `configuration_unsupported`, `gateway_disabled`; the errors of `GatewayClient`
   */
  async configuration(id: number): Promise<GatewayConfiguration> {
    return assertEnabled(await this.listed(id)).client.configuration();
  }

  /**
   * Replaces the connections of a gateway. The audit log gets the names of the changed ones.
   * @throws DomainError like `configuration`; `configuration_refused` if they are wrong or were changed meanwhile
   */
  async configure(
    actor: Actor,
    id: number,
    change: GatewayConfigurationChange,
  ): Promise<GatewayConfiguration> {
    const { client } = assertEnabled(await this.listed(id));
    const { connections } = await client.configuration();
    const after = connectionChanges(connections, change.connections);
    const entry = { action: 'gateway.configured', target: targetOf(id), after };
    // The gateway keeps the change, even if nobody waits for the answer any more.
    const record = () => runBeyondRequest(() => this.audit.record(actor, entry, this.dataSource.manager));
    assertAwaited();
    try {
      const configuration = await client.configure(change);
      await record();
      return configuration;
    } catch (error) {
      // Without an answer, the gateway may have made the change.
      if (error instanceof DomainError && error.kind.startsWith('upstream')) await record();
      throw error;
    }
  }

  /**
   * Tries a connection, which need not be stored. Codes are those of the gateway itself.
   * @throws DomainError like `configure`
   */
  async tryConnection(id: number, trial: GatewayTrialInput): Promise<GatewayTrial> {
    return assertEnabled(await this.listed(id)).client.tryConnection(trial);
  }

  /**
   * @throws DomainError `gateway_prefix_taken` if the prefix of another gateway begins with this one or the other way
   *   round, or if codes of the gateway of the environment begin with it; `too_many_gateways`
   */
  async create(actor: Actor, input: GatewayInput): Promise<Gateway> {
    if (input.password === SECRET_MASK) throw DomainError.ofField('password', say('masked_secret'));
    assertUsable(input.url);
    await this.assertNoCodes(input.prefix);
    const { prefix } = input;
    const id = await this.write(async (manager) => {
      await lockCreation(manager);
      const rows = await manager.find(GatewayEntity);
      const others = rows.filter(({ removed }) => !removed);
      if (others.length >= MOST_GATEWAYS) {
        const message = say('too_many_gateways', { most: MOST_GATEWAYS });
        throw new DomainError('conflict', 'too_many_gateways', message);
      }
      if (others.some((other) => other.prefix.startsWith(prefix) || prefix.startsWith(other.prefix)))
        throw prefixTaken();
      // The points of a deleted gateway with this prefix, and its alarms, belong to this one now.
      const { id: own = newId() } = rows.find((row) => row.prefix === prefix) ?? {};
      const row = { enabled: true, ...input, id: own, removed: false, tokenId: newId() };
      await manager.save(GatewayEntity, row);
      const record = { action: 'gateway.created', target: targetOf(own), after: row };
      await this.audit.record(actor, record, manager);
      return own;
    });
    return this.find(id);
  }

  /**
   * @throws DomainError not_found, `gateway_of_environment`; invalid if the address changes without the password,
   *   because the stored password must not be sent to another address
   */
  async change(actor: Actor, id: number, changes: GatewayChanges): Promise<Gateway> {
    assertNotMain(id);
    if (changes.url !== undefined) assertUsable(changes.url);
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined && value !== SECRET_MASK),
    );
    await this.write(async (manager) => {
      const before = await lockGateway(manager, id);
      const after = Object.assign(new GatewayEntity(), before, given);
      if (after.url !== before.url && !('password' in given))
        throw DomainError.ofField('password', say('password_for_address'));
      if ((['url', 'username', 'password'] as const).some((field) => after[field] !== before[field]))
        await this.endTokens(manager, after);
      await manager.save(after);
      const change = { action: 'gateway.changed', target: targetOf(id), before, after };
      await this.audit.recordChange(actor, change, manager);
    });
    return this.find(id);
  }

  /**
   * Deletes a gateway. Its points, their readings and its alerts stay. A gateway that is created later with the same
   * prefix continues them.
   * @throws DomainError not_found, `gateway_of_environment`
   */
  async remove(actor: Actor, id: number): Promise<void> {
    assertNotMain(id);
    await this.write(async (manager) => {
      const before = await lockGateway(manager, id);
      const after = Object.assign(new GatewayEntity(), before, REMOVED);
      await this.endTokens(manager, after);
      await manager.save(after);
      await this.audit.record(actor, { action: 'gateway.removed', target: targetOf(id), before }, manager);
    });
  }

  /** Deletes the token pair. A process that still uses the old client stores its pair under the old id. */
  private async endTokens(manager: EntityManager, row: GatewayEntity): Promise<void> {
    await manager.delete(GatewayTokenEntity, { id: row.tokenId });
    row.tokenId = newId();
  }

  private async listed(id: number): Promise<ListedGateway> {
    const gateway = (await this.gateways.list()).find(({ settings }) => settings.id === id);
    if (!gateway) throw DomainError.notFound(NAME);
    return gateway;
  }

  private shown({ settings, client }: ListedGateway): Gateway {
    const { id, name, prefix, url, username, enabled } = settings;
    const state = this.reports.currentOf(id, client);
    return { id, name, prefix, url, username, password: SECRET_MASK, enabled, state };
  }

  /** Checks that no code of the gateway of the environment begins with the prefix. If it does not answer, none is known. */
  private async assertNoCodes(prefix: string): Promise<void> {
    const points = await this.gateways.main.points().catch((error: unknown) => {
      if (error instanceof DomainError) return [];
      throw error;
    });
    if (points.some(({ code }) => code.startsWith(prefix))) throw prefixTaken();
  }

  private async write<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      throw isDuplicateKey(error) ? prefixTaken() : error;
    } finally {
      this.gateways.forget();
    }
  }
}

/** The names of connections, by their change. */
function connectionChanges(
  before: GatewayConfiguration['connections'],
  after: GatewayConfiguration['connections'],
): Record<'added' | 'changed' | 'removed', string[]> {
  const old = textsByName(before);
  const current = textsByName(after);
  return {
    added: [...current.keys()].filter((name) => !old.has(name)),
    changed: [...current].filter(([name, text]) => (old.get(name) ?? text) !== text).map(([name]) => name),
    removed: [...old.keys()].filter((name) => !current.has(name)),
  };
}

/** Several connections may have one name. */
function textsByName(connections: GatewayConfiguration['connections']): Map<string, string> {
  const texts = new Map<string, string>();
  for (const connection of connections) {
    const name = String(connection.name);
    texts.set(name, (texts.get(name) ?? '') + JSON.stringify(connection));
  }
  return texts;
}

function lockGateway(manager: EntityManager, id: number): Promise<GatewayEntity> {
  return requireRow(manager.findOne(GatewayEntity, { where: { id, removed: false }, lock: LOCK }), NAME);
}

/**
 * Gateways are created one after another, so that each sees the prefixes of the others. There may be none yet, so the row
 * of the platform's configuration is locked.
 */
async function lockCreation(manager: EntityManager): Promise<void> {
  await manager.findOneOrFail(PlatformConfigurationEntity, { where: { id: 1 }, lock: LOCK });
}

function newId(): number {
  return randomInt(MAIN_GATEWAY + 1, LARGEST_ID);
}

/** Checks that the address is also one for the client, whose rules are stricter than those of the field. */
function assertUsable(url: string): void {
  if (!URL.canParse(url)) throw DomainError.ofField('url', say('not_web_address'));
}

function assertNotMain(id: number): void {
  if (id === MAIN_GATEWAY)
    throw new DomainError('conflict', 'gateway_of_environment', say('gateway_of_environment'));
}

function prefixTaken(): DomainError {
  return new DomainError('conflict', 'gateway_prefix_taken', say('gateway_prefix_taken'));
}

function targetOf(id: number): string {
  return `gateway ${id}`;
}
