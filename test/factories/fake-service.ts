import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpPort, HttpPortRequest, HttpPortResponse } from '@app/workflow-engine';

type Answer = (request: HttpPortRequest) => Promise<HttpPortResponse> | HttpPortResponse;

export const ok = (body: unknown = {}): HttpPortResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Never responds, and throws when the node is aborted. */
export const hang: Answer = async ({ signal }) => {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
};

export const slowly =
  (ms: number): Answer =>
  async () => {
    await delay(ms);
    return ok();
  };

/** A fake external system for `http_request`: it records requests and returns configured responses. */
export class FakeService implements HttpPort {
  readonly requests: HttpPortRequest[] = [];
  readonly check = async () => undefined;
  private readonly answers = new Map<string, Answer>();

  /** Sets the response for a path. */
  on(path: string, answer: Answer): this {
    this.answers.set(path, answer);
    return this;
  }

  /** Holds every response for a path until the returned function is called. */
  hold(path: string, answer: Answer = () => ok()): () => void {
    const held = new EventEmitter();
    this.on(path, async (request) => {
      await once(held, 'finish');
      return answer(request);
    });
    return () => held.emit('finish');
  }

  async request(request: HttpPortRequest): Promise<HttpPortResponse> {
    this.requests.push(request);
    return (this.answers.get(this.pathOf(request)) ?? (() => ok()))(request);
  }

  /** The paths of the requests in their order. */
  get paths(): string[] {
    return this.requests.map((request) => this.pathOf(request));
  }

  keysOf(path: string): (string | undefined)[] {
    const asked = this.requests.filter((request) => this.pathOf(request) === path);
    return asked.map(({ headers }) => headers['idempotency-key'] ?? headers['Idempotency-Key']);
  }

  private pathOf({ url }: HttpPortRequest): string {
    return new URL(url).pathname.slice(1);
  }
}
