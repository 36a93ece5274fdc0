/**
 * Benchmarks a flood of 10,000 alarms of the gateway, which are first raised and then cleared, on PostgreSQL and, if
 * installed, on MariaDB. The product stores alerts, their history, notices, and events for workflows. Baseline: the
 * bare driver inserts the same number of alert rows. During both measurements, the first page of active alerts is
 * listed again and again.
 */
import { runOnEachDatabase } from './on-each-database.mjs';

await runOnEachDatabase('alarm-flood-process.mjs');
