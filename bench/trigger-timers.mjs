/**
 * Benchmarks 10,000 holds of triggers with `forMs` on PostgreSQL and, if installed, on MariaDB: ticks while no hold is
 * due, polls that repeat the values, the start and the end of all holds, and 10,000 holds that are due at once.
 * Baselines: the same polls without triggers, and an insert and a delete of as many rows by the bare driver.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('trigger-timers-process.mjs');
