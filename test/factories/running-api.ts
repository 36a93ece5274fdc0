import type { Environment } from '@app/config';
import { AuditEntryEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { AppProcess } from '../servers/app-process';
import { anAccount, PASSWORD } from './an-account';
import { TcpRelay } from './tcp-relay';

export interface CallOptions {
  token?: string;
  /** An object is sent as JSON. Text is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON, or undefined if it is not JSON. */
  body: unknown;
}

/** Runs the api from dist/ in a separate process with its own database. Its methods call the api. */
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

  /** Does the same as `start`, with a relay in front of the database. */
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

  /** Starts another instance with the same database and queue. The caller stops it with `stopProcess`. */
  async another(overrides: Partial<Environment> = {}): Promise<RunningApi> {
    const environment = Object.assign(testEnvironment(), this.environment, overrides);
    return new RunningApi(this.database, environment, await new AppProcess('api', environment).start());
  }

  get address(): string {
    return this.process.address;
  }

  /** The output of the process so far. */
  get log(): string {
    return this.process.log;
  }

  /** Kills the process immediately with SIGKILL. */
  killProcess(): Promise<void> {
    return this.process.kill();
  }

  /** See `AppProcess.limitFileSize`. */
  limitFileSize(bytes: number | 'unlimited'): void {
    this.process.limitFileSize(bytes);
  }

  stopProcess(): Promise<void> {
    return this.process.stop();
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await this.database.drop();
  }

  /** @param path the whole path, for example `/api/configs` */
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

  /** Signs in, by default as the administrator. @returns the access token */
  async signIn(username = this.environment.ADMIN_USERNAME): Promise<string> {
    const { body } = await this.call('POST', '/api/auth/login', { body: { username, password: PASSWORD } });
    return (body as { accessToken: string }).accessToken;
  }

  /** Creates a user with this role and signs in as this user. */
  async signInAs(role: Role): Promise<{ id: number; username: string; token: string }> {
    const { id, username } = await anAccount(this.database.dataSource, { role });
    return { id, username, token: await this.signIn(username) };
  }

  /** Returns the entries of the audit log, oldest first. */
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
