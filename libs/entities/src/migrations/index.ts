export * from './1795564800000-first-schema';
export * from './1795620000000-stored-messages';
export * from './1795644000000-formula-parts';
export * from './1795651200000-baselines';
export * from './1795656000000-reading-corrections';
export * from './1795660000000-budgets';
export * from './1795663200000-energy-contracts';
export * from './1795666800000-losses';
