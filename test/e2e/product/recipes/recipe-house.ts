import { join } from 'node:path';
import type { Environment } from '@app/config';
import { LeaseEntity, PointValueEntity, WorkflowExecutionEntity } from '@app/entities';
import { Temporal } from 'temporal-polyfill';
import { isWaiting } from '../../../factories/is-waiting';
import { Outbox } from '../../../factories/outbox';
import type { ReadMail } from '../../../factories/read-mail';
import { recipe } from '../../../factories/recipes';
import { MovableClock } from '../../../servers/movable-clock';
import { Installation } from '../installation';
import type { Method, ProductClient } from '../product-client';

const QUICK_WORKER = join(__dirname, '..', '..', '..', 'servers', 'quick-worker.mjs');
/** This time limit is long, because the machine may be busy with other tests. */
const timeoutMs = 120_000;
/** Maximum age of the last reading of a meter: the longest interval of the meters, and some reserve. */
const LONGEST_INTERVAL_MS = 31 * 60_000;
/** The path of the gateway to which the product sends its writes. */
const WRITE = '/codes/set';

export const MANAGER = 'manager@example.org';
export const ZONE = 'Europe/Berlin';

/**
 * A Monday in summer, so that the tests do not depend on the date of the machine. In the first week the energy of an hour
 * is almost that of the same hour a week before. Then the month ends, so few days pass until the bills of the month.
 */
const START = Temporal.ZonedDateTime.from(`2026-06-22T10:00[${ZONE}]`);

/** Monday to Friday from 8 to 18. */
const OPENING_HOURS = {
  name: 'Opening hours',
  timezone: ZONE,
  weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' })),
  exceptions: [],
};

/** A workflow as the api returns it on its creation. */
export interface Saved {
  id: string;
  webhookSlug: string | null;
  webhookSecret: string | null;
}

export interface Ran {
  id: string;
  status: string;
  trigger: string;
  startedAt: string | null;
  error: string | null;
  triggerData: Record<string, unknown>;
  nodeResults: { nodeId: string; status: string; output: Record<string, unknown> | null }[];
}

/** A simulated building whose points and time the test controls. It saves recipes with an engineer's API key. */
export class RecipeHouse {
  readonly outbox: Outbox;
  /** The executions that have ended, by their paths. They do not change again. */
  private readonly endedRuns = new Map<string, Ran>();

  private constructor(
    readonly installation: Installation,
    readonly engineer: ProductClient,
  ) {
    this.outbox = new Outbox(installation.dataDir);
  }

  static async start(environment: Partial<Environment> = {}): Promise<RecipeHouse> {
    const installation = await Installation.start({
      environment: { PLATFORM_TIMEZONE: ZONE, DEFAULT_LANGUAGE: 'en-US', ...environment },
      clock: new MovableClock(START.epochMilliseconds),
      workerEntry: QUICK_WORKER,
    });
    try {
      return await RecipeHouse.of(installation);
    } catch (error) {
      await installation.stop();
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.installation.stop();
  }

  /** Creates an API key and the calendar, and waits until the product knows the points. */
  private static async of(installation: Installation): Promise<RecipeHouse> {
    const { client } = installation;
    const { body } = await client.send<{ key: string }>('POST', '/api-keys', {
      name: 'Recipes',
      role: 'engineer',
    });
    const house = new RecipeHouse(installation, client.withKey(body.key));
    await house.call('POST', '/calendars', OPENING_HOURS);
    const { manager } = installation.database.dataSource;
    await house.until(
      async () => (await manager.countBy(PointValueEntity, { code: 'AHU1.FAN.CMD' })) === 1,
      () => 'the points of the building',
    );
    await installation.observer.unlockFan();
    return house;
  }

  /** Calls the API as an engineer. @throws Error if the status is an error */
  call<T>(method: Method, path: string, body?: object): Promise<T> {
    return this.engineer.succeed<T>(method, path, body);
  }

  /** Saves a workflow of a recipe, after `change` has edited its text. Expects neither problems nor warnings. */
  async save(
    number: number,
    { index = 0, change = (text) => text }: { index?: number; change?: (text: string) => string } = {},
  ): Promise<Saved> {
    const text = change(JSON.stringify(recipe(number)[index]));
    const { problems, warnings, ...saved } = await this.call<
      Saved & { problems: object[]; warnings: { message: string }[] }
    >('POST', '/workflows', JSON.parse(text) as object);
    // No mail server is configured, because the tests read mails from the outbox. Several recipes switch the same fan.
    const others = warnings.filter(({ message }) => !/mail server|other workflows write/.test(message));
    const complaints = [...problems, ...others];
    if (complaints.length > 0) throw new Error(JSON.stringify(complaints));
    return saved;
  }

  /** Disables a workflow, so that it does not interfere with the next one. */
  async disable({ id }: Saved): Promise<void> {
    await this.call('PUT', `/workflows/${id}/toggle`, { enabled: false });
  }

  /** Sets a point of the building. */
  async set(code: string, value: number | boolean | null, quality?: 'good' | 'bad'): Promise<void> {
    await this.installation.observer.write(code, value, quality);
  }

  /** Waits until a point of the building has this value. */
  async becomes(code: string, value: unknown): Promise<void> {
    let last: unknown;
    const isSet = async () => (last = await this.installation.observer.value(code)) === value;
    await this.until(isSet, () => `${code} to become ${String(value)}, not ${String(last)}`);
  }

  value(code: string): Promise<unknown> {
    return this.installation.observer.value(code);
  }

  /** Waits until the product has read this value of a point. */
  async knows(code: string, value: unknown): Promise<void> {
    const { manager } = this.installation.database.dataSource;
    const isKnown = async () => (await manager.findOneBy(PointValueEntity, { code }))?.value === value;
    await this.until(isKnown, () => `${code} to be read as ${String(value)}`);
  }

  /** Kills the worker and starts it again. */
  restart(): Promise<void> {
    return this.whileDead(() => undefined);
  }

  /** Kills the worker, calls `meanwhile`, and starts the worker again. */
  async whileDead(meanwhile: () => Promise<void> | void): Promise<void> {
    for (const worker of this.installation.workers) await worker.kill();
    await meanwhile();
    // Delete the leases of the killed worker, so that the new one need not wait seven seconds until they expire.
    await this.installation.database.dataSource.manager.deleteAll(LeaseEntity);
    for (const worker of this.installation.workers) await worker.start();
  }

  /**
   * Kills the worker while the gateway does not answer a write that `act` causes. Then calls `meanwhile`, and starts
   * the worker again.
   */
  async killDuringWrite(
    act: () => unknown,
    meanwhile: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { observer } = this.installation;
    const writes = async () => (await observer.statistics()).calls[WRITE] ?? 0;
    const before = await writes();
    await observer.fail('hang', { path: WRITE });
    act();
    await this.until(
      async () => (await writes()) > before,
      () => 'a write',
    );
    await this.whileDead(async () => {
      await meanwhile();
      await observer.recover();
    });
  }

  /** Kills the api and starts it again. */
  async restartApi(): Promise<void> {
    await this.installation.api.kill();
    await this.installation.api.start();
  }

  /**
   * Waits until the manager gets a mail with this text in its subject. @returns the new mails up to and including this
   * one
   */
  async mailsUntil(subject: string): Promise<ReadMail[]> {
    const mails: ReadMail[] = [];
    for (;;) {
      const mail = await this.outbox.next(MANAGER);
      mails.push(mail);
      if (mail.headers.get('subject')?.includes(subject)) return mails;
    }
  }

  /** Moves the time forward by minutes. */
  skipMinutes(minutes: number): Promise<void> {
    return this.installation.skipTime(minutes * 60_000);
  }

  /** Returns the local time. */
  now(): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(this.installation.nowMs()).toZonedDateTimeISO(ZONE);
  }

  /** Returns the next instant at the local `time` on a day for which `suits` returns true. */
  next(time: string, suits: (day: Temporal.ZonedDateTime) => boolean = () => true): Temporal.ZonedDateTime {
    const now = this.now();
    let next = now.withPlainTime(time);
    while (Temporal.ZonedDateTime.compare(next, now) <= 0 || !suits(next)) next = next.add({ days: 1 });
    return next;
  }

  /** Moves the clock to one second after the instant that `next` returns. */
  skipTo(time: string, suits?: (day: Temporal.ZonedDateTime) => boolean): Promise<void> {
    const next = this.next(time, suits);
    return this.installation.skipTime(next.epochMilliseconds + 1000 - this.installation.nowMs());
  }

  /** Does the same as `skipTo`, and waits until the meters have been read up to that time. */
  async read(time: string, suits?: (day: Temporal.ZonedDateTime) => boolean): Promise<void> {
    await this.skipTo(time, suits);
    const fromMs = this.installation.nowMs() - LONGEST_INTERVAL_MS;
    await this.until(
      async () => {
        const meters = (await this.engineer.areas()).flatMap((area) => area.meters);
        return meters.every(({ lastReadingAt }) => Date.parse(lastReadingAt ?? '') >= fromMs);
      },
      () => `readings until ${time}`,
    );
  }

  /** Waits until the node has run in at least one execution. @returns the node's results, oldest first */
  results(workflow: Saved, nodeId: string): Promise<Ran['nodeResults']> {
    return this.among(workflow, `results of ${nodeId}`, (executions) => {
      const found = executions.flatMap(({ nodeResults }) => resultsOf(nodeId, nodeResults));
      return found.length > 0 && found;
    });
  }

  /** Waits until at least `count` executions of a workflow have ended. Returns them, oldest first. */
  ended(workflow: Saved, count = 1): Promise<Ran[]> {
    return this.among(workflow, `${count} ended executions`, (executions) => {
      const ended = executions.filter(({ status }) => status !== 'running');
      return ended.length >= count && ended;
    });
  }

  /** Waits until the node has run in the newest execution. */
  async ran(workflow: Saved, nodeId: string): Promise<void> {
    await this.among(workflow, `a run of ${nodeId}`, (executions) => {
      const { nodeResults = [] } = executions.at(-1) ?? {};
      return resultsOf(nodeId, nodeResults).length > 0;
    });
  }

  /** Waits until an execution waits for a later time. */
  async waits({ id }: Saved): Promise<void> {
    const { manager } = this.installation.database.dataSource;
    const find = () => manager.findOneBy(WorkflowExecutionEntity, { workflowId: id, status: 'running' });
    const isFound = async () => isWaiting(await find(), this.installation.nowMs());
    await this.until(isFound, () => `an execution of ${id} to wait`);
  }

  /** Waits until at least `count` executions have a result of a node. */
  async started(workflow: Saved, count: number): Promise<void> {
    await this.among(
      workflow,
      `${count} started executions`,
      (executions) => executions.filter(({ nodeResults }) => nodeResults.length > 0).length >= count,
    );
  }

  /** Calls `pick` with the executions of a workflow, oldest first, until it returns a value. Returns this value. */
  private among<T>({ id }: Saved, what: string, pick: (executions: readonly Ran[]) => T | false): Promise<T> {
    const path = `/workflows/${id}/executions`;
    return this.until(
      async () => {
        const rows = (await this.call<Ran[]>('GET', `${path}?limit=100`)).toReversed();
        return pick(await Promise.all(rows.map((row) => this.execution(`${path}/${row.id}`))));
      },
      () => `${what} of ${id}`,
    );
  }

  private async execution(path: string): Promise<Ran> {
    const known = this.endedRuns.get(path);
    if (known) return known;
    const execution = await this.call<Ran>('GET', path);
    if (execution.status !== 'running') this.endedRuns.set(path, execution);
    return execution;
  }

  /** Waits until exactly `count` alerts of this type are active. Returns them. */
  async alerts(
    type: string,
    count: number,
  ): Promise<{ id: number; title: string; pointCode: string | null }[]> {
    return this.until(
      async () => {
        const all = await this.call<{ id: number; type: string; title: string; pointCode: string | null }[]>(
          'GET',
          '/alerts?status=active&limit=100',
        );
        const found = all.filter((alert) => alert.type === type);
        return found.length === count && found;
      },
      () => `${count} alerts ${type}`,
    );
  }

  until<T>(probe: () => Promise<T | false>, what: () => string): Promise<T> {
    return this.installation
      .waitFor(probe, { timeoutMs, what: 'a state' })
      .catch((error: unknown) =>
        Promise.reject(new Error(`The expected state was not reached in time: ${what()}.`, { cause: error })),
      );
  }
}

function resultsOf(nodeId: string, results: Ran['nodeResults']): Ran['nodeResults'] {
  return results.filter((result) => result.nodeId === nodeId);
}
