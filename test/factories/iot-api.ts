import type { Environment } from '@app/config';
import type { Role } from '@app/kernel';
import { type ApiAnswer, RunningApi } from './running-api';
import { ScriptedGateway } from './scripted-gateway';

/** Time limit of a gateway call in these tests, in milliseconds. */
export const CALL_LIMIT_MS = 1500;

/** An api with a scripted gateway. The points of the gateway keep the values that are written to them. */
export class IotApi {
  readonly points = new Map<string, unknown>([['AHU1.SP', 20]]);
  /** The value of each forced point before it was forced, by code. */
  private readonly forced = new Map<string, unknown>();
  private readonly tokens = new Map<Role, string>();

  private constructor(
    readonly api: RunningApi,
    readonly gateway: ScriptedGateway,
  ) {}

  static async start(overrides: Partial<Environment> = {}): Promise<IotApi> {
    const gateway = await ScriptedGateway.start();
    const { username, password } = gateway.credentials;
    const api = await RunningApi.start({
      GATEWAY_URL: gateway.url,
      GATEWAY_USERNAME: username,
      GATEWAY_PASSWORD: password,
      LIMIT_GATEWAY_CALL_MS: CALL_LIMIT_MS,
      ...overrides,
    });
    const iot = new IotApi(api, gateway);
    iot.serve();
    return iot;
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.gateway.stop();
  }

  /** Makes the gateway work normally. It supports the call `release` only if `canRelease` is true. */
  serve({ canRelease = true } = {}): void {
    const { gateway, points, forced } = this;
    gateway.overrides.clear();
    gateway.on('POST /codes/values', ({ body }) => ({
      body: (body.codes as string[]).map((code) => this.valueOf(code)),
    }));
    gateway.on('POST /codes/history', ({ body }) => ({
      body: (body.codes as string[]).map((code) => ({ code, values: [] })),
    }));
    gateway.on('POST /codes/set', ({ body }) => {
      forced.delete(String(body.code));
      points.set(String(body.code), body.value);
      return { body: { success: true } };
    });
    gateway.on('POST /codes/force-set', ({ body }) => {
      const code = String(body.code);
      if (!forced.has(code)) forced.set(code, points.get(code));
      points.set(code, body.value);
      return { body: { success: true } };
    });
    gateway.on('POST /codes/release', ({ body }) => {
      if (!canRelease) return { status: 404, body: { error: 'no such route' } };
      const code = String(body.code);
      if (forced.has(code)) points.set(code, forced.get(code));
      forced.delete(code);
      return { body: { success: true } };
    });
    gateway.on('POST /alarms', () => ({ body: { items: [], total: 0 } }));
    gateway.on('POST /alarm-configs', () => ({ body: { items: [] } }));
  }

  /** Calls a route below `/api/iot/`, by default as an administrator. */
  async call(
    method: string,
    path: string,
    { body, headers, role = 'admin' }: { body?: unknown; headers?: Record<string, string>; role?: Role } = {},
  ): Promise<ApiAnswer> {
    const token = this.tokens.get(role) ?? (await this.api.signInAs(role)).token;
    this.tokens.set(role, token);
    return this.api.call(method, `/api/iot/${path}`, { token, body, headers });
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer> {
    return this.call('POST', path, { body, headers });
  }

  async list<Item>(path: string): Promise<Item[]> {
    return (await this.call('GET', path)).body as Item[];
  }

  private valueOf(code: string) {
    const value = this.points.get(code) ?? null;
    return { code, value, timestamp: '2026-01-05T12:00:00Z', quality: value === null ? 'bad' : 'good' };
  }
}
