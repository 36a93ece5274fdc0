/**
 * Benchmarks a flood of 10,000 alarms of the gateway on PostgreSQL and, if installed, on MariaDB: first raised, then
 * cleared. The product stores alerts, history, notices and events for workflows. The peer inserts the same number of
 * alert rows with the bare driver. Meanwhile, the first page of active alerts is listed again and again.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('alarm-flood-process.mjs');
