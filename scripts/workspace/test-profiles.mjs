import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mjs';

/**
 * Tests that run only in the first profile. Some depend neither on the kind of database nor on the queue. The others
 * send only statements that tests of all profiles send, too.
 */
const onceIsEnough = [
  '/test/e2e/admin-password.test.ts',
  '/test/e2e/bundle.test.ts',
  '/test/e2e/gateway-sim.test.ts',
  '/test/e2e/http-frame.test.ts',
  '/test/e2e/metrics.test.ts',
  '/test/e2e/nodes.test.ts',
  '/test/e2e/packed-client.test.ts',
  '/test/e2e/preferences.test.ts',
  '/test/e2e/product/areas.test.ts',
  '/test/e2e/product/contract/contract-walk.test.ts',
  '/test/e2e/product/exports.test.ts',
  '/test/e2e/product/faults-and-maintenance.test.ts',
  '/test/e2e/product/gateway-faults.test.ts',
  '/test/e2e/product/report-plans.test.ts',
  '/test/e2e/product/tour.test.ts',
  '/test/e2e/product/triggers.test.ts',
  '/test/e2e/product/workflow-nodes.test.ts',
  '/test/e2e/product/workflows.test.ts',
  '/test/e2e/provider-sign-in.test.ts',
  '/test/e2e/readme.test.ts',
  '/test/e2e/rolling-restart.test.ts',
  '/test/e2e/sign-in.test.ts',
  '/test/e2e/start-survives.test.ts',
  '/test/e2e/start-workspace.test.ts',
  '/test/e2e/typed-client.test.ts',
  '/test/fault/gateway-failing.test.ts',
  '/test/fault/gateway-line.test.ts',
  '/test/fault/mail-line.test.ts',
  '/test/fault/object-store-line.test.ts',
  '/test/fault/provider-line.test.ts',
  '/test/integration/alerts.test.ts',
  '/test/integration/demo-objects.test.ts',
  '/test/integration/documentation.test.ts',
  '/test/integration/event-stream-hub.test.ts',
  '/test/integration/execution-environment.test.ts',
  '/test/integration/explanations.test.ts',
  '/test/integration/file-store.contract.test.ts',
  '/test/integration/files.test.ts',
  '/test/integration/gateway-client-sim.test.ts',
  '/test/integration/gateway-client-stream.test.ts',
  '/test/integration/gateway-client-tokens.test.ts',
  '/test/integration/gateway-client.test.ts',
  '/test/integration/http-frame/',
  '/test/integration/mail-settings.test.ts',
  '/test/integration/mail.test.ts',
  '/test/integration/notification-rules.test.ts',
  '/test/integration/notification-webhooks.test.ts',
  '/test/integration/package-check.test.ts',
  '/test/integration/public-dashboard.test.ts',
  '/test/integration/recipe-numbers.test.ts',
  '/test/integration/recipe-sensors.test.ts',
  '/test/integration/reports.test.ts',
  '/test/integration/source-checks.test.ts',
  '/test/integration/workflow-documentation-lists.test.ts',
  '/test/integration/workflow-documentation.test.ts',
  '/test/security/account-in-wait.test.ts',
  '/test/security/configuration.test.ts',
  '/test/security/console.test.ts',
  '/test/security/event-stream.test.ts',
  '/test/security/foreign-ids.test.ts',
  '/test/security/headers.test.ts',
  '/test/security/iot-proxy.test.ts',
  '/test/security/mass-assignment.test.ts',
  '/test/security/model-uploads.test.ts',
  '/test/security/outbound-http.test.ts',
  '/test/security/passwords.test.ts',
  '/test/security/provider-sign-in-page.test.ts',
  '/test/security/provider-sign-in-settings.test.ts',
  '/test/security/reset.test.ts',
  '/test/security/roles.test.ts',
  '/test/security/secrets.test.ts',
  '/test/security/sign-in-credentials.test.ts',
  '/test/security/users-avatars.test.ts',
  '/test/security/users-passwords.test.ts',
  '/test/security/workflow-secrets.test.ts',
];

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
        // Leave out the unit tests, because they need no servers and have run in the first profile.
        args: ['--selectProjects', 'integration', 'e2e', '--testPathIgnorePatterns', ...onceIsEnough],
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
