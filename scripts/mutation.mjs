// Mutation testing: makes small changes to the code, and runs the unit tests against each change. A change that no test
// notices is a survivor: either a test is missing, or the changed code behaves like the original. Examples:
// npm run mutation -- advance graph --share 0.2 --seed 7
// npm run mutation -- energy --only arithmetic/bucket-sums
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Failure, runScript } from './workspace/failure.mjs';
import { root } from './workspace/root.mjs';

const ENGINE = 'libs/workflow-engine/src';
const METERING = 'libs/domain/src/metering';

/**
 * The areas of code in which a wrong result does the most harm. The mutants of `files` are tested by the unit tests in
 * `tests`.
 */
const AREAS = {
  advance: { files: filesIn(`${ENGINE}/advance`), tests: ENGINE },
  graph: { files: filesIn(`${ENGINE}/graph`), tests: ENGINE },
  expressions: { files: filesIn(`${ENGINE}/expressions`), tests: ENGINE },
  // Code that needs a database is excluded: its integration tests are too slow to run for each mutant.
  energy: {
    files: filesIn(METERING).filter((file) => !/\.(service|queries|module)\.ts$/.test(file)),
    tests: METERING,
  },
};

/** Lines per block of a sample. Mutants that are longer than a block are not tested. */
const BLOCK = 20;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      share: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(AREAS);
  const unknown = names.find((name) => !Object.hasOwn(AREAS, name));
  if (unknown !== undefined) {
    throw new Failure(`There is no area '${unknown}'. Choose from: ${Object.keys(AREAS).join(', ')}.`);
  }
  const [share, seed, concurrency] = ['share', 'seed', 'concurrency'].map((name) =>
    number(name, values[name]),
  );
  // test/mutation/fast-check-setup.ts reads this variable.
  process.env['MUTATION_SEED'] = String(seed);
  for (const name of names) {
    console.log(`Area ${name}, share ${share}, seed ${seed}`);
    await mutate(name, { share, seed, concurrency, only: values.only });
  }
});

async function mutate(name, { share, seed, concurrency, only }) {
  const { files, tests } = AREAS[name];
  const chosen = files.filter((file) => file.includes(only));
  if (chosen.length === 0) throw new Failure(`No file of the area '${name}' has '${only}' in its path.`);
  await new Stryker({
    mutate: sample(chosen, share, seed),
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner', join(root, 'scripts', 'survivors-reporter.mjs')],
    jest: {
      configFile: 'jest.mutation.config.js',
      config: { roots: [join('<rootDir>', tests)] },
      // Run all tests. Jest would find only tests that import a changed file directly, because the test factories are
      // outside of `roots`.
      enableFindRelatedTests: false,
    },
    coverageAnalysis: 'perTest',
    // Skips mutants in module-level constants, because every test would have to run for each of them.
    ignoreStatic: true,
    concurrency,
    // A long time limit, because a slow test on a busy machine must not count as an endless loop.
    timeoutMS: 10_000,
    tempDirName: '.stryker-tmp',
    ignorePatterns: ['dist', 'docs', 'bench', '.data', 'coverage'],
    reporters: ['progress-append-only', 'clear-text', 'json', 'survivors'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
    jsonReporter: { fileName: `coverage/mutation/${name}.json` },
    thresholds: { high: 95, low: 90, break: null },
    allowConsoleColors: false,
  }).runMutationTest();
}

function number(name, text) {
  const value = Number(text);
  if (!(value > 0)) throw new Failure(`--${name} must be a number above 0.`);
  return value;
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => `${folder}/${file}`);
}

/**
 * Chooses a share of all blocks of the files. The same seed chooses the same blocks as long as the files do not change.
 */
function sample(files, share, seed) {
  if (share >= 1) return files;
  const blocks = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / BLOCK) }, (_, index) => index * BLOCK + 1);
    return starts.map((start) => `${file}:${start}-${Math.min(start + BLOCK - 1, lines)}`);
  });
  const random = generator(seed);
  const order = blocks.map((block) => [random(), block]).sort(([one], [other]) => one - other);
  return order.slice(0, Math.max(1, Math.round(share * blocks.length))).map(([, block]) => block);
}

/** Returns a Mulberry32 generator of pseudo-random numbers from 0 to 1. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
