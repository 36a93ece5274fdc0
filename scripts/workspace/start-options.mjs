import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';

export const APPS = ['supervisor', 'api', 'worker', 'gateway-sim', 'bridge'];

const USAGE = `Usage: npm start [-- --port PORT]
       npm run start:api [-- --port PORT]
       npm run start:worker
       npm run start:gateway-sim [-- --replay FILE …]
       npm run start:bridge

  --port PORT   port of the API, instead of the variable PORT (3000)
  --help        print this text

"npm start" runs everything: an embedded PostgreSQL, a simulated gateway, the API and a worker.
Everything else is set by environment variables, which docs/configuration.md lists.
Forgot the administrator's password? Run "npm run admin:password".`;

/**
 * Parses the command line of scripts/start.mjs.
 * @returns `help`, a text to print instead of starting, or the app and the `args` for its process
 * @throws Failure if an option is unknown or malformed
 */
export function readStartOptions([first, ...rest]) {
  const app = APPS.includes(first) ? first : 'supervisor';
  const args = APPS.includes(first) ? rest : [first, ...rest].filter((arg) => arg !== undefined);
  // The simulated gateway parses its own options.
  if (app === 'gateway-sim') return { app, args };
  const { values, positionals } = parse(args);
  if (values.help) return { app, args: [], help: USAGE };
  if (positionals.length > 0) throw new Failure(`Unknown argument "${positionals[0]}".\n\n${USAGE}`);
  if (values.port === undefined) return { app, args: [] };
  if (
    app === 'worker' ||
    app === 'bridge' ||
    !/^\d{1,5}$/.test(values.port) ||
    Number(values.port) > 65_535
  ) {
    throw new Failure(`--port requires a number from 0 to 65535.\n\n${USAGE}`);
  }
  return { app, args: [], port: values.port };
}

function parse(args) {
  const options = { help: { type: 'boolean', short: 'h' }, port: { type: 'string', short: 'p' } };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message}\n\n${USAGE}`);
  }
}
