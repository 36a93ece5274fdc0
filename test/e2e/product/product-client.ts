export interface Meter {
  pointCode: string;
  energyType: string;
  kind: 'cumulative' | 'interval' | 'power';
  multiplier: number;
  since: string;
  intervalSeconds: number;
  stampedAt: 'start' | 'end';
  registerMax: number | null;
  maxPowerKw: number | null;
  implausible: { count: number; lastAt: string | null };
  lastReadingAt: string | null;
  historyProgress: number;
}

/** An area at a glance. */
export interface AreaCard {
  id: number;
  parentId: number | null;
  name: string;
  currentPower: number | null;
  energyToday: number | null;
  energyMonth: number | null;
  status: string;
  lastReadingAt: string | null;
}

export interface Area extends AreaCard {
  sortOrder: number;
  limits: { warningKw: number | null; overLimitKw: number | null };
  meters: Meter[];
}

/** What a client says of an area; what it leaves out is the service's to choose. */
export type AreaInput = Partial<Omit<Area, 'meters'>> & {
  parentIndex?: number;
  meters?: (Partial<Meter> & { pointCode: string })[];
};

export interface EnergyPoint {
  timestamp: string;
  value: number | null;
  unit: string;
  areaId: number;
  coverage: number;
  estimated: boolean;
}

export interface EnergyStats {
  total: number | null;
  avg: number | null;
  peak: number | null;
  peakTime: string | null;
  comparedToLastPeriod: { total: number | null; avg: number | null; peak: number | null };
}

export interface Session {
  accessToken: string;
  refreshToken: string;
  user: { id: number; username: string; role: string };
}

export interface DetailsQuery {
  areaId?: number;
  from: string;
  to: string;
  interval: 'hour' | 'day' | 'week' | 'month';
  energyType?: string;
}

export interface Answer<T> {
  status: number;
  body: T;
}

/** No answer of the service may take longer. */
const ANSWER_MS = 20_000;

/** A client of the product, as a program of its users would be: HTTP and nothing else. */
export class ProductClient {
  private accessToken = '';

  constructor(private readonly address: () => string) {}

  /** From now on this client acts as that user. */
  async signIn(username: string, password: string): Promise<Session> {
    const { status, body } = await this.send<Session>('POST', '/auth/login', { username, password });
    if (status !== 200) throw new Error(`Sign-in was answered with ${status}: ${JSON.stringify(body)}`);
    this.accessToken = body.accessToken;
    return body;
  }

  /** Another client of the same product, signed in by nobody yet. */
  another(): ProductClient {
    return new ProductClient(this.address);
  }

  /** Whatever is answered. `path` is relative to /api. */
  async send<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const response = await fetch(`${this.address()}/api${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(this.accessToken === '' ? {} : { authorization: `Bearer ${this.accessToken}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  async areas(): Promise<Area[]> {
    return (await this.succeed<{ areas: Area[] }>('GET', '/energy/areas')).areas;
  }

  /** The area with this id. @throws Error where there is none */
  async area(id: number): Promise<Area> {
    const area = (await this.areas()).find((area) => area.id === id);
    if (!area) throw new Error(`There is no area ${id}.`);
    return area;
  }

  async putAreas(areas: readonly AreaInput[]): Promise<Area[]> {
    return (await this.succeed<{ areas: Area[] }>('PUT', '/energy/areas', { areas })).areas;
  }

  details(query: DetailsQuery): Promise<EnergyPoint[]> {
    return this.succeed('GET', `/energy/details?${queryText(query)}`);
  }

  stats(query: { areaId?: number; period: string; from?: string; to?: string }): Promise<EnergyStats> {
    return this.succeed('GET', `/energy/stats?${queryText(query)}`);
  }

  /** True once the history of every meter has been fetched from where its reading begins. */
  async hasAllHistory(): Promise<boolean> {
    const meters = (await this.areas()).flatMap(({ meters }) => meters);
    return meters.length > 0 && meters.every(({ historyProgress }) => historyProgress === 1);
  }

  /** Where an event stream can be opened, for the next half minute. */
  async streamUrl(types: readonly string[]): Promise<string> {
    const { token } = await this.succeed<{ token: string }>('POST', '/events/token');
    return `${this.address()}/api/events?${queryText({ token, types: types.join(',') || undefined })}`;
  }

  /** @throws Error unless the answer is one of success */
  private async succeed<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.send<T>(method, path, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }
}

function queryText(query: object): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(set) as Record<string, string>).toString();
}
