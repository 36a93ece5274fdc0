/**
 * Benchmarks a poll of 10,000 points with 1,000 alert rules on PostgreSQL and, if installed, on MariaDB. The peer is the
 * same poll without rules. The rules are of all kinds. In each poll all values change, but hardly any rule raises or
 * clears an alert.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('alert-rules-process.mjs');
