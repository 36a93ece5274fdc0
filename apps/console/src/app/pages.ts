import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAlertSearch } from '../features/alerts/alert-search';
import { readAuditSearch } from '../features/audit/audit-search';
import { readBackupSearch } from '../features/backups/backup-search';
import { readBillsSearch } from '../features/energy/bills/bills-search';
import { readEnergySearch } from '../features/energy/energy-search';
import { readLossesSearch } from '../features/energy/losses/losses-search';
import { readSavingsSearch } from '../features/energy/savings/savings-search';
import { readFaultSearch } from '../features/faults/fault-search';
import { readFileSearch } from '../features/files/file-search';
import { readMaintenanceSearch } from '../features/maintenance/maintenance-search';
import { readModelsSearch } from '../features/model/files/models-search';
import { readNotificationSearch } from '../features/notifications/notification-search';
import { OverviewPage } from '../features/overview/overview-page';
import { prefetchOverview } from '../features/overview/overview.queries';
import { readObjectSearch } from '../features/points/objects/object-search';
import { readPointSearch } from '../features/points/point-search';
import { readReportSearch } from '../features/reports/report-search';
import { readUserSearch } from '../features/users/user-search';
import { readExecutionSearch } from '../features/workflows/execution-search';
import { readWorkflowSearch } from '../features/workflows/workflow-search';
import { type CalendarDate, isCalendarDate } from '../format/calendar-period';
import { readTrendSearch } from '../ui/trend/trend-choice';
import { shellRoute } from './routes';
import { readCount, readText } from './search-fields';

/** The first page of most sessions. Its code is part of the first file, so that its data is requested at once. */
const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: prefetchOverview,
  component: OverviewPage,
});

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts',
  validateSearch: readAlertSearch,
  component: lazyRouteComponent(() => import('../features/alerts/alerts-page'), 'AlertsPage'),
});

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alert-rules',
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } => ({ page: readCount(page) }),
  component: lazyRouteComponent(() => import('../features/alert-rules/rules-page'), 'RulesPage'),
});

/** `new` instead of an id shows the form for a new rule. */
const ruleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alert-rules/$ruleId',
  component: lazyRouteComponent(() => import('../features/alert-rules/rule-page'), 'RulePage'),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../features/audit/audit-page'), 'AuditPage'),
});

const backupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/backups',
  validateSearch: readBackupSearch,
  component: lazyRouteComponent(() => import('../features/backups/backups-page'), 'BackupsPage'),
});

interface CalendarSearch {
  /** By default, the current year. */
  year?: number;
  /** The day whose dialog is open. */
  day?: CalendarDate;
}

const LAST_YEAR = 9999;

const calendarsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendars',
  component: lazyRouteComponent(() => import('../features/calendars/calendars-page'), 'CalendarsPage'),
});

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendars/$calendarId',
  validateSearch: ({ year, day }: Record<string, unknown>): CalendarSearch => ({
    year: readYear(year),
    day: isCalendarDate(day) ? day : undefined,
  }),
  component: lazyRouteComponent(() => import('../features/calendars/calendar-page'), 'CalendarPage'),
});

/** A year of four digits. */
function readYear(value: unknown): number | undefined {
  const year = readCount(value);
  return year && year >= 1000 && year <= LAST_YEAR ? year : undefined;
}

const dashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboards',
  component: lazyRouteComponent(() => import('../features/dashboards/dashboards-page'), 'DashboardsPage'),
});

interface DashboardSearch {
  /** Opens the editor. */
  edit?: true;
}

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboards/$dashboardId',
  validateSearch: ({ edit }: Record<string, unknown>): DashboardSearch => ({
    edit: edit === true || undefined,
  }),
  component: lazyRouteComponent(() => import('../features/dashboards/dashboard-page'), 'DashboardPage'),
});

const energyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy',
  validateSearch: readEnergySearch,
  component: lazyRouteComponent(() => import('../features/energy/energy-page'), 'EnergyPage'),
});

const analysisRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/analysis',
  validateSearch: readEnergySearch,
  component: lazyRouteComponent(() => import('../features/energy/analysis/analysis-page'), 'AnalysisPage'),
});

const savingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/savings',
  validateSearch: readSavingsSearch,
  component: lazyRouteComponent(() => import('../features/energy/savings/savings-page'), 'SavingsPage'),
});

const billsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/bills',
  validateSearch: readBillsSearch,
  component: lazyRouteComponent(() => import('../features/energy/bills/bills-page'), 'BillsPage'),
});

interface TargetsSearch {
  /** The shown budget. Without it, the page lists all of them. */
  budget?: number;
  page?: number;
}

const targetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/targets',
  validateSearch: ({ budget, page }: Record<string, unknown>): TargetsSearch => ({
    budget: readCount(budget),
    page: readCount(page),
  }),
  component: lazyRouteComponent(() => import('../features/energy/targets/targets-page'), 'TargetsPage'),
});

const lossesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/losses',
  validateSearch: readLossesSearch,
  component: lazyRouteComponent(() => import('../features/energy/losses/losses-page'), 'LossesPage'),
});

interface AreasSearch {
  /** The area that is edited. */
  area?: number;
}

const areasRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/areas',
  validateSearch: ({ area }: Record<string, unknown>): AreasSearch => ({ area: readCount(area) }),
  component: lazyRouteComponent(() => import('../features/energy/areas/areas-page'), 'AreasPage'),
});

const faultsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/faults',
  validateSearch: readFaultSearch,
  component: lazyRouteComponent(() => import('../features/faults/faults-page'), 'FaultsPage'),
});

const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  validateSearch: readFileSearch,
  component: lazyRouteComponent(() => import('../features/files/files-page'), 'FilesPage'),
});

interface LightingSearch {
  /** Part of the text of a label. */
  label?: string;
  page?: number;
}

const lightingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lighting',
  validateSearch: ({ label, page }: Record<string, unknown>): LightingSearch => ({
    label: readText(label),
    page: readCount(page),
  }),
  component: lazyRouteComponent(() => import('../features/lighting/lighting-page'), 'LightingPage'),
});

const maintenanceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/maintenance',
  validateSearch: readMaintenanceSearch,
  component: lazyRouteComponent(() => import('../features/maintenance/maintenance-page'), 'MaintenancePage'),
});

interface ModelSearch {
  /** The id of the selected mark. */
  mark?: string;
}

const modelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model',
  validateSearch: ({ mark }: Record<string, unknown>): ModelSearch => ({ mark: readText(mark) }),
  component: lazyRouteComponent(() => import('../features/model/model-page'), 'ModelPage'),
});

const modelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model/files',
  validateSearch: readModelsSearch,
  component: lazyRouteComponent(() => import('../features/model/files/models-page'), 'ModelsPage'),
});

const modelSetupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model/setup',
  component: lazyRouteComponent(() => import('../features/model/setup/setup-page'), 'SetupPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: readNotificationSearch,
  component: lazyRouteComponent(
    () => import('../features/notifications/notifications-page'),
    'NotificationsPage',
  ),
});

const pointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/points',
  validateSearch: readPointSearch,
  component: lazyRouteComponent(() => import('../features/points/points-page'), 'PointsPage'),
});

const objectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/points/objects',
  validateSearch: readObjectSearch,
  component: lazyRouteComponent(() => import('../features/points/objects/objects-page'), 'ObjectsPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('../features/profile/profile-page'), 'ProfilePage'),
});

const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('../features/reports/reports-page'), 'ReportsPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-page'), 'SettingsPage'),
});

const devicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/devices',
  component: lazyRouteComponent(() => import('../features/settings/devices/devices-page'), 'DevicesPage'),
});

const setupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('../features/setup/setup-page'), 'SetupPage'),
});

const trendsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trends',
  validateSearch: readTrendSearch,
  component: lazyRouteComponent(() => import('../features/trends/trends-page'), 'TrendsPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('../features/users/users-page'), 'UsersPage'),
});

const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
  validateSearch: readWorkflowSearch,
  component: lazyRouteComponent(() => import('../features/workflows/workflows-page'), 'WorkflowsPage'),
});

const workflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId',
  validateSearch: readExecutionSearch,
  component: lazyRouteComponent(() => import('../features/workflows/workflow-page'), 'WorkflowPage'),
});

const executionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId/executions/$executionId',
  component: lazyRouteComponent(
    () => import('../features/workflows/execution/execution-page'),
    'ExecutionPage',
  ),
});

interface NewSearch {
  /** The recipe to start from. */
  from?: string;
}

const newWorkflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/new',
  // The router reads an id of digits as a number.
  validateSearch: ({ from }: Record<string, unknown>): NewSearch => ({
    ...((typeof from === 'string' || typeof from === 'number') && { from: String(from) }),
  }),
  component: lazyRouteComponent(() => import('../features/workflows/editor/editor-pages'), 'NewWorkflowPage'),
});

interface EditSearch {
  /** The dry run whose results the graph shows. */
  execution?: string;
}

const editWorkflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId/edit',
  validateSearch: ({ execution }: Record<string, unknown>): EditSearch => ({
    ...(typeof execution === 'string' && { execution }),
  }),
  component: lazyRouteComponent(
    () => import('../features/workflows/editor/editor-pages'),
    'EditWorkflowPage',
  ),
});

/** The pages with the navigation around them. */
export const pages = [
  overviewRoute,
  alertsRoute,
  rulesRoute,
  ruleRoute,
  auditRoute,
  backupsRoute,
  calendarsRoute,
  calendarRoute,
  dashboardsRoute,
  dashboardRoute,
  energyRoute,
  analysisRoute,
  savingsRoute,
  billsRoute,
  targetsRoute,
  lossesRoute,
  areasRoute,
  faultsRoute,
  filesRoute,
  lightingRoute,
  maintenanceRoute,
  modelRoute,
  modelsRoute,
  modelSetupRoute,
  notificationsRoute,
  pointsRoute,
  objectsRoute,
  profileRoute,
  reportsRoute,
  settingsRoute,
  devicesRoute,
  setupRoute,
  trendsRoute,
  usersRoute,
  workflowsRoute,
  workflowRoute,
  executionRoute,
  newWorkflowRoute,
  editWorkflowRoute,
] as const;
