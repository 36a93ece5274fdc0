import type { PointValue } from '@app/contracts';
import type { BreakerChange, GatewayState } from './gateway-state';
import type {
  GatewayAlarmConfigRequest,
  GatewayAlarmConfigs,
  GatewayAlarmPage,
  GatewayAlarmQuery,
  GatewayHistoryQuery,
  GatewayPoint,
  GatewaySeries,
  GatewayStreamHandlers,
  GatewayWriteResult,
} from './gateway-shapes';

/**
 * The upstream gateway, as the rest of the service sees it. Every call ends within the call limit and fails with a
 * `DomainError`: `upstream_timeout`; `upstream_failed` where the gateway is down, answers nonsense or is being left
 * alone (`gateway_unavailable`); `invalid`, `not_found`, `conflict` or `forbidden` (`interlock`) where it refuses what
 * was asked. No error carries its credentials or tokens. Instants in answers are ISO 8601 UTC with milliseconds.
 */
export abstract class GatewayClient {
  /** Every point, all pages; the call limit is for each page. */
  abstract points(): Promise<GatewayPoint[]>;

  /** One value per code, in the order asked for; of a code that the gateway does not know null and bad, as of now. */
  abstract values(codes: readonly string[]): Promise<PointValue[]>;

  /** One series per code, in the order asked for; of `[from, to)`, raw where no interval is given, empty where unknown. */
  abstract history(query: GatewayHistoryQuery): Promise<GatewaySeries[]>;

  abstract set(code: string, value: unknown): Promise<GatewayWriteResult>;

  /** Writes past the gateway's interlocks. */
  abstract forceSet(code: string, value: unknown, reason: string): Promise<GatewayWriteResult>;

  abstract alarms(query: GatewayAlarmQuery): Promise<GatewayAlarmPage>;

  abstract alarmConfigs(request: GatewayAlarmConfigRequest): Promise<GatewayAlarmConfigs>;

  /**
   * Follows the gateway's event stream until `signal` is aborted and reconnects with backoff. Events may be missed in
   * between, and a gateway may have no stream: poll too.
   */
  abstract stream(handlers: GatewayStreamHandlers, signal: AbortSignal): Promise<void>;

  /** Has the gateway issue a new token pair now, whatever the age of the present one. */
  abstract renewTokens(): Promise<void>;

  abstract state(): GatewayState;

  /** Told of every change of the circuit breaker from now on. Returns the way to stop. */
  abstract onStateChange(listener: (change: BreakerChange) => void): () => void;
}
