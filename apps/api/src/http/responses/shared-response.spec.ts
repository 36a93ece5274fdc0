import type { Response } from 'express';
import { sharedResponse } from './shared-response';

function answerTo(known?: string) {
  const headers = new Map<string, unknown>();
  const answer = { status: 200, body: '', headers };
  const response = {
    req: { get: () => known },
    setHeader: (name: string, value: unknown) => void headers.set(name, value),
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    end: (bytes: Buffer | string = '') => void (answer.body = bytes.toString()),
  };
  return { answer, response: response as unknown as Response };
}

describe('sharedResponse', () => {
  let serialized: number;
  const write = sharedResponse((value) => {
    serialized += 1;
    return JSON.stringify(value);
  }, 15);
  const send = (value: object, known?: string) => {
    const { answer, response } = answerTo(known);
    write(value, response);
    return answer;
  };

  beforeEach(() => (serialized = 0));

  it('serializes an object once, however often it is sent', () => {
    const value = { name: 'Büro' };
    const answers = [send(value), send(value), send(value)];
    expect(serialized).toBe(1);
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"name":"Büro"}']));
    expect(answers[2]?.headers.get('Content-Length')).toBe(16);
    expect(answers[2]?.headers.get('Cache-Control')).toBe('public, max-age=15');
  });

  it('answers 304 without a body to a client that already has the current content', () => {
    const etag = String(send({ count: 1 }).headers.get('ETag'));
    expect(send({ count: 1 }, etag)).toMatchObject({ status: 304, body: '' });
    expect(send({ count: 1 }, `"other", W/${etag}`).status).toBe(304);
    expect(send({ count: 2 }, etag)).toMatchObject({ status: 200, body: '{"count":2}' });
  });
});
