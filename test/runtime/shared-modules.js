const path = require('node:path');
const SharedPackages = require('./shared-packages');

/** The folders of the project's own modules. */
const OWN = ['apps', 'clients', 'libs'].map((folder) => path.join(__dirname, '..', '..', folder) + path.sep);
const TEST = /\.(spec|test)\.ts$/;

/** The runtime of the project's own modules. It runs no test file, so it is never torn down. */
let library;

/**
 * Loads the project's own modules only once per process, too. Without this, a test file spends about a second on loading
 * modules.
 */
module.exports = class SharedModules extends SharedPackages {
  constructor(...options) {
    super(...options);
    library ??= new SharedPackages(...options);
  }

  requireFile(from, moduleName, isRequireActual) {
    const file = this._resolution.resolveCjs(from, moduleName);
    return this.mocksNothing && isOwn(file)
      ? library.requireModule(file)
      : super.requireFile(from, moduleName, isRequireActual);
  }

  /** A test file that calls `jest.mock` loads its own copies, because its mocks must not reach other files. */
  get mocksNothing() {
    return this.mockState.explicitCjsMock.size === 0;
  }

  /** Stack traces of a test file contain lines of both runtimes. */
  getSourceMaps() {
    return new Map([...library.getSourceMaps(), ...super.getSourceMaps()]);
  }
};

function isOwn(file) {
  return OWN.some((folder) => file.startsWith(folder)) && !TEST.test(file);
}
