import { InstantProperty } from '../../http/fields/is-instant.decorator';

/** The process runs. */
export class LiveDto {
  /** Always `live`. */
  status: 'live';
}

/** Whether a server that the process depends on can be reached. */
export class ReachabilityDto {
  /** True if the server answered in time. A queue must also accept a write. */
  reachable: boolean;

  /** Response time in milliseconds; null if there was no response. */
  latencyMs: number | null;
}

/** The last failed write to the file store. */
export class StorageFailureDto {
  /** Machine-readable reason: `storage_full`, `storage_failed` or `storage_unavailable`. */
  code: string;

  /** When the write failed. */
  @InstantProperty() at: string;
}

/** Whether this process could store its last file. */
export class StorageStateDto {
  /**
   * False if the last write failed. A minute later, the check itself writes a small file, so the value becomes true once
   * the store works again.
   */
  writable: boolean;

  /** The failed write; null if `writable` is true. */
  lastFailure: StorageFailureDto | null;
}

/** The last failed call to the gateway. */
export class GatewayFailureDto {
  /** Machine-readable reason. */
  code: string;

  /** When the call failed. */
  @InstantProperty() at: string;
}

/** The state of the connection to the gateway. */
export class GatewayStateDto {
  /**
   * Circuit breaker. `closed`: calls pass. `open`: the gateway failed too often and is not called for a while.
   * `half_open`: one call tests whether the gateway works again. `unknown`: no worker has reported lately.
   */
  breaker: 'closed' | 'open' | 'half_open' | 'unknown';

  /** The last successful call; null before the first. */
  @InstantProperty() lastSuccessAt: string | null;

  /** The last failed call; null if there was none. */
  lastFailure: GatewayFailureDto | null;
}

/** Whether the process can do its work. */
export class ReadyDto {
  /**
   * `unavailable` during the first start, or if the database or the queue cannot be reached. A failing gateway or file
   * store does not change the status. `stopping` if the process is about to end: it still serves requests, but should get no new ones.
   */
  status: 'ready' | 'unavailable' | 'stopping';

  /** False during the first start, until the settings and the administrator exist. */
  started: boolean;

  /** The database. */
  database: ReachabilityDto;

  /** The queue. */
  queue: ReachabilityDto;

  /** The file store. */
  storage: StorageStateDto;

  /** The IoT gateway. */
  gateway: GatewayStateDto;
}
