import type { GatewayStateReported } from '@app/contracts';
import { MAIN_GATEWAY } from '@app/entities';
import type { EventBus } from '@app/events';
import type { Gateways } from '@app/gateway-client';
import { GatewayReportsService } from './gateway-reports.service';

describe('GatewayReportsService', () => {
  const lastSuccessAt = null;
  const lastFailure = null;
  let breaker: GatewayStateReported['breaker'];
  let nowMs: number;
  let changedAtMs: number;
  let receive: (report: GatewayStateReported) => void;
  let reports: GatewayReportsService;

  beforeEach(() => {
    breaker = 'closed';
    nowMs = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const bus = {
      subscribe: (_: unknown, listener: typeof receive) => {
        receive = listener;
      },
    };
    changedAtMs = Number.NEGATIVE_INFINITY;
    const main = { state: () => ({ breaker, changedAtMs, lastSuccessAt, lastFailure }) };
    reports = new GatewayReportsService(bus as unknown as EventBus, { main } as unknown as Gateways);
    reports.onModuleInit();
  });
  afterEach(() => jest.restoreAllMocks());

  const changeOwn = (to: GatewayStateReported['breaker']) => {
    breaker = to;
    changedAtMs = nowMs;
  };
  const report = (state: GatewayStateReported['breaker']) =>
    receive({ gatewayId: MAIN_GATEWAY, breaker: state, lastSuccessAt, lastFailure });

  it('prefers the report of the worker to an older change of the circuit breaker in this process', () => {
    changeOwn('open');
    expect(reports.current().breaker).toBe('open');
    nowMs += 5000;
    report('closed');
    expect(reports.current().breaker).toBe('closed');
  });

  it('prefers a change of the circuit breaker in this process to an older report of the worker', () => {
    report('closed');
    nowMs += 5000;
    changeOwn('open');
    expect(reports.current().breaker).toBe('open');
  });

  it('falls back to the circuit breaker in this process if the report of the worker is too old', () => {
    changeOwn('open');
    nowMs += 1;
    report('closed');
    nowMs += 15_000;
    expect(reports.current().breaker).toBe('open');
    changeOwn('closed');
    expect(reports.current().breaker).toBe('unknown');
  });
});
