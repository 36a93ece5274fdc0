import fc from 'fast-check';

// All mutants use one seed, so that a repeated run has the same score. Counterexamples are not shrunk, because that
// takes longer than the test and nobody reads them.
fc.configureGlobal({
  seed: Number(process.env['MUTATION_SEED']),
  endOnFailure: true,
  defaultSizeToMaxWhenMaxSpecified: true,
});
