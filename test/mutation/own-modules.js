const SharedModules = require('../runtime/shared-modules');

/**
 * Loads the project's own modules for each test file. Stryker's mutants remember which of them is active when they are
 * loaded, so a module that stays loaded would test the same mutant again and again.
 */
module.exports = class OwnModules extends SharedModules {
  get sharesOwnModules() {
    return false;
  }
};
