// Reports names that break a rule: a file exports a class with another name, or the domain exports what no app uses.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { exportsOf, importsOf } from './names/exported-names.mjs';

const KINDS =
  'controller|entity|factory|filter|guard|handler|interceptor|issuer|job|middleware|module|node|pipe|runner|schedule|seeder|server|service';
const NAMED = new RegExp(`\\.(${KINDS})\\.ts$`);
const EXPORTED = /^export (?:default )?(?:abstract )?(?:async )?(class|const|function) (\w+)/gm;
/** Files of the product whose only export may be a class. A migration and a DTO are named in another way. */
const PRODUCT = /^(?:apps|libs)\/(?!.*(?:\/migrations\/|\.dto\.ts$|\.spec\.ts$)).*\.ts$/;
const DOMAIN = 'libs/domain/src/index.ts';
const DOMAIN_FOR_TESTS = 'libs/domain/src/testing.ts';

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
});
// git still lists a file whose deletion is not committed yet.
const files = listed.split('\0').filter((path) => path !== '' && existsSync(path));
const problems = [...files.flatMap(problemOfFile), ...problemsOfDomain()];

/** Returns the letters of a name, so that both `o-auth.guard.ts` and `oauth.guard.ts` may export OAuthGuard. */
function letters(name) {
  return name.replaceAll(/[.-]/g, '').toLowerCase();
}

function problemOfFile(file) {
  const kind = NAMED.exec(file)?.[1];
  if (!kind && !PRODUCT.test(file)) return [];
  const exported = [...readFileSync(file, 'utf8').matchAll(EXPORTED)].map(([, what, name]) => ({
    what,
    name,
  }));
  const names = new Set(exported.map(({ name }) => letters(name)));
  const full = letters(basename(file, '.ts'));
  const short = letters(basename(file).split('.')[0]);
  const problem = [`${file} exports ${exported.map(({ name }) => name).join(', ') || 'nothing'}`];
  if (kind === 'job') {
    // The job has the name of the file, and its payload has the suffix in addition.
    const payloads = exported.filter(({ what }) => what === 'class').map(({ name }) => letters(name));
    return names.has(short) && payloads.every((name) => name === full) ? [] : problem;
  }
  if (kind) return names.has(full) ? [] : problem;
  const isOneClass = exported.length === 1 && exported[0].what === 'class';
  return !isOneClass || names.has(full) || names.has(short) ? [] : problem;
}

function problemsOfDomain() {
  if (!existsSync(DOMAIN)) return [];
  const inApps = files.filter((file) => file.startsWith('apps/') && !file.endsWith('.spec.ts'));
  const used = new Set(inApps.flatMap((file) => importsOf(file, '@app/domain')));
  const forApps = exportsOf(DOMAIN);
  const forTests = existsSync(DOMAIN_FOR_TESTS) ? new Set(exportsOf(DOMAIN_FOR_TESTS)) : new Set();
  return [
    ...forApps
      .filter((name) => !used.has(name))
      .map((name) => `${DOMAIN} exports ${name}, which no app imports`),
    ...forApps
      .filter((name) => forTests.has(name))
      .map((name) => `${DOMAIN_FOR_TESTS} exports ${name}, which ${DOMAIN} exports too`),
  ];
}

for (const problem of problems) console.log(problem);
if (problems.length > 0) {
  console.error(
    `\n${problems.length} names to correct. Rename the file or the class. Export from ${DOMAIN} only what apps import, and from ${DOMAIN_FOR_TESTS} what only tests import.`,
  );
  process.exitCode = 1;
}
