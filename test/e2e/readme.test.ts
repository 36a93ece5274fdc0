// Runs in the full check only: it follows the whole README.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestDatabase, freePort, openDatabase, waitFor } from '../harness';
import { type Product, startProduct } from '../servers/product';
import { GatewayObserver } from './product/gateway-observer';

const root = join(__dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const guide = readFileSync(join(root, 'docs', 'workflows.md'), 'utf8');
const replay = readFileSync(join(root, 'docs', 'replay.md'), 'utf8');
const PASSWORD = 'the-tour-of-the-test';
const BLOCK_MARK = '=== next block ===';

/** Returns the command blocks of a chapter, as a reader would copy them. */
function blocksOf(title: string, page = readme): string[] {
  const chapter = page.split(/^## /m).find((text) => text.startsWith(`${title}\n`));
  if (!chapter) throw new Error(`The document has no chapter "${title}".`);
  return [...chapter.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}

/**
 * Runs blocks one after another in one bash process, which stops at the first failing command.
 * @returns the output of each block
 */
async function runBlocks(blocks: readonly string[]): Promise<string[]> {
  const script = blocks.join(`\necho '${BLOCK_MARK}'\n`);
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { timeout: 60_000 });
  return stdout.split(`${BLOCK_MARK}\n`);
}

/** Returns the first block of the tour, with the address and the password filled in. */
function introduction(address: string): string {
  const [block = ''] = blocksOf('A tour of five minutes');
  return block
    .replace(/^PLANTROOM=.*$/m, `PLANTROOM=${address}`)
    .replace(/^PASSWORD=.*$/m, `PASSWORD=${PASSWORD}`);
}

/** Signs a delivery with the commands of docs/workflows.md. */
const SIGNED_CALL = `
MESSAGE=msg_1 SENT=$(date +%s) BODY='{"floor": 3}'
RUN=$(curl -sS "$PLANTROOM/api/webhook/$SLUG" -H "webhook-id: $MESSAGE" -H "webhook-timestamp: $SENT" \\
  -H "webhook-signature: $(sign "$SECRET" "$MESSAGE" "$SENT" "$BODY")" -H 'Content-Type: application/json' \\
  -d "$BODY" | json body.executionId)
ended "$RUN"
`;

/** Runs the commands of the chapter about the first workflow, and then a signed call of its webhook. */
async function expectFirstWorkflow(address: string, signIn: string): Promise<void> {
  const first = blocksOf('A first workflow', guide);
  const [sign = ''] = blocksOf('Triggers', guide);
  const remove = first.pop() ?? '';
  const outputs = await runBlocks([introduction(address), signIn, ...first, sign + SIGNED_CALL, remove]);
  const [, , made, rehearsed, called, signed, removed] = outputs;

  expect(made).toBe('{ enabled: true, problems: [], revision: 1 }\n');
  expect(rehearsed).toMatch(/^success\nstart success: \noff success: Would have written false to F2\.EAST/);
  expect(called).toMatch(/^off success: Wrote false to F2\.WEST\.LIGHT\.SWITCH\.\neach success: $/m);
  expect(signed).toMatch(/^off success: Wrote false to F3\.EAST\.LIGHT\.SWITCH\.$/m);
  expect(removed).toBe('{ success: true }\n');
}

describe('README.md', () => {
  let folder: string;
  let database: TestDatabase;
  let product: Product;
  let gateway: ChildProcess | undefined;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plantroom-readme-'));
    database = await openDatabase();
  });
  afterEach(async () => {
    product.signal('SIGTERM');
    await product.ended;
    gateway?.kill('SIGTERM');
    if (gateway?.exitCode === null) await once(gateway, 'exit');
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = () => ({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    QUEUE_URL: database.queueUrl,
    JWT_SECRET: 'x'.repeat(43),
    ADMIN_PASSWORD: PASSWORD,
    DEFAULT_LANGUAGE: 'en-US',
    GATEWAY_POLL_SECONDS: '1',
  });

  const historyIsThere = () =>
    waitFor(
      async () => {
        const rows: unknown[] = await database.dataSource.query(
          'SELECT id FROM meter WHERE backfilled_to < live_from OR NOT live_caught_up',
        );
        return rows.length === 0;
      },
      { what: 'the history of all meters' },
    );

  it('README.md has a tour and a first workflow whose commands work as written', async () => {
    const port = await freePort();
    const simulation = { GATEWAY_SIM_PORT: String(port), GATEWAY_SIM_CONTROL: 'true' };
    product = startProduct({ ...environment(), ...simulation, GATEWAY_SIM_HISTORY_DAYS: '5' });
    const address = await product.ready();
    await historyIsThere();
    const [, ...blocks] = blocksOf('A tour of five minutes');
    const observer = new GatewayObserver(() => `http://127.0.0.1:${port}`);
    // The meters of the building change only once a minute.
    const moving = setInterval(() => void observer.write('F1.ELEC.POWER', 5 + Math.random()), 500);
    const outputs = await runBlocks([introduction(address), ...blocks]).finally(() => clearInterval(moving));
    const [, me, areas, month, stats, live, change, workflows, dimmed, leave, reference] = outputs;

    expect(me).toContain("role: 'admin'");
    expect(areas?.trim().split('\n')).toHaveLength(4);
    // Shortly after midnight, nothing has been measured today.
    expect(areas).toMatch(/^Demonstration building: [\d.]+ kW now, (?:[\d.]+|null) kWh today, \w+$/m);
    const days = month?.trim().split('\n') ?? [];
    expect(days.length).toBeGreaterThanOrEqual(30);
    // The history has five days, and the first of them is not a whole day.
    for (const day of days.slice(-4, -1)) expect(day).toMatch(/^\S+Z {2}[\d.]+ kWh {2}100 %$/);
    expect(stats).toMatch(/total: [\d.]+,\n {2}avg: [\d.]+,\n {2}peak: [\d.]+,/);
    expect(live).toMatch(/^event: heartbeat$/m);
    expect(live).toMatch(/^event: energy_update\ndata: \{.*"name":"Floor 3"/m);
    expect(change).toMatch(/name: 'Main incomer',[^]*historyProgress: [\d.]+[^]*\n4 areas, as before\n$/);
    expect(workflows?.trim().split('\n')).toEqual([
      'Lights out (webhook)',
      'Fresh air for a crowded room (state_change)',
      'Load watch (state_change)',
    ]);
    expect(dimmed).toBe('start: success. \ndim: success. Wrote 40 to F1.EAST.LIGHT.LEVEL.\n');
    expect(leave).toBe('{ success: true }\n');
    expect(reference).toMatch(/^get, put \/api\/energy\/areas$/m);

    const wrong = [introduction(address), blocks[0] ?? '', 'api /energy/stats | json body'];
    await expect(runBlocks(wrong)).rejects.toMatchObject({
      stderr: expect.stringMatching(/validation_failed$/m),
    });
    await expectFirstWorkflow(address, blocks[0] ?? '');
  });

  it('README.md explains how to replay measurements', async () => {
    const [measurements = '', startGateway = '', start = '', describeAreas = '', ask = ''] = blocksOf(
      'Your own measurements',
      replay,
    );
    const file = join(folder, 'measurements.csv');
    const port = await freePort();
    const inPlace = (commands: string) =>
      commands.replaceAll('/tmp/measurements.csv', file).replaceAll('4000', String(port));

    await runBlocks([inPlace(measurements)]);
    gateway = spawn('bash', ['-c', inPlace(startGateway)], { cwd: root, stdio: 'ignore' });
    await waitFor(() => fetch(`http://127.0.0.1:${port}/points`).catch(() => null), {
      what: 'the gateway',
    });
    const given = Object.entries(environment()).map(([name, value]) => `export ${name}='${value}'\n`);
    const own = inPlace(start).replace('DATA_DIR=/tmp/plantroom-replay', '');
    product = startProduct({}, ['bash', '-c', given.join('') + own]);
    const address = await product.ready();

    const signIn = blocksOf('A tour of five minutes')[1] ?? '';
    await runBlocks([introduction(address), signIn, describeAreas]);
    await historyIsThere();
    const [, , energy] = await runBlocks([introduction(address), signIn, ask]);
    expect(energy?.match(/areaId: 1,\n +coverage: 1,\n +value: 40,\n +unit: 'kWh',/g)).toHaveLength(2);
  });
});
