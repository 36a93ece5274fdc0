import {
  AlertRuleEvaluator,
  AlertRulesService,
  AlertRuleTestsService,
  AreasService,
  AuditService,
  CalendarsService,
  PointValuesService,
} from '@app/domain';
import {
  AreaPowerHistoryService,
  CalendarReader,
  ListenersService,
  OccurrencesService,
  ReadingEvidenceService,
  RuleBookReader,
} from '@app/domain/testing';
import type { GatewayClient } from '@app/gateway-client';
import type { Clock } from '@app/kernel';
import { type TestDatabase, testEnvironment } from '../harness';
import { AlertDesk } from './alert-desk';

/** The interval at which tests of rules evaluate the power of an area. */
export const POLL_SECONDS = 15;

/** The services of one process that ingests values and evaluates alert rules. */
export class RuleDesk {
  readonly areas: AreasService;
  readonly rules: AlertRulesService;
  readonly calendars: CalendarsService;
  readonly values: PointValuesService;
  readonly evaluator: AlertRuleEvaluator;
  readonly tests: AlertRuleTestsService;
  readonly alerts: AlertDesk;

  /** @param gateway serves the histories with which rules are tested */
  constructor(database: TestDatabase, clock: Clock, gateway: Partial<GatewayClient> = {}) {
    const { dataSource } = database;
    const bus = { publish: () => undefined } as never;
    const configuration = { timezone: () => Promise.resolve('UTC') } as never;
    const audit = new AuditService(dataSource, clock);
    const areas = new AreasService(dataSource, configuration, clock, audit);
    this.areas = areas;
    this.alerts = new AlertDesk(database, clock);
    this.calendars = new CalendarsService(dataSource, areas, audit);
    const calendars = new CalendarReader(dataSource);
    const { writer } = this.alerts;
    this.rules = new AlertRulesService(dataSource, writer, areas, calendars, audit, clock);
    const power = new AreaPowerHistoryService(
      areas,
      new ReadingEvidenceService(dataSource),
      testEnvironment({ GATEWAY_POLL_SECONDS: POLL_SECONDS }),
    );
    this.tests = new AlertRuleTestsService(gateway as never, this.rules, calendars, power, configuration);
    const occurrences = new OccurrencesService(clock, bus);
    const listeners = new ListenersService();
    this.values = new PointValuesService(dataSource, bus, clock, listeners, occurrences);
    const reader = new RuleBookReader(this.values, calendars, configuration, clock);
    this.evaluator = new AlertRuleEvaluator(dataSource, this.values, reader, writer, clock);
  }
}
