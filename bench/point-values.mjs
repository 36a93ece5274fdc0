/**
 * Benchmarks a poll of 10,000 points on PostgreSQL and, if installed, on MariaDB. The product compares the values with
 * the last ones, stores those that are newer, and publishes those that changed. Baseline: the bare driver upserts the
 * same rows.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('point-values-process.mjs');
