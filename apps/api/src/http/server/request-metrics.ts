import type { Metrics } from '@app/metrics';
import type { Request, Response } from 'express';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

export type RecordRequest = (request: Request, response: Response, durationMs: number) => void;

/**
 * Counts and times requests by method, route pattern and status. All unknown paths share one label, and so do all
 * unknown methods, so that callers cannot create new series. Event streams are not counted, because they stay open for
 * hours.
 */
export function requestMetrics(metrics: Metrics): RecordRequest {
  const durations = metrics.histogram({
    name: 'plantroom_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer. Status "aborted": the client disconnected.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
  });
  return ({ method, route }, response, durationMs) => {
    if (isEventStream(response)) return;
    const { headersSent, statusCode } = response;
    const { path = 'none' } = (route ?? {}) as { path?: string };
    const labels = {
      method: METHODS.has(method) ? method : 'other',
      route: path,
      status: headersSent ? statusCode : 'aborted',
    };
    durations.observe(labels, durationMs / 1000);
  };
}

function isEventStream(response: Response): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}
