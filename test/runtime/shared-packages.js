const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** These keep lists of the project's classes, which differ from file to file, and offer no way to clear them. */
const PER_FILE = new Set(['@nestjs/typeorm']);

/**
 * Loads installed packages by Node.js, once per process, instead of once per test file: they are two thirds of the
 * modules that a test of the api needs.
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
