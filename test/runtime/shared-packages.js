const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

/**
 * Packages that each file loads again. They keep lists of the project's classes, which differ from file to file, and
 * the lists cannot be cleared.
 */
const PER_FILE = new Set(['@nestjs/typeorm']);

/**
 * Loads installed packages with Node.js only once per process, instead of once per test file. They are two thirds of
 * the modules that a test of the api needs.
 */
module.exports = class SharedPackages extends Runtime {
  requireModule(from, moduleName, options, isRequireActual) {
    return moduleName && !options?.isInternalModule && isShared(moduleName)
      ? createRequire(from)(moduleName)
      : super.requireModule(from, moduleName, options, isRequireActual);
  }
};

function isShared(name) {
  if (isBuiltin(name)) return true;
  return (
    !name.startsWith('.') &&
    !name.startsWith('@app/') &&
    !path.isAbsolute(name) &&
    !PER_FILE.has(packageOf(name))
  );
}

function packageOf(name) {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
