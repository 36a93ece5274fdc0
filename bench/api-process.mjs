import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { builtPath } from './built.mjs';

export const ADMIN = { username: 'admin', password: 'Measure-twice-cut-once' };

/**
 * Starts the api in a separate process, and signs in as the administrator.
 * @returns `{ address, pid, child }`, and the fields of `signIn`
 */
export async function startApi(scope, databaseUrl, environment = {}) {
  const file = builtPath('apps/api/src/main.js');
  const { address, pid, child } = await startService(scope, file, databaseUrl, environment);
  return { address, pid, child, ...(await signIn(address)) };
}

/**
 * Signs in as the administrator.
 * @returns `{ headers, get(path), read(path), post(path, body), put(path, body) }`. `read` does not parse the response.
 */
export async function signIn(address) {
  const { accessToken } = await request(`${address}/api/auth/login`, { method: 'POST', body: ADMIN });
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    headers,
    get: (path) => request(address + path, { headers }),
    read: async (path) => (await send(address + path, { headers })).arrayBuffer(),
    post: (path, body) => request(address + path, { method: 'POST', headers, body }),
    put: (path, body) => request(address + path, { method: 'PUT', headers, body }),
  };
}

/**
 * Calls `probe` until it returns a value, and returns the value.
 * @param what names the missing value in the error
 */
export async function until(probe, { what, limitMs, pauseMs = 200 }) {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > deadlineMs) throw new Error(`Waited for ${limitMs} ms for ${what}.`);
    await delay(pauseMs);
  }
}

/**
 * Starts `file` with the environment of the api, as the supervisor does. The log goes to a file.
 * @returns the ready message of the process, its `pid` and the `child`
 */
export async function startService({ folder, atEnd }, file, databaseUrl, environment) {
  const child = fork(file, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      QUEUE_URL: databaseUrl,
      JWT_SECRET: randomBytes(32).toString('hex'),
      ADMIN_PASSWORD: ADMIN.password,
      // No server listens at this address.
      GATEWAY_URL: 'http://127.0.0.1:1',
      GATEWAY_USERNAME: 'service',
      GATEWAY_PASSWORD: 'service-password',
      ...environment,
    },
    stdio: ['ignore', openSync(join(folder, 'api.log'), 'a'), 'inherit', 'ipc'],
  });
  atEnd(() => stop(child));
  return { ...(await readyMessage(child)), pid: child.pid, child };
}

/**
 * Starts `file` as a server. The server reports its address by `process.send({ type: 'ready', address })`.
 * @param environment variables in addition to `PATH` and `NODE_ENV`
 */
export async function startPeer({ atEnd }, file, args = [], environment = {}) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...environment };
  const child = fork(file, args, { env });
  atEnd(() => stop(child));
  return { ...(await readyMessage(child)), pid: child.pid };
}

async function readyMessage(child) {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => message.type === 'ready' && resolve(message));
    child.once('exit', (code) =>
      reject(new Error(`The server ended with exit code ${code} before it was ready.`)),
    );
  });
}

async function request(url, options) {
  return (await send(url, options)).json();
}

async function send(url, { method = 'GET', headers = {}, body }) {
  const json = body && {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, { method, headers, ...json });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  return response;
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
