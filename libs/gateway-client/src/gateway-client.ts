import type { PointValue } from '@app/contracts';
import type { BreakerChange, GatewayState } from './gateway-state';
import type {
  GatewayAlarmConfigRequest,
  GatewayAlarmConfigs,
  GatewayAlarmPage,
  GatewayAlarmQuery,
  GatewayCallOptions,
  GatewayConfiguration,
  GatewayConfigurationChange,
  GatewayTrial,
  GatewayTrialInput,
  GatewayDevice,
  GatewayHistoryQuery,
  GatewayPoint,
  GatewaySeries,
  GatewayStreamHandlers,
  GatewayWriteResult,
} from './gateway-shapes';

/**
 * The points of the upstream gateways, by their codes. Every call ends within the call limit. A call that fails throws
 * a `DomainError`: `upstream_timeout`; `upstream_failed` if the gateway is down or its answer is invalid; `unavailable`
 * (`gateway_unavailable`) while the circuit breaker is open; `invalid`, `not_found`, `conflict` or `forbidden`
 * (`interlock`) if the gateway refuses the request. No error contains credentials or tokens. Instants in answers are
 * ISO 8601 UTC with milliseconds.
 */
export abstract class GatewayClient {
  /**
   * Returns one value per code, in the requested order. For a code unknown to the gateway, the value is null, its
   * quality is bad, and its time is the current time.
   */
  abstract values(codes: readonly string[], options?: GatewayCallOptions): Promise<PointValue[]>;

  /**
   * Returns one series per code, in the requested order, over `[from, to)`. Values are raw if no interval is given. The
   * series of an unknown code is empty.
   */
  abstract history(query: GatewayHistoryQuery, options?: GatewayCallOptions): Promise<GatewaySeries[]>;

  /**
   * Sends the write at most once, except that it is repeated after a refused token. A write that fails may have been
   * carried out.
   */
  abstract set(code: string, value: unknown, options?: GatewayCallOptions): Promise<GatewayWriteResult>;

  /** Like `set`, but the gateway ignores its interlocks. */
  abstract forceSet(
    code: string,
    value: unknown,
    reason: string,
    options?: GatewayCallOptions,
  ): Promise<GatewayWriteResult>;

  /**
   * Ends a `forceSet`.
   * @throws DomainError `release_unsupported` if the gateway has no such call
   */
  abstract release(code: string, options?: GatewayCallOptions): Promise<GatewayWriteResult>;
}

/** One upstream gateway. Its errors are those of `GatewayClient`. */
export abstract class SingleGateway extends GatewayClient {
  /** Lists all points, page by page. The call limit applies to each page. */
  abstract points(): Promise<GatewayPoint[]>;

  /** @throws DomainError `devices_unsupported` if the gateway has no such call */
  abstract devices(): Promise<GatewayDevice[]>;

  /** @throws DomainError `configuration_unsupported` if the gateway has no such call */
  abstract configuration(): Promise<GatewayConfiguration>;

  /**
   * Replaces the connections, after which the gateway uses the new ones.
   * @param version of the configuration that is replaced
   * @throws DomainError `configuration_unsupported`; `configuration_refused` if they are wrong or were changed meanwhile
   */
  abstract configure(change: GatewayConfigurationChange): Promise<GatewayConfiguration>;

  /**
   * Reads the devices of a connection once, or searches devices that it does not have. It may take a minute.
   * @throws DomainError `configuration_unsupported`; `configuration_refused` if the connection cannot be tried
   */
  abstract tryConnection(trial: GatewayTrialInput): Promise<GatewayTrial>;

  abstract alarms(query: GatewayAlarmQuery): Promise<GatewayAlarmPage>;

  abstract alarmConfigs(request: GatewayAlarmConfigRequest): Promise<GatewayAlarmConfigs>;

  /**
   * Follows the gateway's event stream until `signal` is aborted, and reconnects with backoff. Callers must poll as
   * well, because events during an interruption may be missed and a gateway may have no stream.
   */
  abstract stream(handlers: GatewayStreamHandlers, signal: AbortSignal): Promise<void>;

  /** Requests a new token pair now, regardless of the age of the current one. */
  abstract renewTokens(): Promise<void>;

  abstract state(): GatewayState;

  /** Calls the listener after every change of the circuit breaker's state. Returns a function that unsubscribes. */
  abstract onStateChange(listener: (change: BreakerChange) => void): () => void;
}
