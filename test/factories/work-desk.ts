import {
  AlertsService,
  AreasService,
  AuditService,
  FaultsService,
  MaintenanceRecurrenceService,
  MaintenanceService,
  PointsService,
} from '@app/domain';
import {
  MaintenanceChecks,
  MaintenanceJournal,
  ObjectReferencesService,
  OccurrencesService,
  UserReferencesService,
  WorkflowTicketsService,
  WorkReferencesService,
} from '@app/domain/testing';
import { Actor, type Clock } from '@app/kernel';
import type { TestDatabase } from '../harness';

/** The services of faults and maintenance on a test database. `published` collects the events that they publish. */
export class WorkDesk {
  readonly published: { name: string; payload: unknown }[] = [];
  readonly actor = Actor.system('test');
  readonly faults: FaultsService;
  readonly maintenance: MaintenanceService;
  readonly recurrence: MaintenanceRecurrenceService;
  readonly tickets: WorkflowTicketsService;

  constructor({ dataSource }: TestDatabase, clock: Clock, timezone = 'UTC') {
    const bus = {
      publish: ({ name }: { name: string }, payload: unknown) => void this.published.push({ name, payload }),
    } as never;
    const configuration = { timezone: () => Promise.resolve(timezone) } as never;
    const audit = new AuditService(dataSource, clock);
    const occurrences = new OccurrencesService(clock, bus);
    const objects = new ObjectReferencesService();
    const areas = new AreasService(dataSource, configuration, clock, audit);
    const alerts = new AlertsService(dataSource, {} as never, configuration, audit, clock);
    const references = new WorkReferencesService(objects, areas, new UserReferencesService(), alerts);
    this.faults = new FaultsService(dataSource, references, audit, occurrences, bus, clock);
    const points = new PointsService(dataSource, objects, audit);
    const checks = new MaintenanceChecks(references, this.faults, points, configuration);
    const journal = new MaintenanceJournal(audit, occurrences, bus);
    this.maintenance = new MaintenanceService(dataSource, checks, journal, clock);
    this.tickets = new WorkflowTicketsService(dataSource, this.faults, this.maintenance);
    this.recurrence = new MaintenanceRecurrenceService(dataSource, checks, journal, clock);
  }
}
