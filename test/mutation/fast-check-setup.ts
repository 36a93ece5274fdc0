import fc from 'fast-check';

// One seed for all mutants, so that the same run has the same score. A counterexample is not shrunk: that takes longer
// than the test, and nobody reads it.
fc.configureGlobal({ seed: Number(process.env['MUTATION_SEED']), endOnFailure: true });
