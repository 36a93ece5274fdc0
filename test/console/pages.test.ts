// Runs in the full check only: it analyses every page.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  describeInBrowser,
  elementsBeyond,
  fadedIn,
  IS_SHOWN,
  type Part,
  route,
  sees,
  USUAL_SIZE,
  violationsInDark,
  violationsOfStructure,
  violationsOn,
} from './browser';
import { ADMIN, ConsoleProduct } from './console-product';
import { addressOf, roleOf, routesOfConsole, type View, VIEWS } from './page-table';
import type { Credentials } from './credentials';

jest.setTimeout(240_000);

const PHONE = { width: 390, height: 844 };
/** The widths of screenshots. */
const WIDTHS = [PHONE.width, 1920];
const HEIGHT = 900;
/** The folder for a screenshot of each page. It is only set by people who want to look at the pages. */
const FOLDER = process.env.SCREENSHOTS;
const SETPOINT = 'AHU1.SUPPLY.TEMP_SP';
const CHINESE_ADMIN = {
  username: 'zhou',
  email: 'zhou@example.org',
  password: 'seven grey herons',
  role: 'admin',
};

/** People who read Chinese on a phone, with large texts or little space. */
const READERS = {
  viewer: { fontSize: 'large', density: 'comfortable' },
  operator: { fontSize: 'normal', density: 'compact' },
} as const;
type Reader = keyof typeof READERS;
const isReader = (role: string): role is Reader => role in READERS;
/** The text for a refusal because of the role. */
const REFUSAL = '您的角色无权执行此操作';

/** A page with a session, and one without. */
interface Pages {
  member: Page;
  guest: Page;
}

describeInBrowser('each page of the console', () => {
  let product: ConsoleProduct;
  let english: Pages;
  let chinese: Pages | undefined;
  const readers = new Map<Reader, Page>();
  let ids: Record<string, unknown>;

  beforeAll(async () => {
    product = await ConsoleProduct.start({});
    english = await openPages('en-US', ADMIN);
    ids = await prepare();
    for (const role of Object.keys(READERS) as Reader[]) readers.set(role, await openReader(role));
    if (!FOLDER) return;
    mkdirSync(FOLDER, { recursive: true });
    await product.callAs(english.member, 'POST', '/api/users', CHINESE_ADMIN);
    chinese = await openPages('zh-CN', CHINESE_ADMIN);
  });
  afterAll(async () => {
    try {
      await product.endTest();
    } finally {
      await product.end();
    }
  });

  /** Opens the pages on which the tests visit all others. */
  const openPages = async (locale: string, user: Credentials): Promise<Pages> => ({
    member: await product.openSignedIn('/profile', { locale, user }),
    guest: await product.open('/sign-in', { locale }),
  });

  /** Opens the page of a reader, whose preferences apply on this device. */
  async function openReader(role: Reader): Promise<Page> {
    const user = { username: `reader-${role}`, password: 'seven grey herons', role };
    const account = { ...user, email: `${role}@example.org` };
    await product.callAs(english.member, 'POST', '/api/users', account);
    const value = JSON.stringify({ overrides: { language: 'zh-CN', ...READERS[role] } });
    const localStorage = [{ name: 'plantroom.preferences', value }];
    return product.openSignedIn('/profile', { user, viewport: PHONE, localStorage });
  }

  const send = async (path: string, body?: object) =>
    (await product.callAs(english.member, 'POST', path, body)) as Record<string, unknown>;

  async function idOfSetpoint(): Promise<number | undefined> {
    const points = await product.callAs(english.member, 'GET', '/api/points?search=setpoint');
    return (points as { id: number }[])[0]?.id;
  }

  /** Returns the id of the only record of the demonstration at a path. */
  async function onlyIdOf(path: string): Promise<number | undefined> {
    return ((await product.callAs(english.member, 'GET', path)) as { id: number }[])[0]?.id;
  }

  /** Creates a record for each page. @returns the ids by the parameters of the table */
  async function prepare(): Promise<Record<string, unknown>> {
    const alert = { title: 'Supply air too warm', type: 'warm', message: 'The valve may be stuck.' };
    const { id: alertId } = await send('/api/alerts', { ...alert, severity: 'critical' });
    const { id: ruleId } = await send('/api/alerts/rules', {
      name: 'High load',
      pointCode: 'BLDG.ELEC.MAIN.POWER',
      condition: { kind: 'noData', minutes: 30 },
      severity: 'minor',
    });
    await send('/api/notification-rules', {
      name: 'Night shift',
      minSeverity: 'major',
      // No alert matches: the building raises its own, and the alert above may be processed after the rule was created.
      sources: ['workflow'],
      channel: { kind: 'mail', to: ['duty@example.org'] },
    });
    await send('/api/faults', {
      title: 'Pump 3 leaks',
      severity: 'critical',
      description: 'The seal is worn.',
    });
    await send('/api/maintenance', {
      title: 'Replace the filters',
      dueAt: new Date().toISOString(),
      checklist: [{ text: 'Switch off the fan' }],
    });
    const { id: calendarId } = await send('/api/calendars', {
      name: 'Offices',
      weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' })),
      exceptions: [{ date: '2031-10-03', kind: 'closed', from: null, to: null, name: 'Unity Day' }],
    });
    await send('/api/reports', {
      name: 'Daily sheet',
      templateId: 1,
      cron: '0 7 * * *',
      format: 'pdf',
    });
    const { id: workflowId } = await send('/api/workflows', {
      name: 'Check the supply air',
      notes: [{ text: 'Ask Anna before you change this.', x: 0, y: 200 }],
      trigger: { type: 'webhook', config: {} },
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'note', type: 'variable', config: { name: 'checked', value: true } },
        // Fails, because the execution has no input.
        { id: 'warm', type: 'condition', config: { expression: 'triggerData.limits.high > 20' } },
      ],
      edges: [
        { source: 'start', target: 'note' },
        { source: 'note', target: 'warm' },
      ],
    });
    const { executionId } = await send(`/api/workflows/${String(workflowId)}/trigger`);
    const pointId = await idOfSetpoint();
    await send('/api/iot/codes/force-set', {
      code: SETPOINT,
      value: 23,
      reason: 'The valve is being repaired.',
    });
    await send('/api/api-keys', { name: 'Meter export', role: 'viewer' });
    return {
      alertId,
      ruleId,
      calendarId,
      contractId: await onlyIdOf('/api/energy/contracts'),
      month: new Date().toISOString().slice(0, 7),
      budgetId: await onlyIdOf('/api/energy/budgets'),
      baselineId: await onlyIdOf('/api/energy/baselines'),
      workflowId,
      executionId,
      pointId,
    };
  }

  /** Shows a view without loading the console again: the router follows the history of the browser. */
  async function visit({ member, guest }: Pages, view: View): Promise<Page> {
    const page = view.signedOut ? guest : member;
    await route(page, addressOf(view, ids));
    return page;
  }

  it('each route of the console is in the table of pages', () => {
    const known = new Set(VIEWS.map(({ route }) => route));
    const routes = routesOfConsole();
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => !known.has(route))).toEqual([]);
    const roles = new Set(VIEWS.map(roleOf));
    expect([...roles].toSorted()).toEqual(['admin', 'engineer', 'operator', 'viewer']);
  });

  it.each(VIEWS.map((view) => [view.name, view] as const))(
    'the page %s is accessible, and fits on a phone',
    async (name, view) => {
      const page = await visit(english, view);
      await sees(view.ready(page));
      await view.open?.(page);
      await settled(page);
      // Dialogs take their width from the page.
      const tooWide = view.open ? [] : await elementsBeyondPhone(page);
      // The views of a page have the same colours.
      const violations = isFirst(view)
        ? [...(await violationsInDark(page, inDark(view))), ...(await violationsOn(page, inLight(view)))]
        : await violationsOfStructure(page, view);
      expect([...tooWide, ...violations]).toEqual([]);

      if (chinese) {
        await photograph(page, `${name}-en`);
        // Dialogs are opened by their English names.
        if (!view.open) await photograph(await visit(chinese, view), `${name}-zh`);
      }
      // Closes a dialog, even if it has input that is not saved.
      if (view.open) await route(page, '/no/such/page');
    },
  );

  // The views of one page differ little for a reader. The pages without a session have no reader, and an administrator
  // visits those of engineers and administrators above.
  const read = VIEWS.filter((view) => !view.signedOut && !view.search && isFirst(view)).flatMap((view) => {
    const role = roleOf(view);
    return isReader(role) ? [[view.name, role, view] as const] : [];
  });

  it.each(read)(
    'the page %s opens for the %s on a phone in Chinese, and fits in other sizes of text',
    async (_name, role, view) => {
      const page = readers.get(role);
      if (!page) throw new Error(`There is no ${role}.`);
      await route(page, addressOf(view, ids));
      await page.evaluate(IS_SHOWN);
      await settled(page);
      expect(await elementsBeyond(page)).toEqual([]);
      expect(await page.getByText(REFUSAL).count()).toBe(0);
    },
  );
});

async function elementsBeyondPhone(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  const tooWide = await elementsBeyond(page);
  await page.setViewportSize(USUAL_SIZE);
  return tooWide;
}

/** True for the first view of a page. */
function isFirst(view: View): boolean {
  return VIEWS.find(({ route: path }) => path === view.route) === view;
}

/** The parts of the frame, which all pages share. The overview stands for them. */
const FRAME = '.mantine-AppShell-header, .mantine-AppShell-navbar';

/** The part of a page that is analysed in light. Its root is included, because some rules are about the whole page. */
function inLight({ route: path, exclude }: View): Part {
  return { exclude: path === '/' ? exclude : [FRAME, exclude].filter(Boolean).join(', ') };
}

/** The part of a page whose colours are analysed in dark. */
function inDark({ route: path, exclude }: View): Part {
  return path === '/' ? { exclude } : { include: 'main', exclude };
}

/** Takes the screenshots of a shown page. */
async function photograph(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await page.screenshot({
        path: join(String(FOLDER), `${name}-${width}-${colorScheme}.png`),
        // A dialog covers only the window.
        fullPage: (await page.getByRole('dialog').count()) === 0,
      });
    }
  }
  await page.setViewportSize(USUAL_SIZE);
}

/** Waits until a page in any language shows its data. */
async function settled(page: Page): Promise<void> {
  await sees(page.getByRole('heading', { level: 1 }).first());
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await fadedIn(page);
}
