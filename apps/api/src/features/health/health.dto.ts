/** The process answers. */
export class LiveDto {
  status: 'live';
}

export class ReachabilityDto {
  reachable: boolean;

  /** How long the answer took; null where none came. */
  latencyMs: number | null;
}

export class GatewayFailureDto {
  /** Why, for programs. */
  code: string;

  at: string;
}

export class GatewayStateDto {
  /** `open`: the gateway failed too often and is left alone for a while; `half_open`: one call tries it again. */
  breaker: 'closed' | 'open' | 'half_open';

  /** Null before the first answer. */
  lastSuccessAt: string | null;

  lastFailure: GatewayFailureDto | null;
}

export class ReadyDto {
  /** `unavailable` where the database or the queue cannot be reached. A gateway that fails does not count. */
  status: 'ready' | 'unavailable';

  database: ReachabilityDto;

  queue: ReachabilityDto;

  gateway: GatewayStateDto;
}
