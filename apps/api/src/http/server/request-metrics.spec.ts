import { Metrics } from '@app/metrics';
import type { Request, Response } from 'express';
import { requestMetrics } from './request-metrics';

const COUNT = 'plantroom_http_request_duration_seconds_count';

describe('requestMetrics', () => {
  it.each([
    ['counts a JSON answer', 'application/json; charset=utf-8', true],
    ['counts an answer without a body', undefined, true],
    ['leaves out an event stream, which stays open for hours', 'text/event-stream; charset=utf-8', false],
  ])('%s', async (_what, type, isCounted) => {
    const metrics = new Metrics();
    const request = { method: 'GET', route: { path: '/api/events' } } as Request;
    const response = { headersSent: true, statusCode: 200, getHeader: () => type } as unknown as Response;
    requestMetrics(metrics)(request, response, 1000);
    const sample = `${COUNT}{method="GET",route="/api/events",status="200"} 1`;
    expect((await metrics.text()).includes(sample)).toBe(isCounted);
  });
});
