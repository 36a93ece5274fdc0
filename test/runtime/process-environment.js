const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Represents the context of the process itself. */
const PROCESS_CONTEXT = Object.freeze({});
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
  compileFunction(
    code,
    parameters,
    options?.parsingContext === PROCESS_CONTEXT ? { ...options, parsingContext: undefined } : options,
  );

/**
 * Runs test files in the context of the Jest process instead of separate contexts. They then use the same classes and
 * errors as the modules that `shared-modules.js` loads once per process.
 */
module.exports = class ProcessEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.fakeTimers = null;
    Error.stackTraceLimit = 100;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    // Jest keeps its event handlers in the global object. The next test file would call the handlers of this one, too.
    delete this.global[EVENT_HANDLERS];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return PROCESS_CONTEXT;
  }
};
