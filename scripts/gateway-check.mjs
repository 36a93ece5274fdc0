// Checks whether a gateway keeps the contract of docs/gateways.md.
// Usage: GATEWAY_USERNAME=… GATEWAY_PASSWORD=… npm run gateway:check -- URL [--write CODE=VALUE]
import { parseArgs } from 'node:util';
import { CHECKS } from './gateway-check/checks.mjs';
import { CheckedGateway } from './gateway-check/checked-gateway.mjs';
import { Skipped, Violation } from './gateway-check/outcome.mjs';
import { Failure, runScript } from './workspace/failure.mjs';

const USAGE = 'Usage: npm run gateway:check -- URL [--write CODE=VALUE]';

function read(args) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { write: { type: 'string' } },
    });
    if (positionals.length !== 1 || !/^https?:\/\//.test(positionals[0])) throw new Failure(USAGE);
    return { url: positionals[0], write: values.write === undefined ? null : writeOf(values.write) };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${error.message}\n${USAGE}`);
  }
}

/** Splits `CODE=VALUE`. The value is a number, true or false. */
function writeOf(text) {
  const at = text.lastIndexOf('=');
  const written = text.slice(at + 1).trim();
  const value = written === 'true' || written === 'false' ? written === 'true' : Number(written || NaN);
  if (at < 1 || !Number.isFinite(Number(value))) throw new Failure(USAGE);
  return { code: text.slice(0, at), value };
}

/** If an answer has an unexpected form, a check fails with a TypeError. */
function reasonOf(error) {
  const isKnown = error instanceof Violation || error instanceof Skipped;
  return isKnown ? error.message : `an answer has another form than expected (${error.message})`;
}

await runScript(async () => {
  const { url, write } = read(process.argv.slice(2));
  const { GATEWAY_USERNAME: username, GATEWAY_PASSWORD: password } = process.env;
  if (!username || !password) throw new Failure('GATEWAY_USERNAME and GATEWAY_PASSWORD must be set.');
  const gateway = new CheckedGateway(url, { username, password }, write);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [title, check] of CHECKS) {
    try {
      await check(gateway);
      counts.passed++;
      console.log(`✔ ${title}`);
    } catch (error) {
      const isSkipped = error instanceof Skipped;
      counts[isSkipped ? 'skipped' : 'failed']++;
      console.log(`${isSkipped ? '–' : '✘'} ${title}: ${reasonOf(error)}`);
    }
    if (gateway.tokens.accessToken === '') {
      console.log('The other checks need an access token.');
      break;
    }
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.failed > 0) process.exitCode = 1;
});
