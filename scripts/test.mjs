// Builds, then runs all tests, once for each combination of servers that the product supports. Every run starts
// its own servers. TEST_PROFILES=embedded,mariadb names the profiles that must run; without it, those run whose
// programs are installed. Further arguments go to Jest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './workspace/failure.mjs';
import { prepareWorkspace } from './workspace/prepare.mjs';
import { run } from './workspace/run.mjs';
import { planProfiles } from './workspace/test-profiles.mjs';

const jest = join('node_modules', 'jest', 'bin', 'jest.js');

async function runProfile(profile, args, folder) {
  console.log(`\n── ${profile.title} ──`);
  const results = join(folder, `${profile.name}.json`);
  const startedAt = Date.now();
  const code = await run(
    process.execPath,
    [jest, ...args, '--passWithNoTests', '--json', `--outputFile=${results}`, ...profile.args],
    // Empty: servers that a developer has set for single tests are not those of a profile.
    { env: { TEST_PROFILE: profile.name, TEST_DATABASE_SERVER: '', TEST_QUEUE_SERVER: '' } },
  );
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return { profile, code, seconds, ...countsIn(results) };
}

function countsIn(file) {
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: counts.numPassedTests,
      // A file that could not even be loaded has no tests to count, and must not go unnoticed.
      failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
      skipped: counts.numPendingTests + counts.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const sum = (runs, field) => runs.reduce((total, entry) => total + entry[field], 0);

await runScript(async () => {
  const { profiles, leftOut } = planProfiles(process.env.TEST_PROFILES);
  await prepareWorkspace();
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-results-'));
  const runs = [];
  try {
    for (const profile of profiles) runs.push(await runProfile(profile, process.argv.slice(2), folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  console.log('');
  for (const { profile, code, seconds, passed, failed, skipped } of runs) {
    const outcome = code === 0 ? 'passed' : 'FAILED';
    console.log(
      `${profile.title}: ${outcome} in ${seconds} s (${passed} passed, ${failed} failed, ${skipped} skipped)`,
    );
  }
  for (const { profile, reason } of leftOut) console.log(`${profile.title}: not run, ${reason}`);
  console.log(
    `${sum(runs, 'passed')} passed, ${sum(runs, 'failed')} failed, ${sum(runs, 'skipped')} skipped`,
  );
  if (runs.some(({ code, failed }) => code !== 0 || failed > 0)) process.exitCode = 1;
});
