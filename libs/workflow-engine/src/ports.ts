import type { Json, JsonObject } from './json';

export interface HttpPortRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  followRedirects?: boolean;
  signal: AbortSignal;
}

export interface HttpPortResponse {
  status: number;
  /** Names in lower case; several of one name are joined by a comma. */
  headers: Record<string, string>;
  /** As text, UTF-8. */
  body: string;
}

/** Calls other systems, those that it may. @throws DomainError where no answer came */
export interface HttpPort {
  request(request: HttpPortRequest): Promise<HttpPortResponse>;
}

export interface MailPort {
  /**
   * @param mail of one `key`, repeats bear one message id, by which mailboxes can tell them
   * @throws DomainError for addresses or words that are not fit to be sent, and where the server refuses
   */
  send(mail: { to: string[]; subject: string; text: string; key?: string }): Promise<void>;
}

export interface SqlPortResult {
  /** Of a query; empty for a statement that writes. Instants are ISO 8601, 64-bit integers beyond 2^53 are text. */
  rows: JsonObject[];
  /** Rows read or changed. */
  rowCount: number;
}

/** The service's own database, under an account that may see little of it. */
export interface SqlPort {
  run(statement: {
    query: string;
    /** Bound in the order of the question marks. */
    params: Json[];
    mode: 'read' | 'write';
    signal: AbortSignal;
  }): Promise<SqlPortResult>;
}

export interface PointReading {
  value: Json;
  quality: 'good' | 'uncertain' | 'bad';
  /** ISO 8601, UTC. */
  timestamp: string;
}

/** Points of the building, through the gateway. */
export interface PointsPort {
  write(code: string, value: Json): Promise<void>;
  read(code: string): Promise<PointReading>;
}

/** What nodes can ask for. A node receives what its type names in `needs`, and nothing else. */
export interface NodePorts {
  http: HttpPort;
  mail: MailPort;
  sql: SqlPort;
  points: PointsPort;
}
