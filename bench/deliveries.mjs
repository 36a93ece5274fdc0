import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/**
 * Sends the same request `amount` times over several connections. Each connection waits for the answer before its next
 * request. The HTTP client is minimal, so that its CPU time hardly affects the result. Rejects at the first answer with
 * a status other than `status`.
 */
export async function deliver({ url, method, headers, body }, { connections, amount, status }) {
  const { hostname, port, pathname } = new URL(url);
  const lines = Object.entries({
    host: `${hostname}:${port}`,
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const request = Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head}\r\n${body}`);
  let left = amount;
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      const next = () => {
        if (left-- > 0) socket.write(request);
        else socket.end(resolve);
      };
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes.latin1Slice();
        const end = received.indexOf(HEAD_END);
        if (end < 0) return;
        const whole = end + HEAD_END.length + Number(LENGTH.exec(received)?.[1] ?? 0);
        if (received.length < whole) return;
        if (!received.startsWith(`HTTP/1.1 ${status} `)) {
          reject(new Error(`A delivery got an unexpected response: ${received.slice(0, whole)}`));
          socket.destroy();
          return;
        }
        received = '';
        next();
      });
      socket.once('connect', next).once('error', reject);
    });
  await Promise.all(Array.from({ length: connections }, one));
}
