const fastCheck = require('fast-check');

/** The share of the cases that run. `.ci/run` runs all of them. */
const SHARE = Number(process.env.PROPERTY_SHARE ?? 0.2);
/** Properties with so few cases keep them all. */
const FEW = 3;
const CASES_BY_DEFAULT = 100;
const IS_REDUCED = Symbol.for('plantroom.reduced-properties');

const seed = Number(process.env.PROPERTY_SEED);
fastCheck.configureGlobal({
  ...(seed && { seed }),
  // Without this, arrays have only about ten elements more than `minLength`.
  defaultSizeToMaxWhenMaxSpecified: true,
});

/** Properties name their number of cases themselves, which overrides every setting of the library. */
function reduced(assert) {
  return (property, parameters = {}) => {
    const cases = parameters.numRuns ?? CASES_BY_DEFAULT;
    return assert(property, {
      ...parameters,
      numRuns: Math.max(Math.min(cases, FEW), Math.ceil(cases * SHARE)),
    });
  };
}

// Packages are loaded once per process, and this file once per test file.
if (!fastCheck[IS_REDUCED]) {
  fastCheck[IS_REDUCED] = true;
  const assert = reduced(fastCheck.assert);
  fastCheck.assert = assert;
  fastCheck.default = Object.create(fastCheck.default, { assert: { value: assert } });
}
