// Writes docs/openapi.json, the reference that the API also serves at /documentation/json, and the types of the client,
// which are generated from it. Fails if a property has no description. With --check, writes nothing, and fails if
// docs/openapi.json is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, runScript } from './workspace/failure.mjs';
import { prepareWorkspace } from './workspace/prepare.mjs';
import { root } from './workspace/root.mjs';
import { run } from './workspace/run.mjs';

const file = join(root, 'docs', 'openapi.json');

/** The linter of the reference looks behind references, whose own description may differ. */
function undescribedIn({ components: { schemas } }) {
  return Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, { description }]) =>
      description ? [] : [`${schema}.${name}`],
    ),
  );
}

await runScript(async () => {
  await prepareWorkspace();
  const main = join(root, 'dist', 'apps', 'api', 'src', 'describe-api.js');
  const { describeApi } = await import(pathToFileURL(main).href);
  const reference = await describeApi();
  const undescribed = undescribedIn(reference);
  if (undescribed.length > 0) throw new Failure(`Without a description: ${undescribed.join(', ')}.`);
  const text = `${JSON.stringify(reference, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const code = await run('npm', ['run', '--silent', 'client:types']);
    if (code !== 0) throw new Failure('The types of the client could not be generated.');
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    throw new Failure('docs/openapi.json is out of date. Run node scripts/openapi.mjs.');
  }
});
