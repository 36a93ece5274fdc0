// Runs the programs of a bundle. The build copies this file to the bundle.
const { existsSync, readFileSync } = require('node:fs');
const { createRequire, Module } = require('node:module');
const path = require('node:path');
const { constants, Script } = require('node:vm');

const file = path.join(__dirname, 'programs.js');
const codeCacheOf = (program) => path.join(__dirname, `${program}.cache`);

/** Runs a program with its code cache. */
function startProgram(program) {
  loadPrograms(compile(readCodeCache(program)))[program]();
}

function readCodeCache(program) {
  const cache = codeCacheOf(program);
  return existsSync(cache) ? readFileSync(cache) : undefined;
}

/**
 * Compiles the bundle. V8 rejects a code cache that was written by another version or with other flags, and compiles
 * the code itself.
 */
function compile(cachedData) {
  return new Script(readFileSync(file, 'latin1'), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** Returns the exports of the bundle: a function for each program, which runs it, and `workerTiming` for tests. */
function loadPrograms(script) {
  const bundle = new Module(file, module);
  // A `Script` has no source map. Node.js takes it from the module with the same name.
  bundle._compile('//# sourceMappingURL=programs.js.map', file);
  require.cache[file] = bundle;
  script.runInThisContext()(bundle.exports, createRequire(file), bundle, file, __dirname);
  return bundle.exports;
}

module.exports = { codeCacheOf, compile, loadPrograms, readCodeCache, startProgram };
