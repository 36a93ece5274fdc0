// Builds the product, and then runs tests. `npm test` runs those of the embedded default that are quick. `npm test -- full`
// runs all of them, and also the tests that depend on the database or the queue on MariaDB and Redis. Each run of Jest
// starts its own servers. Further arguments are passed to Jest.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Failure, runScript } from './workspace/failure.mjs';
import { prepareWorkspace } from './workspace/prepare.mjs';
import { BROWSERS, findProgram } from './workspace/programs.mjs';
import { root } from './workspace/root.mjs';
import { run } from './workspace/run.mjs';
import config from '../jest.config.js';

/** The workers of Jest that this machine can run. */
const WORKERS = config.maxWorkers;
const HAS_BROWSER = BROWSERS.some(findProgram);
/** The workers of the second run. There are few, because each worker of the console needs a whole product. */
const SECOND_WORKERS = Math.max(1, Math.round(WORKERS / 3));
/** The workers of the runs that are side by side. */
const SIDE_BY_SIDE = WORKERS === 1 ? [1] : [WORKERS - SECOND_WORKERS, SECOND_WORKERS];
/** The last runs are short, so that no worker is without work for long. */
const PARTS = 4;

/** The runs of Jest in the order of their start. */
const plansOf = (isFull) => {
  const servers = ['integration', 'e2e'];
  const embedded = { profile: 'embedded', selection: isFull ? 'all' : 'daily' };
  const mariadb = { profile: 'mariadb', selection: 'mariadb', projects: servers };
  return [
    { ...embedded, title: 'Embedded PostgreSQL', projects: servers },
    ...(HAS_BROWSER ? [{ ...embedded, title: 'Console', projects: ['console'] }] : []),
    ...(isFull ? [{ ...mariadb, title: 'MariaDB and Redis' }] : []),
    ...Array.from({ length: PARTS }, (_, index) => {
      const shard = `${index + 1}/${PARTS}`;
      return { ...embedded, title: `Units ${shard}`, projects: ['unit'], shard };
    }),
  ];
};

const SERVERS = ['mariadbd', 'mariadb-install-db', 'redis-server'];

const SLOWEST_SHOWN = 10;

/** All properties use this seed, so that the cases of a failed run can be run again. */
const propertySeed = process.env.PROPERTY_SEED || String(randomInt(1, 2 ** 31));

const jest = join('node_modules', 'jest', 'bin', 'jest.js');

async function runJest(plan, workers, args, folder) {
  const results = join(folder, `${randomUUID()}.json`);
  const startedAt = Date.now();
  const filter = ['--filter', join(root, 'scripts', 'workspace', 'select-tests.cjs')];
  const projects = ['--selectProjects', ...plan.projects, ...(plan.shard ? ['--shard', plan.shard] : [])];
  const code = await run(
    process.execPath,
    [jest, ...args, '--passWithNoTests', '--json', `--outputFile=${results}`, ...filter, ...projects],
    // A profile must not use servers that a developer has set for single tests, so both variables are emptied.
    {
      env: {
        TEST_PROFILE: plan.profile,
        TEST_SELECTION: plan.selection,
        TEST_WORKERS: String(workers),
        // Two runs cannot draw their progress on one terminal.
        CI: 'true',
        TEST_DATABASE_SERVER: '',
        TEST_QUEUE_SERVER: '',
        PROPERTY_SEED: propertySeed,
        // The databases differ in their statements, not in the cases of a property.
        ...(plan.profile === 'mariadb' && { PROPERTY_SHARE: '0.2' }),
      },
    },
  );
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return { plan, code, seconds, ...resultsIn(results) };
}

function resultsIn(file) {
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: results.numPassedTests,
      // A test file that cannot be loaded has no failed tests, so it is counted here.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      slowest: slowestOf(results.testResults),
      faults: faultsIn(results.testResults),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, slowest: [], faults: [] };
  }
}

/** The names of failed tests, and the files that could not be loaded. */
function faultsIn(testResults) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const tests = failed.length > 0 ? failed.map(({ fullName }) => ` › ${fullName}`) : [''];
      return tests.map((test) => `${relative(root, name)}${test}`);
    });
}

function slowestOf(testResults) {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: Math.round((endTime - startTime) / 1000) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_SHOWN);
}

const sum = (runs, field) => runs.reduce((total, entry) => total + entry[field], 0);

await runScript(async () => {
  const [first, ...others] = process.argv.slice(2);
  const isFull = first === 'full';
  const args = isFull || first === undefined ? others : [first, ...others];
  const missing = SERVERS.filter((program) => !findProgram(program));
  if (isFull && missing.length > 0) throw new Failure(`${missing.join(' and ')} must be installed.`);
  await prepareWorkspace();
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-results-'));
  const runs = [];
  try {
    const plans = plansOf(isFull);
    const runPlans = async (workers) => {
      for (let plan = plans.shift(); plan; plan = plans.shift())
        runs.push(await runJest(plan, workers, args, folder));
    };
    await Promise.all(SIDE_BY_SIDE.map(runPlans));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  console.log('');
  for (const { plan, code, seconds, passed, failed, skipped, slowest, faults } of runs) {
    const outcome = code === 0 ? 'passed' : 'FAILED';
    console.log(
      `${plan.title}: ${outcome} in ${seconds} s (${passed} passed, ${failed} failed, ${skipped} skipped)`,
    );
    const files = slowest.map(({ name, seconds: taken }) => `${relative(root, name)} ${taken} s`);
    console.log(`  slowest files: ${files.join(', ')}`);
    for (const fault of faults) console.log(`  failed: ${fault}`);
  }
  if (!isFull) console.log('Tests that take long or need servers of Debian: skipped, see docs/testing.md');
  if (!HAS_BROWSER) console.log('Console in a browser: skipped, chromium is not installed');
  if (!process.env.TEST_DATA_DIR) console.log('Real measurements: skipped, TEST_DATA_DIR is not set');
  console.log(`Seed of the properties: PROPERTY_SEED=${propertySeed}`);
  console.log(
    `${sum(runs, 'passed')} passed, ${sum(runs, 'failed')} failed, ${sum(runs, 'skipped')} skipped`,
  );
  if (runs.some(({ code, failed }) => code !== 0 || failed > 0)) process.exitCode = 1;
});
