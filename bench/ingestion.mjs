/**
 * Benchmarks the ingestion of readings on PostgreSQL and, if installed, on MariaDB. The product stores readings and
 * updates the sums of hours and days. It uses one transaction per window of history. Baseline: the bare driver inserts
 * the same readings into an identical table with multi-row inserts.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('ingestion-process.mjs');
