import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Environment } from '@app/config';
import type { ProcessReady } from '@app/processes';
import { AppProcess } from './app-process';

const ENTRY = join(__dirname, '..', '..', 'dist', 'apps', 'api', 'src', 'main.js');

/** Runs the api from dist/ in a separate process, as the supervisor starts it. */
export class ApiProcess {
  private constructor(private readonly process: AppProcess) {}

  /** Starts the api. Resolves once it serves requests. @throws Error if the process ends before that */
  static async start(environment: Environment): Promise<ApiProcess> {
    return new ApiProcess(await new AppProcess('api', environment).start());
  }

  /** The message with which the process reported to its supervisor that it serves requests. */
  get ready(): ProcessReady {
    return this.process.ready;
  }

  /** Sends a GET to `/api` + path, with the token in the Authorization header. */
  get(path: string, token?: string): Promise<Response> {
    return fetch(`${this.ready.address}/api${path}`, { headers: bearer(token) });
  }

  /** Sends a POST to `/api` + path, with the token in the Authorization header. */
  post(path: string, body?: object, token?: string): Promise<Response> {
    const json = body && { body: JSON.stringify(body) };
    const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...bearer(token) };
    return fetch(`${this.ready.address}/api${path}`, { method: 'POST', headers, ...json });
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

/** Runs the api without a supervisor, and stops it as soon as it serves requests. */
export async function runApiAlone(
  environment: Environment,
): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [ENTRY], {
    env: variablesOf(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
    // Send the signal only once, because a second signal would end the process without an orderly shutdown.
    if (!child.killed && output.includes('The API is ready')) child.kill('SIGTERM');
  });
  await once(child, 'close');
  return { output, code: child.exitCode };
}

function variablesOf(environment: Environment): NodeJS.ProcessEnv {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined);
  return { PATH: process.env.PATH, ...Object.fromEntries(set.map(([name, value]) => [name, String(value)])) };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
