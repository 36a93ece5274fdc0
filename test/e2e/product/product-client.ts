import type { components, paths } from '../../../clients/typescript/src';

type Schemas = components['schemas'];
type QueryOf<Path extends '/api/energy/details' | '/api/energy/stats' | '/api/energy/explain'> =
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
/** A figure with the readings from which it was computed. */
export type Explanation = Schemas['ExplanationDto'];
export type OverviewStats = Schemas['OverviewStatsDto'];
export type EnergyChart = Schemas['EnergyChartDto'];
export type Session = Schemas['SessionDto'];
export type DetailsQuery = QueryOf<'/api/energy/details'>;
/** The state of an import. */
export type ReadingImport = Schemas['ReadingImportDto'];
/** The counts of an import or of its preview. */
export type ImportCounts = Pick<ReadingImport, 'taken' | 'duplicates' | 'refusedCount' | 'from' | 'to'>;

/** How a file with readings is read. */
export interface ImportOptions {
  pointCode: string;
  timezone?: string;
  decimal?: ',';
}

export interface Answer<T> {
  status: number;
  body: T;
}

/** The time limit of a response. */
const ANSWER_MS = 20_000;

/** A client that uses the product only through HTTP. */
export class ProductClient {
  private accessToken = '';

  constructor(private readonly address: () => string) {}

  /** Signs in. The client then acts as this user. */
  async signIn(username: string, password: string): Promise<Session> {
    const { status, body } = await this.send<Session>('POST', '/auth/login', { username, password });
    if (status !== 200) throw new Error(`The sign-in returned ${status}: ${JSON.stringify(body)}`);
    this.accessToken = body.accessToken;
    return body;
  }

  /** Creates another client of the same product that uses an API key. */
  withKey(key: string): ProductClient {
    const client = this.another();
    client.accessToken = key;
    return client;
  }

  /** Creates another client of the same product without a session. */
  another(): ProductClient {
    return new ProductClient(this.address);
  }

  /** Sends a request and returns the response, even if its status is an error. `path` is relative to /api. */
  send<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    return this.request(
      method,
      path,
      body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    );
  }

  async areas(): Promise<Area[]> {
    return (await this.succeed<{ areas: Area[] }>('GET', '/energy/areas')).areas;
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

  async putAreas(areas: readonly AreaInput[]): Promise<Area[]> {
    return (await this.succeed<{ areas: Area[] }>('PUT', '/energy/areas', { areas })).areas;
  }

  details(query: DetailsQuery): Promise<EnergyPoint[]> {
    return this.succeed('GET', `/energy/details?${queryText(query)}`);
  }

  /** @param figure the last segment of the route */
  rated(figure: 'costs' | 'emissions', query: DetailsQuery): Promise<RatedPoint[]> {
    return this.succeed('GET', `/energy/${figure}?${queryText(query)}`);
  }

  /** Changes the platform configuration. */
  async configure(changes: object): Promise<void> {
    await this.succeed('PUT', '/configs', changes);
  }

  stats(query: QueryOf<'/api/energy/stats'>): Promise<EnergyStats> {
    return this.succeed('GET', `/energy/stats?${queryText(query)}`);
  }

  explain(query: QueryOf<'/api/energy/explain'>): Promise<Explanation> {
    return this.succeed('GET', `/energy/explain?${queryText(query)}`);
  }

  overview(): Promise<OverviewStats> {
    return this.succeed('GET', '/overview/stats');
  }

  chart(period: 'today' | 'thisWeek' | 'thisMonth'): Promise<EnergyChart> {
    return this.succeed('GET', `/overview/energy-chart?${queryText({ period })}`);
  }

  /** Previews an import of a CSV file. */
  async previewImport(options: ImportOptions, file: string): Promise<ImportCounts> {
    const query = queryText({ ...options, dryRun: true });
    const path = `/energy/readings/import?${query}`;
    return successOf('POST', path, await this.request('POST', path, asCsv(file)));
  }

  /** Starts an import of a CSV file that is sent as the body or in a form. @returns the id of the import */
  async importReadings(options: ImportOptions, file: string, as: 'body' | 'form'): Promise<number> {
    const path = `/energy/readings/import?${queryText(options)}`;
    const answer = await this.request<{ importId: number }>(
      'POST',
      path,
      as === 'form' ? asForm(file) : asCsv(file),
    );
    return successOf('POST', path, answer).importId;
  }

  /** Gets the content of a file. */
  async fileContent(id: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${this.accessToken}` };
    const response = await fetch(`${this.address()}/api/files/${id}/preview`, { headers });
    if (!response.ok) throw new Error(`The request for the content of the file returned ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Gets the state of an import. */
  readingImport(id: number): Promise<ReadingImport> {
    return this.succeed('GET', `/energy/readings/imports/${id}`);
  }

  /** Replaces the emission factors by those of the configured source. */
  async refreshFactors(): Promise<void> {
    const { success, message } = await this.succeed<{ success: boolean; message: string }>(
      'POST',
      '/energy/carbon-factors/refresh',
    );
    if (!success) throw new Error(message);
  }

  /** Returns true if the history of every meter has been fetched from its beginning. */
  async hasAllHistory(): Promise<boolean> {
    const meters = (await this.areas()).flatMap(({ meters }) => meters);
    return meters.length > 0 && meters.every(({ historyProgress }) => historyProgress === 1);
  }

  /** Returns the URL of an event stream. Its token is valid for half a minute. */
  async streamUrl(types: readonly string[]): Promise<string> {
    const { token } = await this.succeed<{ token: string }>('POST', '/events/token');
    return `${this.address()}/api/events?${queryText({ token, types: types.join(',') || undefined })}`;
  }

  /** Sends a request. @throws Error if the response has an error status */
  async succeed<T>(method: string, path: string, body?: object): Promise<T> {
    return successOf(method, path, await this.send<T>(method, path, body));
  }

  private async request<T>(method: string, path: string, content: Content = {}): Promise<Answer<T>> {
    const send = () =>
      fetch(`${this.address()}/api${path}`, {
        ...content,
        method,
        headers: {
          ...content.headers,
          ...(this.accessToken === '' ? {} : { authorization: `Bearer ${this.accessToken}` }),
        },
        signal: AbortSignal.timeout(ANSWER_MS),
      });
    const response = await (method === 'GET' ? againIfClosed(send) : send());
    return { status: response.status, body: (await response.json()) as T };
  }
}

/**
 * Repeats a GET once if its connection was closed, as browsers do. The server closes idle connections after some
 * seconds, and a test may use a connection at that moment.
 */
async function againIfClosed(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== 'UND_ERR_SOCKET') throw error;
    return send();
  }
}

/** The body of a request and its headers. For a form, `fetch` adds the content type. */
interface Content {
  body?: string | FormData;
  headers?: Record<string, string>;
}

const asCsv = (file: string): Content => ({ body: file, headers: { 'content-type': 'text/csv' } });

function asForm(file: string): Content {
  const form = new FormData();
  form.append('file', new Blob([file]), 'readings.csv');
  return { body: form };
}

/** @throws Error if the answer has an error status */
function successOf<T>(method: string, path: string, { status, body }: Answer<T>): T {
  if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

function queryText(query: object): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(set) as Record<string, string>).toString();
}
