import type { Environment } from '@app/config';
import { AuditEntryEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { AppProcess } from '../servers/app-process';
import { anAccount, PASSWORD } from './an-account';
import { TcpRelay } from './tcp-relay';

export interface CallOptions {
  token?: string;
  /** Sent as JSON; text as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON; undefined where it is none. */
  body: unknown;
}

/** The api as a process of its own, from dist/, on a database of its own, and calls to it. */
export class RunningApi {
  private constructor(
    readonly database: TestDatabase,
    readonly environment: Environment,
    private readonly process: AppProcess,
  ) {}

  static async start(overrides: Partial<Environment> = {}): Promise<RunningApi> {
    const database = await openDatabase();
    const { url: DATABASE_URL, queueUrl: QUEUE_URL } = database;
    const environment = testEnvironment({
      DATABASE_URL,
      QUEUE_URL,
      ADMIN_PASSWORD: PASSWORD,
      ...overrides,
    });
    try {
      return new RunningApi(database, environment, await new AppProcess('api', environment).start());
    } catch (error) {
      await database.drop();
      throw error;
    }
  }

  /** As `start`, with a relay before the database. */
  static async startBehindRelay(
    overrides: Partial<Environment> = {},
  ): Promise<{ api: RunningApi; relay: TcpRelay }> {
    const database = await openDatabase();
    const relay = await TcpRelay.before(database.url);
    const environment = testEnvironment({
      DATABASE_URL: relay.url,
      QUEUE_URL: database.queueUrl,
      ADMIN_PASSWORD: PASSWORD,
      ...overrides,
    });
    try {
      const process = await new AppProcess('api', environment).start();
      return { api: new RunningApi(database, environment, process), relay };
    } catch (error) {
      await relay.cut();
      await database.drop();
      throw error;
    }
  }

  /** Another instance on the same servers; to be ended by `stopProcess`. */
  async another(overrides: Partial<Environment> = {}): Promise<RunningApi> {
    const environment = Object.assign(testEnvironment(), this.environment, overrides);
    return new RunningApi(this.database, environment, await new AppProcess('api', environment).start());
  }

  get address(): string {
    return this.process.address;
  }

  /** What the process wrote so far. */
  get log(): string {
    return this.process.log;
  }

  /** Ends the process in the middle of whatever it does. */
  killProcess(): Promise<void> {
    return this.process.kill();
  }

  stopProcess(): Promise<void> {
    return this.process.stop();
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await this.database.drop();
  }

  /** @param path from the root: `/api/configs` */
  async call(method: string, path: string, { token, body, headers }: CallOptions = {}): Promise<ApiAnswer> {
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  /** Signs in; the administrator unless told otherwise. @returns his access token */
  async signIn(username = this.environment.ADMIN_USERNAME): Promise<string> {
    const { body } = await this.call('POST', '/api/auth/login', { body: { username, password: PASSWORD } });
    return (body as { accessToken: string }).accessToken;
  }

  /** Makes a user of this role and signs him in. */
  async signInAs(role: Role): Promise<{ id: number; username: string; token: string }> {
    const { id, username } = await anAccount(this.database.dataSource, { role });
    return { id, username, token: await this.signIn(username) };
  }

  /** The audit log, oldest first. */
  auditEntries(): Promise<AuditEntryEntity[]> {
    return this.database.dataSource.manager.find(AuditEntryEntity, { order: { id: 'ASC' } });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
