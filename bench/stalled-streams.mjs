/**
 * Measures the memory that stalled clients of the event stream cost. 50 clients stop reading. Then the server publishes
 * events of all types until the queues have been full for a while. The benchmark prints each kind of retained memory.
 * At the end, the server ends the streams, as it does after `LIMIT_STREAM_STALL_MS`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const CLIENTS = 50;
const AIM_MIB = 100;
const MIB = 1024 * 1024;

const server = fork(fileURLToPath(new URL('stalled-streams-server.mjs', import.meta.url)), {
  execArgv: ['--expose-gc'],
});
const [{ port }] = await once(server, 'message');
const before = await ask('measure');
const clients = Array.from({ length: CLIENTS }, () => {
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return socket;
});
const published = await ask('publish');
const after = await ask('measure');
const ended = await ask('end');
for (const client of clients) client.destroy();
server.disconnect();

const held = (kind) => ((after[kind] - before[kind]) / MIB).toFixed(1);
console.log(
  `${CLIENTS} clients that do not read, ${published.events} events of ${Math.round(published.bytes / MIB)} MiB in total:\n` +
    `  ${((published.peak - before.rss) / MIB).toFixed(0)} MiB resident at most (aim ${AIM_MIB})\n` +
    `  retained for them at the end: ${held('heapUsed')} MiB of objects, ${held('arrayBuffers')} MiB of buffers, ` +
    `${(after.kernel / MIB).toFixed(1)} MiB in the kernel\n` +
    `  in the kernel after their streams were ended: ${(ended.kernel / MIB).toFixed(1)} MiB`,
);

async function ask(what) {
  const answer = once(server, 'message');
  server.send(what);
  const [message] = await answer;
  return message;
}
