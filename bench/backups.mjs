/**
 * Benchmarks a backup of a million readings and its restore, on PostgreSQL and, if installed, on MariaDB. The peer of
 * the backup reads the same rows with the bare driver and discards them. The peer of the restore inserts them into an
 * identical table with multi-row inserts of the bare driver; the restore also creates all tables and compares them.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('backups-process.mjs');
