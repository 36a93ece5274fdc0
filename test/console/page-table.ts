import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

const CONSOLE = join(__dirname, '..', '..', 'apps', 'console', 'src');
const PAGES = ['pages.ts', 'open-pages.ts'].map((name) => join(CONSOLE, 'app', name));
const NAVIGATION = readFileSync(join(CONSOLE, 'app', 'navigation.ts'), 'utf8');
/** The pages of the navigation that not every role sees. */
const RESTRICTED = [...NAVIGATION.matchAll(/\{ to: '([^']+)',.* role: '(\w+)' \}/g)];

/** A page of the console, one of its views, or a dialog on it. */
export interface View {
  name: string;
  /** The path of the route. A parameter such as `$ruleId` is replaced by the id of a prepared record. */
  route: string;
  /** The page is visited without a session. */
  signedOut?: true;
  /** Instead of the path of the route. */
  path?: string;
  /** Parameters may be contained here, too. */
  search?: string;
  /** An element that is visible as soon as the page shows its data. */
  ready: (page: Page) => Locator;
  /** Opens a dialog after the page is ready, in English. */
  open?: (page: Page) => Promise<void>;
  /** A selector of elements that are not analysed, because others on the page stand for them. */
  exclude?: string;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true, level: 1 });
const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first();
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
const row = (content: string) => (page: Page) => page.getByRole('row').filter({ hasText: content }).first();
const figure = (page: Page) => page.getByRole('figure').first();
const node = (page: Page) => page.locator('.react-flow__node').first();

export const VIEWS: readonly View[] = [
  { name: 'sign-in', route: '/sign-in', signedOut: true, ready: button('Sign in') },
  {
    name: 'register',
    route: '/register',
    signedOut: true,
    ready: (page) => page.getByLabel('E-mail address'),
  },
  {
    name: 'forgot-password',
    route: '/forgot-password',
    signedOut: true,
    ready: (page) => page.getByLabel('E-mail address'),
  },
  { name: 'public', route: '/public', signedOut: true, ready: text('Floor 1') },
  {
    name: 'overview',
    route: '/',
    ready: (page) => page.getByRole('article').filter({ hasText: 'Floor 1' }),
  },
  { name: 'dashboards', route: '/dashboards', ready: row('Overview') },
  { name: 'dashboard', route: '/dashboards/$dashboardId', path: '/dashboards/1', ready: figure },
  {
    name: 'dashboard-arrange',
    route: '/dashboards/$dashboardId',
    path: '/dashboards/1',
    search: '?edit=true',
    ready: button('Add widget'),
    open: async (page) => {
      await button('Add widget')(page).click();
      await dialog(page, 'Add widget').getByLabel('Title').fill('Site');
      await dialog(page, 'Add widget').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('region', { name: /^Site: / }).waitFor();
    },
  },
  { name: 'kiosk', route: '/kiosk', ready: figure },
  { name: 'energy', route: '/energy', ready: figure },
  {
    name: 'energy-readings',
    route: '/energy',
    search: '?unit=week',
    ready: text('Table'),
    open: async (page) => {
      await page.getByText('Table', { exact: true }).click();
      await page.getByRole('table').getByRole('button').first().click();
      await page
        .getByRole('dialog')
        .getByText(/ readings/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'energy-analysis',
    route: '/energy/analysis',
    ready: (page) => page.getByRole('figure').nth(3),
  },
  { name: 'savings', route: '/energy/savings', ready: row('New lamps on floor 2') },
  {
    name: 'savings-form',
    route: '/energy/savings',
    ready: row('New lamps on floor 2'),
    open: async (page) => {
      await button('New baseline')(page).click();
      await dialog(page, 'New baseline').getByRole('button', { name: 'Add an adjustment' }).click();
      await dialog(page, 'New baseline').getByLabel('Note').waitFor();
    },
  },
  {
    name: 'savings-details',
    route: '/energy/savings',
    search: '?baseline=$baselineId',
    ready: (page) => page.getByRole('figure').nth(2),
  },
  { name: 'bills', route: '/energy/bills', ready: row('Municipal utility') },
  {
    name: 'bills-of-contract',
    route: '/energy/bills',
    search: '?contract=$contractId&month=$month',
    ready: row('Standing charge'),
  },
  { name: 'targets', route: '/energy/targets', ready: row('Will be missed') },
  {
    name: 'targets-budget',
    route: '/energy/targets',
    search: '?budget=$budgetId',
    ready: figure,
  },
  { name: 'losses', route: '/energy/losses', ready: row('High load at night') },
  { name: 'areas', route: '/energy/areas', ready: row('Floor 2') },
  { name: 'points', route: '/points', ready: text('Good') },
  { name: 'trends', route: '/trends', ready: text('Choose points or areas to compare') },
  {
    name: 'trends-lines',
    route: '/trends',
    search: `?series=${encodeURIComponent('["BLDG.OUTSIDE.TEMP","area:1"]')}&compare=day`,
    ready: figure,
  },
  {
    name: 'points-overrides',
    route: '/points',
    search: '?view=overrides',
    ready: text('The valve is being repaired.'),
  },
  { name: 'points-details', route: '/points', search: '?point=$pointId', ready: figure },
  {
    name: 'points-add',
    route: '/points',
    ready: text('Good'),
    open: async (page) => {
      await button('Add points')(page).click();
      const drawer = dialog(page, 'Add points');
      await drawer.getByText('AHU1.FAN.CMD').waitFor();
      await drawer.getByRole('textbox', { name: /^Search by any part/ }).fill('zone.rh');
      await drawer.getByText('AHU1.FAN.CMD').waitFor({ state: 'detached' });
      await drawer.getByRole('checkbox').nth(1).waitFor();
    },
  },
  { name: 'objects', route: '/points/objects', ready: row('AHU1') },
  { name: 'model', route: '/model', ready: (page) => page.getByText(/°C$/).first() },
  { name: 'model-setup', route: '/model/setup', ready: button('Add a mark') },
  {
    name: 'model-setup-mark',
    route: '/model/setup',
    ready: button('Add a mark'),
    open: async (page) => {
      await button('Add a mark')(page).click();
      await button('Add a group of lights')(page).click();
      await button('Add a light')(page).click();
      await page.getByRole('textbox', { name: 'Point that dims' }).waitFor();
    },
  },
  { name: 'models', route: '/model/files', ready: row('.gltf') },
  {
    name: 'models-edit',
    route: '/model/files',
    search: '?model=1',
    ready: (page) => page.getByRole('dialog').locator('form').nth(2),
  },
  { name: 'alerts', route: '/alerts', ready: button('Supply air too warm') },
  { name: 'alerts-details', route: '/alerts', search: '?alert=$alertId', ready: text('Timeline') },
  { name: 'faults', route: '/faults', ready: button('Pump 3 leaks') },
  { name: 'maintenance', route: '/maintenance', ready: button(/^Replace the filters/) },
  {
    name: 'maintenance-new',
    route: '/maintenance',
    ready: button('Plan work'),
    open: async (page) => {
      await button('Plan work')(page).click();
      await dialog(page, 'Plan work').getByText('By running hours').click();
      await dialog(page, 'Plan work').getByLabel('Point that counts hours').waitFor();
    },
  },
  {
    name: 'lighting',
    route: '/lighting',
    ready: (page) => page.getByRole('region', { name: 'Floor 1' }).getByRole('switch').first(),
  },
  { name: 'workflows', route: '/workflows', ready: button('Check the supply air') },
  { name: 'workflow', route: '/workflows/$workflowId', ready: text('Ask Anna before you change this.') },
  {
    name: 'execution',
    route: '/workflows/$workflowId/executions/$executionId',
    ready: (page) => page.locator('.react-flow__node').getByText('Failed'),
  },
  { name: 'workflow-recipes', route: '/workflows/new', ready: text('Start from a recipe') },
  { name: 'workflow-editor', route: '/workflows/$workflowId/edit', ready: node },
  {
    name: 'workflow-editor-node',
    route: '/workflows/$workflowId/edit',
    ready: node,
    open: async (page) => {
      await page.locator('.react-flow__node[data-id=warm]').press('Enter');
      await page.getByRole('textbox', { name: 'Next nodes if “true”' }).waitFor();
    },
  },
  {
    name: 'workflow-editor-list',
    route: '/workflows/$workflowId/edit',
    ready: node,
    open: async (page) => {
      await page.getByText('List', { exact: true }).click();
      await page.getByRole('list', { name: /^Graph of/ }).waitFor();
    },
  },
  { name: 'alert-rules', route: '/alert-rules', ready: button('High load') },
  { name: 'alert-rule', route: '/alert-rules/$ruleId', ready: figure },
  { name: 'notifications', route: '/notifications', ready: button('Night shift') },
  {
    name: 'notifications-new',
    route: '/notifications',
    ready: button('Night shift'),
    open: async (page) => {
      await button('New rule')(page).click();
      await dialog(page, 'New rule').getByRole('switch', { name: 'Hold messages' }).click();
      await dialog(page, 'New rule').getByRole('button', { name: 'Add a step' }).click();
    },
  },
  { name: 'calendars', route: '/calendars', ready: row('Offices') },
  {
    name: 'calendar',
    route: '/calendars/$calendarId',
    search: '?year=2031',
    ready: button(/October 3, 2031/),
    // January and October have days of all states.
    exclude: 'table:nth-of-type(n + 2):not(:nth-of-type(10))',
  },
  {
    name: 'calendar-day',
    route: '/calendars/$calendarId',
    search: '?year=2031',
    ready: button(/October 3, 2031/),
    open: async (page) => {
      await button(/October 3, 2031/)(page).click();
      await page.getByRole('dialog').getByText('Unity Day').waitFor();
    },
  },
  { name: 'reports', route: '/reports', ready: button('Daily sheet') },
  { name: 'reports-templates', route: '/reports', search: '?view=templates', ready: button('Preview') },
  { name: 'files', route: '/files', ready: heading('Files') },
  { name: 'files-exports', route: '/files', search: '?view=exports', ready: button('New export') },
  { name: 'users', route: '/users', ready: row('admin@') },
  { name: 'users-permissions', route: '/users', search: '?view=permissions', ready: row('/api/auth/login') },
  { name: 'devices', route: '/devices', ready: row('Read') },
  { name: 'settings', route: '/settings', ready: text('Ready') },
  {
    name: 'settings-price',
    route: '/settings',
    ready: text('Ready'),
    open: async (page) => {
      await button('Edit the price of Gas')(page).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  { name: 'setup', route: '/setup', ready: text('Connect the gateway') },
  { name: 'backups', route: '/backups', ready: text('No backup yet.') },
  {
    name: 'audit',
    route: '/audit',
    ready: button(/20\d\d/),
    // The rows have the same structure.
    exclude: 'tr:nth-of-type(n + 6)',
  },
  { name: 'profile', route: '/profile', ready: heading('Profile and preferences') },
  {
    name: 'account-menu',
    route: '/profile',
    ready: button('Account of admin'),
    open: async (page) => {
      await button('Account of admin')(page).click();
      await button('Sign out')(page).waitFor();
    },
  },
  { name: 'not-found', route: '*', path: '/no/such/page', ready: heading('There is no such page') },
];

/** Returns the paths of all routes of the console. @throws Error if a route has no literal path */
export function routesOfConsole(): string[] {
  const source = PAGES.map((file) => readFileSync(file, 'utf8')).join('\n');
  const paths = [...source.matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path = '']) => path);
  const routes = source.split('createRoute({').length - 1;
  if (paths.length !== routes) throw new Error(`There are ${routes} routes, but ${paths.length} paths.`);
  return paths;
}

/** Returns the lowest role whose navigation has the page of a view. */
export function roleOf({ route }: View): string {
  const found = RESTRICTED.find(([, path]) => route === path || route.startsWith(`${path}/`));
  return found?.[2] ?? 'viewer';
}

/** Returns the address of a view. @param ids the ids of the records by the name of their parameter */
export function addressOf({ route, path = route, search = '' }: View, ids: Record<string, unknown>): string {
  return `${path}${search}`.replaceAll(/\$(\w+)/g, (_, name: string) => String(ids[name]));
}
