// Lists the benchmarks, or runs the named ones one after another (`all` runs all of them). Updates dist/ first.
import { runScript, Failure } from '../scripts/workspace/failure.mjs';
import { prepareWorkspace } from '../scripts/workspace/prepare.mjs';
import { run } from '../scripts/workspace/run.mjs';

const BENCHMARKS = {
  ingestion: 'readings stored and rolled up, beside a bare insert of the same',
  'readings-import': 'a million readings from a CSV file, beside a bare insert of the same',
  backups: 'a backup of a million readings and its restore, beside bare select and insert',
  'points-import': '10,000 points by one request, beside a bare insert of the same',
  'alert-rules': 'a poll of 10,000 points with 1,000 alert rules, beside one without rules',
  'point-values': 'a poll of 10,000 points, beside a bare upsert of the same',
  'alarm-flood': '10,000 alarms at once, beside a bare insert of the alerts',
  'energy-queries': 'statistics over 9,000 hours of 25 meters and a year by day, on both databases',
  'area-days': 'a year by day of 1 and of 100 areas, beside the bare query and a scan of the hours',
  'year-by-day': 'a year of ten one-minute meters by day, beside a scan of the readings',
  'authenticated-get': 'a route behind token, role and checks, beside a bare Nest route',
  'authenticated-post': 'the same with a body that a class checks, beside a bare Nest route',
  lists: 'pages of lists over a million rows, with each filter, on both databases',
  'work-lists': 'statistics and lists of a million faults, beside a scan of the faults',
  'list-cpu': 'processor time of a simple list, beside a bare Nest route',
  'start-up': 'npm start until it is ready, beside a bare Nest application',
  workflow: 'webhook, five nodes, saved, beside bare BullMQ',
  'system-calls': 'system calls per execution in api and worker, by strace',
  'stalled-streams': 'memory held for 50 stream clients that do not read',
  'event-stream': "a burst of events to many clients, beside better-sse, Nest's own @Sse and bare writes",
};

await runScript(async () => {
  const asked = process.argv.slice(2);
  if (asked.length === 0) {
    console.log('npm run bench -- all, or -- and names of these:');
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
