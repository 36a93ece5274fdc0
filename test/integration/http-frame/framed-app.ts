import type { Environment } from '@app/config';
import { createLogger } from '@app/logging';
import { MetricsModule } from '@app/metrics';
import { Module, type Provider, type Type } from '@nestjs/common';
import { createApi } from '../../../apps/api/src/http/server/create-api';
import { testEnvironment } from '../../harness';

export type LogLine = Record<string, unknown> & { level: number; msg?: string };

export interface FramedApp {
  url: string;
  /** The log output so far. */
  log: LogLine[];
  /** Sends a request. A body that is not text is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON, or undefined if it is not JSON. */
  body: unknown;
}

/** Serves the controllers of a test with the API's middleware, guards and error handling. */
export async function serveFramed(
  controllers: Type[],
  { providers = [], ...overrides }: Partial<Environment> & { providers?: Provider[] } = {},
): Promise<FramedApp> {
  const log: LogLine[] = [];
  const logger = createLogger('info', { write: (line) => log.push(JSON.parse(line) as LogLine) });
  class FramedModule {}
  Module({ imports: [MetricsModule], providers, controllers })(FramedModule);
  const { app, close } = await createApi(FramedModule, testEnvironment(overrides), logger);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    url,
    log,
    close,
    call: async (method, path, body, headers = {}) => {
      const isText = typeof body === 'string' || body === undefined;
      const request: RequestInit = {
        method,
        headers: isText ? headers : { 'content-type': 'application/json', ...headers },
      };
      if (body !== undefined) request.body = isText ? body : JSON.stringify(body);
      const response = await fetch(`${url}${path}`, request);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parsed(text) };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
