import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

/** The browsers that can run the tests of the console. The first is the fastest, because it has no windows. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

const PROFILES = [
  {
    name: 'embedded',
    title: 'Embedded PostgreSQL',
    programs: [],
    runs: [
      { title: 'Embedded PostgreSQL', args: ['--selectProjects', 'unit', 'integration', 'e2e'] },
      {
        title: 'Console',
        // Unlike other tests, a browser and the product that it shows keep a core busy. With more workers than cores,
        // each test takes longer, and the products meanwhile measure and report more values.
        workers: availableParallelism(),
        args: ['--selectProjects', 'console'],
      },
    ],
  },
  {
    name: 'mariadb',
    title: 'MariaDB and Redis',
    programs: ['mariadbd', 'mariadb-install-db', 'redis-server'],
    runs: [
      {
        title: 'MariaDB and Redis',
        // Only the tests that depend on the database or the queue.
        args: [
          '--selectProjects',
          'integration',
          'e2e',
          '--filter',
          join(root, 'scripts', 'workspace', 'both-profiles.cjs'),
        ],
      },
    ],
  },
];

/** More folders to search, because servers are often installed outside the PATH of an ordinary user. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * @param required comma-separated names of the profiles that must run
 * @returns the profiles to run, and the profiles that are left out, each with a reason
 * @throws Failure if a required profile cannot run
 */
export function planProfiles(required) {
  if (!required) {
    return {
      profiles: PROFILES.filter((profile) => missingPrograms(profile).length === 0),
      leftOut: PROFILES.filter((profile) => missingPrograms(profile).length > 0).map((profile) => ({
        profile,
        reason: `${missingPrograms(profile).join(' and ')} not installed`,
      })),
    };
  }
  const names = required.split(',').map((name) => name.trim());
  const profiles = names.map((name) => PROFILES.find((profile) => profile.name === name) ?? unknown(name));
  for (const profile of profiles) {
    const missing = missingPrograms(profile);
    if (missing.length > 0) {
      throw new Failure(`${profile.title} is required, but ${missing.join(' and ')} is not installed.`);
    }
  }
  const leftOut = PROFILES.filter((profile) => !profiles.includes(profile)).map((profile) => ({
    profile,
    reason: 'TEST_PROFILES does not name it',
  }));
  return { profiles, leftOut };
}

function unknown(name) {
  throw new Failure(
    `There is no profile ${name}. TEST_PROFILES accepts ${PROFILES.map((profile) => profile.name).join(', ')}.`,
  );
}

function missingPrograms({ programs }) {
  return programs.filter((program) => !isInstalled(program));
}

/** Returns true if the tests of the console have a browser. */
export function hasBrowser() {
  return BROWSERS.some(isInstalled);
}

function isInstalled(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  return folders.some((folder) => existsSync(join(folder, program)));
}
