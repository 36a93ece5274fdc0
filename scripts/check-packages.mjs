// Reports each package in package-lock.json that has no checksum, is not from the registry, or has an install script
// about which `allowScripts` in package.json says nothing. Example: node scripts/check-packages.mjs [FOLDER]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const REGISTRY = 'https://registry.npmjs.org/';

const folder = process.argv[2] ?? '.';
const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const { allowScripts = {} } = read('package.json');

function* problemsOf(path, { integrity, resolved = REGISTRY, hasInstallScript }) {
  // A folder of the project has no name of a package.
  const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
  // A package without `resolved` is from the registry of npm's configuration. All others have it: links, folders, git.
  if (name === undefined || !resolved.startsWith(REGISTRY)) yield `is not from ${REGISTRY}`;
  if (integrity === undefined) yield 'has no checksum (integrity)';
  if (hasInstallScript && !(name in allowScripts))
    yield 'has an install script. Review it, and add the package to allowScripts in package.json';
}

let count = 0;
for (const [path, entry] of Object.entries(read('package-lock.json').packages)) {
  // The entry without a path is the project itself.
  if (path === '') continue;
  for (const problem of problemsOf(path, entry)) {
    count += 1;
    console.log(`${path} ${problem}`);
  }
}
if (count > 0) {
  console.error(`\n${count} problems in package-lock.json.`);
  process.exitCode = 1;
}
