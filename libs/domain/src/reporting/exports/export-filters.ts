import {
  type AlertSource,
  type BaselineMethod,
  type EnergyType,
  type ExportType,
  FAULT_STATUSES,
  type FaultStatus,
} from '@app/entities';
import { type AlertSeverity, type ErrorDetail, say } from '@app/kernel';
import type { BucketInterval } from '../../metering/arithmetic/calendar';

export interface EnergyExportFilters {
  areaId?: number;
  energyType?: EnergyType;
  /** Default: `hour`. */
  interval?: BucketInterval;
}

export interface SavingsExportFilters {
  areaId?: number;
  /** Default: `electricity`. */
  energyType?: EnergyType;
  /** Default: `dailyChangePoint`. */
  method?: BaselineMethod;
}

export interface FaultExportFilters {
  status?: FaultStatus;
  severity?: AlertSeverity;
  areaId?: number;
  objectId?: number;
  assigneeId?: number;
  alertId?: number;
}

export interface AlertExportFilters {
  status?: 'active' | 'cleared';
  severity?: AlertSeverity;
  acknowledged?: boolean;
  shelved?: boolean;
  areaId?: number;
  pointCode?: string;
  source?: AlertSource;
}

/** The filters of all types of exports. Each type allows some of them. */
export type ExportFilters = Omit<
  EnergyExportFilters & SavingsExportFilters & FaultExportFilters & AlertExportFilters,
  'status'
> & {
  status?: FaultStatus | 'active' | 'cleared';
};

const FILTERS: Record<ExportType, readonly (keyof ExportFilters)[]> = {
  energy: ['areaId', 'energyType', 'interval'],
  faults: ['status', 'severity', 'areaId', 'objectId', 'assigneeId', 'alertId'],
  savings: ['areaId', 'energyType', 'method'],
  alarms: ['status', 'severity', 'acknowledged', 'shelved', 'areaId', 'pointCode', 'source'],
};

const STATUSES: Record<ExportType, readonly string[]> = {
  energy: [],
  savings: [],
  faults: FAULT_STATUSES,
  alarms: ['active', 'cleared'],
};

/**
 * Returns the filters that this type of export does not allow. The values must already be valid for at least one type.
 */
export function filterProblems(type: ExportType, filters: ExportFilters): ErrorDetail[] {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : name));
  const known: readonly string[] = FILTERS[type];
  const unknown = given.filter((name) => !known.includes(name));
  const problems = unknown.map((name): ErrorDetail => ({
    path: `filters.${name}`,
    ...say('not_filter', { type, known: known.join(', ') }),
  }));
  const { status } = filters;
  if (status !== undefined && known.includes('status') && !STATUSES[type].includes(status)) {
    problems.push({ path: 'filters.status', ...say('not_choice', { choices: STATUSES[type].join(', ') }) });
  }
  return problems;
}
