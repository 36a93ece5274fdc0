/**
 * The baseline of `workflow.mjs`, with BullMQ alone: one process adds empty jobs, and another one processes them. The
 * process `adder <redis url>` adds `{ jobs }` on request. The process `worker <redis url> <concurrency>` reports when
 * it has processed the requested `{ total }`.
 */
import { Queue, Worker } from 'bullmq';

const [role, url, concurrency] = process.argv.slice(2);
const QUEUE = 'bare';
const BATCH = 100;
const connection = { url, maxRetriesPerRequest: null };

if (role === 'adder') await runAdder();
else await runWorker();

async function runAdder() {
  const queue = new Queue(QUEUE, { connection });
  await queue.waitUntilReady();
  process.on('message', ({ jobs }) => void addAll(queue, jobs));
  end(queue);
  process.send({ type: 'ready' });
}

async function addAll(queue, jobs) {
  for (let added = 0; added < jobs; added += BATCH) {
    await queue.addBulk(
      Array.from({ length: Math.min(BATCH, jobs - added) }, (_, index) => ({
        name: 'nothing',
        data: { number: added + index },
        opts: { removeOnComplete: true },
      })),
    );
  }
}

async function runWorker() {
  let done = 0;
  let goal = Infinity;
  const tell = () => {
    if (done < goal) return;
    goal = Infinity;
    process.send({ type: 'done' });
  };
  const worker = new Worker(
    QUEUE,
    async () => {
      done++;
      tell();
    },
    { connection, concurrency: Number(concurrency) },
  );
  await worker.waitUntilReady();
  process.on('message', ({ total }) => {
    goal = total;
    // Report now if all jobs were processed before this message arrived.
    tell();
  });
  end(worker);
  process.send({ type: 'ready' });
}

function end(closeable) {
  process.once('SIGTERM', () => void closeable.close().then(() => process.exit(0)));
}
