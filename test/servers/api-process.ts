import type { Environment } from '@app/config';
import type { ProcessReady } from '@app/processes';
import { AppProcess } from './app-process';

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

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
