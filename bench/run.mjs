// Lists the benchmarks, or runs the named ones one after another (`all` runs all of them). Updates dist/ first.
import { runScript, Failure } from '../scripts/workspace/failure.mjs';
import { prepareWorkspace } from '../scripts/workspace/prepare.mjs';
import { run } from '../scripts/workspace/run.mjs';

const BENCHMARKS = {
  ingestion: 'readings stored and rolled up, compared with a bare insert',
  'readings-import': 'a million readings from a CSV file, compared with a bare insert',
  export: "exports of a million rows, compared with the database's own client",
  backups: 'a backup of a million readings and its restore, compared with bare select and insert',
  'points-import': '10,000 points by one request, compared with a bare insert',
  'alert-rules': 'a poll of 10,000 points with 1,000 alert rules, compared with one without rules',
  'trigger-timers': 'polls with 10,000 holds of triggers, compared with polls without triggers',
  'point-values': 'a poll of 10,000 points, compared with a bare upsert',
  'alarm-flood':
    '10,000 alarms at once, compared with a bare insert of the alerts, and within a minute over HTTP',
  'energy-queries': 'statistics over 9,000 hours of 25 meters and a year by day, on both databases',
  'area-days': 'a year by day of 1 and of 100 areas, compared with the bare query and a scan of the hours',
  'baseline-fit': 'a model of a year of hours, compared with one bare least squares',
  losses: 'tests of loss rules over a year, compared with a bare query and with JSON.parse',
  'year-by-day': 'a year of ten one-minute meters by day, compared with a scan of the readings',
  'authenticated-get': 'a GET route with all checks and the log line, compared with a bare Nest route',
  'authenticated-post': 'a POST route with all checks and the log line, compared with a bare Nest route',
  lists: 'pages of every list over a million rows, with each filter, on both databases',
  'work-lists': 'statistics and lists of a million faults, compared with a scan of the faults',
  'list-cpu': 'processor time of a simple list, compared with a bare Nest route',
  'start-up': 'the time that npm start takes until it is ready, compared with a bare Nest application',
  console:
    'first load, live pages and the workflow editor of the console in chromium, compared with an empty page',
  workflow: 'executions of a webhook workflow with five nodes, compared with bare BullMQ',
  'system-calls': 'system calls per execution in api and worker, by strace',
  bridge: '10,000 points of 200 Modbus devices every 15 s, compared with a bare loop over the library',
  'bridge-latency':
    'time from a message of an MQTT device to the event at a stream client, compared with a bare subscriber',
  'stalled-streams': 'memory that 50 stream clients cost if they do not read',
  'stream-connections': '5,000 event streams of the whole api, compared with bare writes to as many sockets',
  'event-stream':
    "a burst of events to many clients, compared with better-sse, Nest's own @Sse and bare writes",
};

await runScript(async () => {
  const asked = process.argv.slice(2);
  if (asked.length === 0) {
    console.log('Usage: npm run bench -- all, or npm run bench -- NAME… with these names:');
    for (const [name, what] of Object.entries(BENCHMARKS)) console.log(`  ${name.padEnd(18)} ${what}`);
    return;
  }
  const names = asked.includes('all') ? Object.keys(BENCHMARKS) : asked;
  const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown)
    throw new Failure(`Unknown benchmark: ${unknown}. Available: ${Object.keys(BENCHMARKS).join(', ')}.`);
  await prepareWorkspace();
  for (const name of names) {
    console.log(`\n${name}: ${BENCHMARKS[name]}`);
    const startMs = performance.now();
    const code = await run(process.execPath, [`bench/${name}.mjs`]);
    if (code !== 0) throw new Failure(`The benchmark ${name} ended with code ${code}.`);
    console.log(`(${Math.round((performance.now() - startMs) / 1000)} s)`);
  }
});
