import type {
  EnergyType,
  FaultStatus,
  LossRule,
  MaintenancePriority,
  MaintenanceStatus,
  ReportGroup,
  ReportInterval,
  ReportMetric,
} from '@app/entities';
import type { Message } from '@app/kernel';
import type { ChargeKind } from '../../../metering/bills/energy-charges';

type Figure =
  | 'total'
  | 'mean'
  | 'peak'
  | 'demand'
  | 'loadFactor'
  | 'cost'
  | 'price'
  | 'emissions'
  | 'intensity'
  | 'raised'
  | 'clearedInPeriod'
  | 'active'
  | 'reported'
  | 'resolvedInPeriod'
  | 'open'
  | 'inProgress'
  | 'repairTime'
  | 'failureInterval'
  | 'openOrders'
  | 'overdue'
  | 'completed';

type Column =
  | Exclude<ReportGroup, 'tariff'>
  | ReportInterval
  | 'price'
  | 'times'
  | 'energy'
  | 'cost'
  | 'share'
  | 'change'
  | 'coverage'
  | 'current'
  | 'previous'
  | 'yearBefore'
  | 'mean'
  | 'peak'
  | 'peakTime'
  | 'count'
  | 'raisedAt'
  | 'reportedAt'
  | 'resolvedAt'
  | 'clearedAt'
  | 'title'
  | 'point'
  | 'type'
  | 'priority'
  | 'dueAt'
  | 'completedAt'
  | 'total'
  | 'demand'
  | 'loadFactor'
  | 'baseline'
  | 'since'
  | 'expected'
  | 'actual'
  | 'saving'
  | 'usualWeather'
  | 'weatherYears'
  | 'uncertainty'
  | 'budget'
  | 'forecast'
  | 'willMiss'
  | 'loss'
  | 'energyPerMonth'
  | 'costPerMonth'
  | 'contract'
  | 'item'
  | 'quantity'
  | 'amount'
  | 'currency'
  | 'rank'
  | 'floorArea'
  | 'energyPerArea'
  | 'reference'
  | 'difference'
  | 'temperature'
  | 'heatingDegreeDays'
  | 'coolingDegreeDays'
  | 'perHeatingDegreeDay'
  | 'own'
  | 'inside'
  | 'rest'
  | 'from'
  | 'to';

/** The words of reports in one language. */
export interface ReportWords {
  metrics: Record<ReportMetric, string>;
  energyTypes: Record<EnergyType, string>;
  /** The heading of a section: metric, energy type and how it is divided. */
  heading: (parts: {
    metric: string;
    energyType: string | null;
    group: string | null;
    interval: string | null;
    compared: boolean;
  }) => string;
  /** The heading of a section with a list of single records. */
  lists: Record<'alerts' | 'faults' | 'maintenance' | 'losses', string>;
  /** The heading of a chart of savings. */
  cumulativeSavings: string;
  groups: Record<ReportGroup, string>;
  intervals: Record<ReportInterval, string>;
  figures: Record<Figure, string>;
  columns: Record<Column, string>;
  faultStatuses: Record<FaultStatus, string>;
  alertStatuses: Record<'active' | 'cleared', string>;
  maintenanceStatuses: Record<MaintenanceStatus, string>;
  maintenanceTypes: Record<'preventive' | 'corrective' | 'inspection', string>;
  priorities: Record<MaintenancePriority, string>;
  lossRules: Record<LossRule, string>;
  billLines: Record<ChargeKind | 'share' | 'floorShare' | 'net' | 'vat' | 'total', string>;
  /** The unit of a standing charge. */
  monthUnit: string;
  /** The reason why a figure is missing. */
  reason: (message: Message) => string;
  noArea: string;
  noTariff: string;
  otherTimes: string;
  /** The energy that no area inside an area accounts for. */
  rest: string;
  site: string;
  chosenAreas: string;
  at: (time: string) => string;
  /** A period with incomplete data. */
  incomplete: (period: string, percent: string) => string;
  remarks: {
    estimated: string;
    coverage: (percent: string) => string;
    compared: string;
    silentMeters: (codes: readonly string[]) => string;
    unknown: string;
    unknownRated: string;
    otherUnit: (names: string) => string;
    omittedGroups: (count: number) => string;
    omittedRows: (count: number) => string;
    onlyNewest: (count: number) => string;
    missingAreas: (ids: string) => string;
    nothing: string;
    noLosses: string;
    current: (time: string) => string;
    overlapping: string;
    forecastAt: (time: string) => string;
    usualWeather: string;
    noNormalized: (baseline: string, reason: string) => string;
    noSaving: (baseline: string, reason: string) => string;
    noTotal: (contract: string, months: string, reason: string) => string;
    onlyByMonth: (baselines: string) => string;
    benchmarkYear: (year: string) => string;
    unranked: (areas: readonly string[]) => string;
    yearBefore: (period: string) => string;
    bases: (heatingC: number, coolingC: number) => string;
    unknownPerDegreeDay: string;
    unknownRest: string;
    noBalance: string;
    negativeRest: (areas: readonly string[]) => string;
  };
  frame: {
    period: string;
    comparedWith: string;
    timeZone: string;
    generatedAt: string;
    coverage: string;
    noMeters: string;
    vsPrevious: string;
    continued: string;
    estimatedColumn: string;
    yes: string;
    no: string;
    value: string;
    unit: string;
    figure: string;
    remark: string;
    report: string;
    utcOffset: string;
    rowHint: string;
  };
}
