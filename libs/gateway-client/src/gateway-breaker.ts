import type { Clock } from '@app/kernel';
import { DomainError } from '@app/kernel';
import { Logger } from '@nestjs/common';
import {
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  noJitterGenerator,
} from 'cockatiel';
import { gatewayUnavailable, isGatewayFailure } from './gateway-errors';
import type { BreakerChange, BreakerState, GatewayState } from './gateway-state';

export interface BreakerOptions {
  /** Number of consecutive failures after which the circuit opens. */
  failures: number;
  /** How long the circuit first stays open. This time doubles after each failed test call. */
  firstPauseMs: number;
  longestPauseMs: number;
}

export const BREAKER_OPTIONS: BreakerOptions = { failures: 5, firstPauseMs: 1000, longestPauseMs: 60_000 };

const NAMES: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Isolated]: 'open',
};

/**
 * A circuit breaker. It stops calling a failing gateway for a while, and then lets one call test whether the gateway
 * works again.
 */
export class GatewayBreaker {
  private readonly logger = new Logger(GatewayBreaker.name);
  private readonly circuit;
  private readonly listeners = new Set<(change: BreakerChange) => void>();
  private known: BreakerState = 'closed';
  private changedAtMs = Number.NEGATIVE_INFINITY;
  private lastSuccessAt: string | null = null;
  private lastFailure: GatewayState['lastFailure'] = null;

  constructor(
    private readonly clock: Clock,
    options: BreakerOptions = BREAKER_OPTIONS,
    /** Names the gateway in the log. */
    private readonly address?: string,
  ) {
    this.circuit = circuitBreaker(handleWhen(isGatewayFailure), {
      breaker: new ConsecutiveBreaker(options.failures),
      halfOpenAfter: new ExponentialBackoff({
        generator: noJitterGenerator,
        initialDelay: options.firstPauseMs,
        maxDelay: options.longestPauseMs,
      }),
    });
    this.circuit.onStateChange((state) => this.changeTo(NAMES[state]));
  }

  /**
   * Runs a call.
   * @throws DomainError `gateway_unavailable` immediately while the circuit is open or another call tests the gateway
   */
  async run<T>(exchange: () => Promise<T>): Promise<T> {
    // The library would make this call wait for the test call, possibly longer than the time limit of this call.
    if (this.circuit.state === CircuitState.HalfOpen) throw gatewayUnavailable();
    try {
      const answer = await this.circuit.execute(exchange);
      this.lastSuccessAt = this.clock.now().toISOString();
      return answer;
    } catch (error) {
      if (isBrokenCircuitError(error)) throw gatewayUnavailable();
      if (error instanceof DomainError && isGatewayFailure(error)) this.note(error);
      throw error;
    }
  }

  state(): GatewayState {
    const { known: breaker, changedAtMs, lastSuccessAt, lastFailure } = this;
    return { breaker, changedAtMs, lastSuccessAt, lastFailure };
  }

  onStateChange(listener: (change: BreakerChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private note({ code, message }: DomainError): void {
    this.lastFailure = { code, message, at: this.clock.now().toISOString() };
  }

  private changeTo(to: BreakerState): void {
    const change = { from: this.known, to };
    this.known = to;
    this.changedAtMs = performance.now();
    this.logger.warn({ address: this.address, ...change }, `The gateway's circuit is ${to}.`);
    for (const listener of this.listeners) {
      try {
        listener(change);
      } catch (error) {
        this.logger.error({ err: error }, "A listener for the gateway's state failed.");
      }
    }
  }
}
