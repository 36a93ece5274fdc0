/**
 * Benchmarks a poll of 10,000 points with 1,000 alert rules on PostgreSQL and, if installed, on MariaDB. Baseline: the
 * same poll without rules. There are rules of every kind. In each poll, all values change, but hardly any rule raises
 * or clears an alert.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('alert-rules-process.mjs');
