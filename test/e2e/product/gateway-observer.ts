export interface Sample {
  timestamp: string;
  value: number | null;
  quality: 'good' | 'uncertain' | 'bad';
}

export interface GatewayStatistics {
  calls: Record<string, number>;
  logins: number;
  refreshes: number;
}

export type FaultKind = 'hang' | 'error' | 'unauthorized' | 'malformed';

/** Reads the gateway directly, without the product, to check the product's data. */
export class GatewayObserver {
  private accessToken = '';

  /** @param login not needed for the simulation's own routes, such as that of `write` */
  constructor(
    private readonly address: () => string,
    private readonly login = { GATEWAY_USERNAME: '', GATEWAY_PASSWORD: '' },
  ) {}

  /** Returns the samples of a point in [from, to), without repeated timestamps. */
  async history(code: string, from: Date, to: Date): Promise<Sample[]> {
    const query = { codes: [code], from: from.toISOString(), to: to.toISOString() };
    const [series] = await this.ask<{ values: Sample[] }[]>('/codes/history', query);
    return series?.values ?? [];
  }

  /** Returns the current value of the point. */
  async value(code: string): Promise<unknown> {
    const [point] = await this.ask<{ value: unknown }[]>('/codes/values', { codes: [code] });
    return point?.value;
  }

  /** Sets the value of the point, with the current time as its timestamp. */
  async write(
    code: string,
    value: number | boolean | null,
    quality: Sample['quality'] = 'good',
  ): Promise<void> {
    await this.control('values', { code, value, quality });
  }

  /** Ends the interlocks of the fan. The simulated building activates them at its own times. */
  async unlockFan(): Promise<void> {
    for (const lock of ['FIRE_DAMPER.CLOSED', 'FROST.TRIPPED', 'MAINTENANCE.LOCKOUT'])
      await this.write(`AHU1.${lock}`, false);
  }

  /** Makes calls fail. By default, all calls on all paths fail; `count` and `path` limit them. */
  async fail(kind: FaultKind, where: { count?: number; path?: string } = {}): Promise<void> {
    await this.control('faults', { kind, ...where });
  }

  /** Ends all simulated faults. */
  async recover(): Promise<void> {
    await this.control('faults', { kind: 'none' });
  }

  async expireTokens(which: { refreshTokens: boolean }): Promise<void> {
    await this.control('expire-tokens', which);
  }

  async statistics(): Promise<GatewayStatistics> {
    return answered(await fetch(`${this.address()}/sim/stats`));
  }

  private async ask<T>(path: string, query: object): Promise<T> {
    let response = await this.post(path, query);
    if (response.status === 401) {
      await this.logIn();
      response = await this.post(path, query);
    }
    return answered(response);
  }

  private async control(what: string, body: object): Promise<void> {
    await answered(await this.post(`/sim/${what}`, body));
  }

  private async logIn(): Promise<void> {
    const { GATEWAY_USERNAME: username, GATEWAY_PASSWORD: password } = this.login;
    const response = await this.post('/auth/login', { username, password });
    this.accessToken = (await answered<{ accessToken: string }>(response)).accessToken;
  }

  private post(path: string, body: object): Promise<Response> {
    return fetch(this.address() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.accessToken}` },
      body: JSON.stringify(body),
    });
  }
}

async function answered<T>(response: Response): Promise<T> {
  if (!response.ok)
    throw new Error(`The gateway responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
