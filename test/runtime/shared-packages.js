const asyncHooks = require('node:async_hooks');
const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

const storage = new asyncHooks.AsyncLocalStorage();
/**
 * Jest creates a storage for each test file and never disables it. Node.js 20 visits each enabled storage when a promise
 * is created, so each file would slow down the next ones. One storage suffices, because a process runs one file at a
 * time.
 */
const ASYNC_HOOKS_OF_JEST = {
  ...asyncHooks,
  AsyncLocalStorage: function () {
    return storage;
  },
};

/** Loads installed packages only once per process, instead of once per test file. */
module.exports = class SharedPackages extends Runtime {
  requireModule(from, moduleName, options, isRequireActual) {
    if (!moduleName || options?.isInternalModule) {
      return super.requireModule(from, moduleName, options, isRequireActual);
    }
    return isPackage(moduleName)
      ? createRequire(from)(moduleName)
      : this.requireFile(from, moduleName, isRequireActual);
  }

  /** Loads a file that is neither in an installed package nor a part of Jest. */
  requireFile(from, moduleName, isRequireActual) {
    return super.requireModule(from, moduleName, undefined, isRequireActual);
  }

  requireInternalModule(from, moduleName) {
    return moduleName === 'node:async_hooks'
      ? ASYNC_HOOKS_OF_JEST
      : super.requireInternalModule(from, moduleName);
  }
};

function isPackage(name) {
  return isBuiltin(name) || !(name.startsWith('.') || name.startsWith('@app/') || path.isAbsolute(name));
}
