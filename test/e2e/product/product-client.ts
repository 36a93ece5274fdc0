import {
  type components,
  createPlantroom,
  memoryTokens,
  type paths,
  type Plantroom,
  type PlantroomOptions,
  type TokenStore,
  unwrap,
} from '../../../clients/typescript/src';
import { fetchInTime } from '../../factories/fetch-in-time';

type Schemas = components['schemas'];
type ConfigurationChanges = paths['/api/configs']['put']['requestBody']['content']['application/json'];
type QueryOf<Path extends '/api/energy/details' | '/api/energy/stats'> =
  paths[Path]['get']['parameters']['query'];

export type Meter = Schemas['AreaMeterDto'];
export type Area = Schemas['AreaDto'];
/** An area with its current figures. */
export type AreaCard = Schemas['EnergyUpdateEvent']['areas'][number];
/** An area as a client sends it. Omitted fields get their defaults. */
export type AreaInput = Schemas['AreaInputDto'];
export type EnergyPoint = Schemas['EnergyPointDto'];
/** The cost or the emissions of an area in a bucket. */
export type RatedPoint = Schemas['RatedPointDto'];
export type EnergyStats = Schemas['EnergyStatsDto'];
export type Session = Schemas['SessionDto'];
export type DetailsQuery = QueryOf<'/api/energy/details'>;

export interface Answer<T> {
  status: number;
  body: T;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A user or a program that uses the product only through the typed client. */
export class ProductClient {
  private readonly tokens: TokenStore;
  private created: Plantroom | undefined;

  /** @param address returns the address of the api, which may not have started yet */
  constructor(
    private readonly address: () => string,
    private readonly options: Pick<PlantroomOptions, 'apiKey' | 'tokens'> = {},
  ) {
    this.tokens = options.tokens ?? memoryTokens();
  }

  /** The typed client. */
  get plantroom(): Plantroom {
    const own = { baseUrl: this.address(), tokens: this.tokens, fetch: fetchInTime };
    this.created ??= createPlantroom({ ...this.options, ...own });
    return this.created;
  }

  /** Calls any route with checked types. A response with an error status is a result, not an exception. */
  get api(): Plantroom['api'] {
    return this.plantroom.api;
  }

  /** Signs in. The client then acts as this user, and refreshes the tokens when they have expired. */
  async signIn(username: string, password: string): Promise<Session> {
    const user = await this.plantroom.signIn(username, password);
    const tokens = await this.tokens.read();
    if (!tokens) throw new Error('The client has not stored the tokens.');
    return { ...tokens, user };
  }

  /** Creates another client of the same product that uses an API key. */
  withKey(key: string): ProductClient {
    return new ProductClient(this.address, { apiKey: key });
  }

  /** Creates another client of the same product without a session. */
  another(): ProductClient {
    return new ProductClient(this.address);
  }

  /**
   * Calls a route that is only known when the test runs, for example in a table of routes. Returns the response, even if
   * its status is an error. `path` is relative to /api.
   */
  async send<T>(method: Method, path: string, body?: object): Promise<Answer<T>> {
    // The compiler cannot know the types of a path that is not a literal.
    const { request } = this.api as unknown as {
      request: (method: Method, path: string, init: object) => Promise<CallResult>;
    };
    const { data, error, response } = await request(method, `/api${path}`, { body });
    return { status: response.status, body: (data ?? error) as T };
  }

  async areas(): Promise<Area[]> {
    return (await unwrap(this.api.GET('/api/energy/areas'))).areas;
  }

  /**
   * Gets the area with this id.
   * @throws Error if no area has this id
   */
  async area(id: number): Promise<Area> {
    const area = (await this.areas()).find((area) => area.id === id);
    if (!area) throw new Error(`No area has the id ${id}.`);
    return area;
  }

  async putAreas(areas: AreaInput[]): Promise<Area[]> {
    return (await unwrap(this.api.PUT('/api/energy/areas', { body: { areas } }))).areas;
  }

  details(query: DetailsQuery): Promise<EnergyPoint[]> {
    return unwrap(this.api.GET('/api/energy/details', { params: { query } }));
  }

  /** @param figure the last segment of the route */
  rated(figure: 'costs' | 'emissions', query: DetailsQuery): Promise<RatedPoint[]> {
    return unwrap(this.api.GET(`/api/energy/${figure}`, { params: { query } }));
  }

  /** Changes the platform configuration. */
  async configure(body: ConfigurationChanges): Promise<void> {
    await unwrap(this.api.PUT('/api/configs', { body }));
  }

  stats(query: QueryOf<'/api/energy/stats'>): Promise<EnergyStats> {
    return unwrap(this.api.GET('/api/energy/stats', { params: { query } }));
  }

  /** Replaces the emission factors by those of the configured source. */
  async refreshFactors(): Promise<void> {
    const { success, message } = await unwrap(this.api.POST('/api/energy/carbon-factors/refresh'));
    if (!success) throw new Error(message);
  }

  /** Returns true if the history of every meter has been fetched from its beginning. */
  async hasAllHistory(): Promise<boolean> {
    const meters = (await this.areas()).flatMap(({ meters }) => meters);
    return meters.length > 0 && meters.every(({ historyProgress }) => historyProgress === 1);
  }

  /** Does the same as `send`. @throws Error if the response has an error status */
  async succeed<T>(method: Method, path: string, body?: object): Promise<T> {
    const answer = await this.send<T>(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

/** The result of a call with openapi-fetch. */
interface CallResult {
  data?: unknown;
  error?: unknown;
  response: Response;
}
