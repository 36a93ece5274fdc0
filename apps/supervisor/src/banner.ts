import type { SupervisorEnvironment } from '@app/config';
import type { ProcessReady } from '@app/processes';

/** The summary that the terminal shows when everything is running. */
export function banner(
  environment: SupervisorEnvironment,
  dataFolder: string,
  address: string,
  seeded: ProcessReady['seededAdministrator'],
): string {
  const rows: [string, string][] = [['Address', address]];
  if (environment.CONSOLE) rows.push(['Console', `${address}  (open it in a browser)`]);
  if (environment.DOCUMENTATION) rows.push(['Reference', `${address}/documentation`]);
  rows.push(
    ['Sign in', signIn(environment, seeded)],
    ['Data', dataFolder],
    ['Gateway', gateway(environment)],
    ['Stop', 'Ctrl-C'],
  );
  const lines = rows.map(([title, value]) => `    ${title.padEnd(12)}${value}`);
  return ['', '  Plantroom is running.', '', ...lines, ''].join('\n');
}

function gateway({ GATEWAY_URL, BRIDGE_CONFIG }: SupervisorEnvironment): string {
  if (GATEWAY_URL) return GATEWAY_URL;
  return BRIDGE_CONFIG
    ? `the bridge, with the devices of ${BRIDGE_CONFIG}`
    : 'simulated, with a demonstration building';
}

function signIn(environment: SupervisorEnvironment, seeded: ProcessReady['seededAdministrator']): string {
  if (!seeded)
    return `${environment.ADMIN_USERNAME}, password set at the first start (lost? npm run admin:password)`;
  if (seeded.password === null) return `${seeded.username}, password as in ADMIN_PASSWORD`;
  return `${seeded.username} / ${seeded.password} (shown this once)`;
}
