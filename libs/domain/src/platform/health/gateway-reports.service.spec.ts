import type { GatewayStateReported } from '@app/contracts';
import type { EventBus } from '@app/events';
import type { GatewayClient } from '@app/gateway-client';
import { GatewayReportsService } from './gateway-reports.service';

describe('GatewayReportsService', () => {
  const lastSuccessAt = null;
  const lastFailure = null;
  let breaker: GatewayStateReported['breaker'];
  let nowMs: number;
  let changeOwn: (to: GatewayStateReported['breaker']) => void;
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
    const gateway = {
      state: () => ({ breaker, lastSuccessAt, lastFailure }),
      onStateChange: (listener: () => void) => {
        changeOwn = (to) => {
          breaker = to;
          listener();
        };
      },
    };
    reports = new GatewayReportsService(bus as unknown as EventBus, gateway as unknown as GatewayClient);
    reports.onModuleInit();
  });
  afterEach(() => jest.restoreAllMocks());

  const report = (state: GatewayStateReported['breaker']) =>
    receive({ breaker: state, lastSuccessAt, lastFailure });

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
