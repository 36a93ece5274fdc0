import { Injectable } from '@nestjs/common';
import type { AlertRecord } from '../../../operations/alerts/alert-change';
import { AlertsService } from '../../../operations/alerts/alerts.service';
import { type FaultStats, FaultStatsService } from '../../../operations/faults/fault-stats.service';
import { type Fault, FaultsService } from '../../../operations/faults/faults.service';
import type { Maintenance } from '../../../operations/maintenance/maintenance';
import { MaintenanceService } from '../../../operations/maintenance/maintenance.service';
import type { SectionContext } from '../section-context';
import { type NewestRecords, newestRecords } from './newest-records';

const OPEN_ORDERS = ['open', 'in_progress', 'on_hold'] as const;

/** The alerts, faults and work orders of a report. All sections of a report share these reads. */
interface Records {
  alerts?: Promise<NewestRecords<AlertRecord>>;
  faults?: Promise<NewestRecords<Fault>>;
  maintenance?: Promise<NewestRecords<Maintenance>>;
}

/** Reads alerts, faults and work orders from the services behind the lists of the API. */
@Injectable()
export class ReportRecordsService {
  private readonly read = new WeakMap<SectionContext, Records>();

  constructor(
    private readonly alerts: AlertsService,
    private readonly faults: FaultsService,
    private readonly faultStatistics: FaultStatsService,
    private readonly maintenance: MaintenanceService,
  ) {}

  /** The alerts that were raised in the period. */
  alertsOf(context: SectionContext): Promise<NewestRecords<AlertRecord>> {
    const { period } = context;
    const range = { from: new Date(period.fromMs).toISOString(), to: new Date(period.toMs).toISOString() };
    return (this.recordsOf(context).alerts ??= newestRecords((page) =>
      this.alerts.list({ ...page, ...range }),
    ));
  }

  /** The number of alerts that were raised in the previous period; null if they are too many to count. */
  async previousAlerts({ previous }: SectionContext): Promise<number | null> {
    const range = {
      from: new Date(previous.fromMs).toISOString(),
      to: new Date(previous.toMs).toISOString(),
    };
    const { total, exact } = await this.alerts.list({ page: 1, limit: 1, ...range });
    return exact ? total : null;
  }

  /**
   * The faults that were reported in the period. The list is ordered by `reportedAt`, so it is read only as far as the
   * first older fault.
   */
  faultsOf(context: SectionContext): Promise<NewestRecords<Fault>> {
    const { fromMs, toMs } = context.period;
    return (this.recordsOf(context).faults ??= newestRecords(
      (page) => this.faults.list(page),
      (fault) => reportedMs(fault) < fromMs,
    ).then(({ items, isComplete }) => ({
      items: items.filter((fault) => reportedMs(fault) < toMs),
      isComplete,
    })));
  }

  /** The current statistics of all faults. */
  faultStats(): Promise<FaultStats> {
    return this.faultStatistics.read();
  }

  /** The open work orders, and the work orders that were completed in the period. */
  maintenanceOf(context: SectionContext): Promise<NewestRecords<Maintenance>> {
    return (this.recordsOf(context).maintenance ??= this.readMaintenance(context));
  }

  private async readMaintenance({ period }: SectionContext): Promise<NewestRecords<Maintenance>> {
    const open = await Promise.all(
      OPEN_ORDERS.map((status) => newestRecords((page) => this.maintenance.list({ ...page, status }))),
    );
    const completed = await newestRecords((page) => this.maintenance.list({ ...page, status: 'completed' }));
    const done = completed.items.filter(({ completedAt }) => {
      const completedMs = completedAt?.getTime() ?? 0;
      return completedMs >= period.fromMs && completedMs < period.toMs;
    });
    return {
      items: [...open.flatMap(({ items }) => items), ...done],
      isComplete: [...open, completed].every(({ isComplete }) => isComplete),
    };
  }

  private recordsOf(context: SectionContext): Records {
    const known = this.read.get(context) ?? {};
    this.read.set(context, known);
    return known;
  }
}

function reportedMs({ reportedAt }: Fault): number {
  return reportedAt.getTime();
}
