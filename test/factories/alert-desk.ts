import { AlertActionsService, AlertsService, AreasService, AuditService } from '@app/domain';
import { AlertJournal, type AlertRaise, AlertWriter, OccurrencesService } from '@app/domain/testing';
import { inTransaction } from '@app/entities';
import { Actor, type Clock } from '@app/kernel';
import type { TestDatabase } from '../harness';

const TESTER = Actor.system('test');

/** Builds a report about one point. `changes` replace its default values. */
export function aRaise(changes: Partial<AlertRaise> = {}): AlertRaise {
  return {
    source: 'rule',
    type: 'threshold',
    originator: 'P1',
    severity: 'major',
    title: 'P1 is too high',
    pointCode: 'P1',
    at: new Date('2026-05-01T10:00:00Z'),
    ...changes,
  };
}

/** The alert services on a test database. `published` collects the events that they publish. */
export class AlertDesk {
  readonly published: { name: string; payload: unknown }[] = [];
  readonly writer: AlertWriter;
  readonly occurrences: OccurrencesService;
  readonly actions: AlertActionsService;
  readonly alerts: AlertsService;

  constructor(
    private readonly database: TestDatabase,
    clock: Clock,
  ) {
    const bus = {
      publish: ({ name }: { name: string }, payload: unknown) => void this.published.push({ name, payload }),
    };
    const configuration = { timezone: () => Promise.resolve('UTC') };
    const areas = new AreasService(database.dataSource, configuration as never, clock, {} as never);
    this.occurrences = new OccurrencesService(clock, bus as never);
    this.writer = new AlertWriter(areas, new AlertJournal(this.occurrences, bus as never));
    this.actions = new AlertActionsService(database.dataSource, this.writer, configuration as never, clock);
    const audit = new AuditService(database.dataSource, clock);
    this.alerts = new AlertsService(database.dataSource, this.writer, configuration as never, audit, clock);
  }

  async raise(...raises: AlertRaise[]): Promise<void> {
    const changes = await inTransaction(this.database.dataSource, (manager) =>
      this.writer.raise(manager, raises, TESTER),
    );
    this.writer.publish(changes);
  }

  async clear(raise: AlertRaise, at = raise.at): Promise<void> {
    const changes = await inTransaction(this.database.dataSource, (manager) =>
      this.writer.clear(manager, [{ ...raise, at, note: undefined }], TESTER),
    );
    this.writer.publish(changes);
  }
}
