// Builds the product, and then runs all tests once for each profile. A profile is a combination of servers that the
// product supports. Each run of Jest starts its own servers. TEST_PROFILES=embedded,mariadb names the profiles that must
// run. By default, a profile runs if its programs are installed. Further arguments are passed to Jest.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runScript } from './workspace/failure.mjs';
import { prepareWorkspace } from './workspace/prepare.mjs';
import { root } from './workspace/root.mjs';
import { run } from './workspace/run.mjs';
import { hasBrowser, planProfiles } from './workspace/test-profiles.mjs';

/**
 * If more than this number of files fail, the reason is probably not the load of the machine, so the files are not
 * repeated.
 */
const MOST_REPEATED = 12;
const SLOWEST_SHOWN = 10;

/** All properties use this seed, so that a failed run can be repeated. */
const propertySeed = process.env.PROPERTY_SEED || String(randomInt(1, 2 ** 31));

const jest = join('node_modules', 'jest', 'bin', 'jest.js');

async function runJest({ profile, plan, workers = plan.workers }, args, folder) {
  console.log(`\n── ${plan.title} ──`);
  const results = join(folder, `${randomUUID()}.json`);
  const startedAt = Date.now();
  const limit = workers ? ['--maxWorkers', String(workers)] : [];
  const code = await run(
    process.execPath,
    [jest, ...args, '--passWithNoTests', '--json', `--outputFile=${results}`, ...limit, ...plan.args],
    // A profile must not use servers that a developer has set for single tests, so both variables are emptied.
    {
      env: {
        TEST_PROFILE: profile.name,
        TEST_DATABASE_SERVER: '',
        TEST_QUEUE_SERVER: '',
        PROPERTY_SEED: propertySeed,
      },
    },
  );
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return { profile, plan, code, seconds, ...resultsIn(results) };
}

function resultsIn(file) {
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: results.numPassedTests,
      // A test file that cannot be loaded has no failed tests, so it is counted here.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      failedFiles: results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
      slowest: slowestOf(results.testResults),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failedFiles: [], slowest: [] };
  }
}

function slowestOf(testResults) {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: Math.round((endTime - startTime) / 1000) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_SHOWN);
}

/**
 * Runs the failed files of a run once more, one at a time. Tests of faults and deadlines depend on real time, so on a
 * busy machine, a test can fail without a defect in the product. A file that passes this time is reported as unstable.
 */
async function repeatFailures(first, args, folder) {
  const { profile, plan, code, failedFiles } = first;
  if (code === 0 || failedFiles.length === 0 || failedFiles.length > MOST_REPEATED) return first;
  console.log(`\n── ${plan.title}: the failed files again, one at a time ──`);
  // A failed test may leave open handles, which would keep the process from ending.
  const files = ['--forceExit', '--runTestsByPath', ...failedFiles];
  const again = await runJest({ profile, plan, workers: 1 }, [...args, ...files], folder);
  if (again.code !== 0 || again.failed > 0) return first;
  return { ...first, code: 0, failed: 0, passed: first.passed + first.failed, unstable: failedFiles };
}

const sum = (runs, field) => runs.reduce((total, entry) => total + entry[field], 0);

await runScript(async () => {
  const { profiles, leftOut } = planProfiles(process.env.TEST_PROFILES);
  await prepareWorkspace();
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-results-'));
  const runs = [];
  try {
    const args = process.argv.slice(2);
    for (const profile of profiles) {
      for (const plan of profile.runs) {
        const first = await runJest({ profile, plan }, args, folder);
        runs.push(await repeatFailures(first, args, folder));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  console.log('');
  for (const { plan, code, seconds, passed, failed, skipped, slowest, unstable = [] } of runs) {
    const outcome = code === 0 ? 'passed' : 'FAILED';
    console.log(
      `${plan.title}: ${outcome} in ${seconds} s (${passed} passed, ${failed} failed, ${skipped} skipped)`,
    );
    for (const name of unstable)
      console.log(`  unstable, passed only when it was repeated: ${relative(root, name)}`);
    const files = slowest.map(({ name, seconds: taken }) => `${relative(root, name)} ${taken} s`);
    console.log(`  slowest files: ${files.join(', ')}`);
  }
  for (const { profile, reason } of leftOut) console.log(`${profile.title}: not run, ${reason}`);
  if (!hasBrowser()) console.log('Console in a browser: skipped, chromium is not installed');
  if (!process.env.TEST_DATA_DIR) console.log('Real measurements: skipped, TEST_DATA_DIR is not set');
  console.log(`Seed of the properties: PROPERTY_SEED=${propertySeed}`);
  console.log(
    `${sum(runs, 'passed')} passed, ${sum(runs, 'failed')} failed, ${sum(runs, 'skipped')} skipped`,
  );
  if (runs.some(({ code, failed }) => code !== 0 || failed > 0)) process.exitCode = 1;
});
