const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** The folders of the project's own modules. */
const OWN = ['apps', 'clients', 'libs'].map((folder) => path.join(__dirname, '..', '..', folder) + path.sep);
const TEST = /\.(spec|test)\.ts$/;

/** The runtime of the project's own modules. It runs no test file, so it is never torn down. */
let library;

/**
 * Loads installed packages and the project's own modules only once per process, instead of once per test file. Without
 * this, a test file spends about a second on loading modules.
 */
module.exports = class SharedModules extends Runtime {
  constructor(...options) {
    super(...options);
    if (library) return;
    library = this;
    library = new SharedModules(...options);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (!moduleName || options?.isInternalModule) {
      return super.requireModule(from, moduleName, options, isRequireActual);
    }
    if (isPackage(moduleName)) return createRequire(from)(moduleName);
    const file = this._resolution.resolveCjs(from, moduleName);
    return this.sharesOwnModules && isOwn(file)
      ? library.requireModule(file)
      : super.requireModule(from, moduleName, options, isRequireActual);
  }

  /** A test file that calls `jest.mock` loads its own copies, because its mocks must not reach other files. */
  get sharesOwnModules() {
    return this !== library && this.mockState.explicitCjsMock.size === 0;
  }

  /** Stack traces of a test file contain lines of both runtimes. */
  getSourceMaps() {
    return this === library
      ? super.getSourceMaps()
      : new Map([...library.getSourceMaps(), ...super.getSourceMaps()]);
  }
};

function isPackage(name) {
  return isBuiltin(name) || !(name.startsWith('.') || name.startsWith('@app/') || path.isAbsolute(name));
}

function isOwn(file) {
  return OWN.some((folder) => file.startsWith(folder)) && !TEST.test(file);
}
