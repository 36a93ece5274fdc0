import type { Environment } from '@app/config';
import { AuditEntryEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { AppProcess } from '../servers/app-process';
import { anAccount, PASSWORD } from './an-account';
import { ServedApi } from './served-api';
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

/** The place of an api: a separate process that can be killed, or the process of the test. */
type Place = 'process' | 'here';

interface BehindRelay {
  api: RunningApi;
  relay: TcpRelay;
}

/** Runs the api with its own database. Its methods call the api. */
export class RunningApi {
  private constructor(
    readonly database: TestDatabase,
    readonly environment: Environment,
    private readonly served: AppProcess | ServedApi,
  ) {}

  /** Serves the api in the process of the test. */
  static async start(overrides: Partial<Environment> = {}): Promise<RunningApi> {
    return RunningApi.serve('here', await openDatabase(), overrides);
  }

  /** Runs the api in a separate process, which has its threads and the files of the console. */
  static async startProcess(overrides: Partial<Environment> = {}): Promise<RunningApi> {
    return RunningApi.serve('process', await openDatabase(), overrides);
  }

  private static async serve(
    place: Place,
    database: TestDatabase,
    overrides: Partial<Environment>,
  ): Promise<RunningApi> {
    const { url: DATABASE_URL, queueUrl: QUEUE_URL } = database;
    const environment = testEnvironment({ DATABASE_URL, QUEUE_URL, ADMIN_PASSWORD: PASSWORD, ...overrides });
    try {
      return new RunningApi(database, environment, await serving(place, environment));
    } catch (error) {
      await database.drop();
      throw error;
    }
  }

  /** Does the same as `start`, with a relay in front of the database. */
  static startBehindRelay(overrides: Partial<Environment> = {}): Promise<BehindRelay> {
    return RunningApi.serveBehindRelay('here', overrides);
  }

  /** Does the same as `startProcess`, with a relay in front of the database. */
  static startProcessBehindRelay(overrides: Partial<Environment> = {}): Promise<BehindRelay> {
    return RunningApi.serveBehindRelay('process', overrides);
  }

  private static async serveBehindRelay(place: Place, overrides: Partial<Environment>): Promise<BehindRelay> {
    const database = await openDatabase();
    const relay = await TcpRelay.before(database.url);
    try {
      const behind = { DATABASE_URL: relay.url, ...overrides };
      return { api: await RunningApi.serve(place, database, behind), relay };
    } catch (error) {
      await relay.cut();
      throw error;
    }
  }

  /** Starts another instance with the same database and queue. The caller stops it with `stopProcess`. */
  another(overrides: Partial<Environment> = {}): Promise<RunningApi> {
    return this.beside(this.served instanceof AppProcess ? 'process' : 'here', overrides);
  }

  /** Does the same as `another`, in a separate process. */
  anotherProcess(): Promise<RunningApi> {
    return this.beside('process', {});
  }

  private async beside(place: Place, overrides: Partial<Environment>): Promise<RunningApi> {
    const environment = Object.assign(testEnvironment(), this.environment, overrides);
    return new RunningApi(this.database, environment, await serving(place, environment));
  }

  get address(): string {
    return this.served.address;
  }

  /** The log so far. */
  get log(): string {
    return this.served.log;
  }

  /** Kills the process immediately with SIGKILL. */
  killProcess(): Promise<void> {
    return this.ownProcess.kill();
  }

  /** See `AppProcess.limitFileSize`. */
  limitFileSize(bytes: number | 'unlimited'): void {
    this.ownProcess.limitFileSize(bytes);
  }

  /** Stops the api, but keeps its database. */
  stopProcess(): Promise<void> {
    return this.served.stop();
  }

  async stop(): Promise<void> {
    await this.served.stop();
    await this.database.drop();
  }

  private get ownProcess(): AppProcess {
    if (this.served instanceof AppProcess) return this.served;
    throw new Error('The api runs in the process of the test. Start it with startProcess().');
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

function serving(place: Place, environment: Environment): Promise<AppProcess | ServedApi> {
  return place === 'process'
    ? new AppProcess('api', environment).start()
    : new ServedApi(environment).start();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
