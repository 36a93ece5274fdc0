import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@app/kernel';
import { type ContractRow, isContent } from './contract-row';
import type { ContractWorld } from './contract-world';
import { shapeProblems } from './shape-problems';

type Given<Value> = Value | ((world: ContractWorld) => Value | Promise<Value>);

/** Maximum time for which the walk waits for background work. */
const PATIENCE_MS = 150_000;

/** Calls the routes of the contract's rows, one after the other, and compares the answers. */
export class ContractWalk {
  constructor(private readonly world: ContractWorld) {}

  /** Calls the row's route. @returns the differences between the answer and the row */
  async problems(row: ContractRow): Promise<string[]> {
    try {
      const untilMs = Date.now() + PATIENCE_MS;
      for (;;) {
        const { status, type, body } = await this.answer(row);
        if (status !== row.status) return [`answered ${status}: ${JSON.stringify(body)?.slice(0, 300)}`];
        if (row.until && !row.until(body as never) && Date.now() < untilMs) {
          await pause(100);
          continue;
        }
        if (row.keep !== undefined) this.world.keep(row.keep, body);
        if (isContent(row.answer)) return type.startsWith(row.answer.content) ? [] : [`answered ${type}`];
        const late = row.until && !row.until(body as never) ? [`still answers ${JSON.stringify(body)}`] : [];
        return [...late, ...shapeProblems(row.answer, body), ...shapeProblems(row.exact ?? 'any', body)];
      }
    } catch (error) {
      return [`could not be called: ${String(error)}`];
    }
  }

  private async answer(row: ContractRow): Promise<{ status: number; type: string; body: unknown }> {
    const response = await (row.call ? row.call(this.world) : this.send(row));
    const type = response.headers.get('content-type') ?? '';
    const missing = row.paged && response.ok ? missingHeaders(response) : [];
    if (missing.length > 0) throw new Error(`The list has no header ${missing.join(', ')}.`);
    if (type.startsWith('application/json'))
      return { status: response.status, type, body: await response.json() };
    await response.body?.cancel();
    return { status: response.status, type, body: null };
  }

  private async send(row: ContractRow): Promise<Response> {
    const { method, url } = await this.target(row);
    const content = await this.content(row);
    const headers = new Headers({ ...content.headers, ...(await this.given(row.headers)) });
    const token = this.tokenOf(row);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    return fetch(url, { method, headers, body: content.body });
  }

  private async target({ route, path, search }: ContractRow): Promise<{ method: string; url: string }> {
    const [method = '', template = ''] = route.split(' ');
    const values = (await this.given(path)) ?? {};
    const filled = template.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(values[name])),
    );
    const query = new URLSearchParams((await this.given(search)) ?? {});
    return { method, url: `${this.world.address}${filled}${query.size > 0 ? `?${query.toString()}` : ''}` };
  }

  private async content({ body, form, text }: ContractRow): Promise<{
    body?: string | FormData;
    headers?: Record<string, string>;
  }> {
    if (text !== undefined) return { body: text, headers: { 'content-type': 'text/csv' } };
    const file = await this.given(form);
    if (file) {
      const data = new FormData();
      for (const [name, value] of Object.entries(file.fields ?? {})) data.append(name, value);
      data.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
      return { body: data };
    }
    const json = await this.given(body);
    return json ? { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } } : {};
  }

  private async given<Value extends object>(value: Given<Value> | undefined): Promise<Value | undefined> {
    return typeof value === 'function' ? value(this.world) : value;
  }

  /** Returns the access token of a user with the lowest role of the row; null if the route needs no access token. */
  private tokenOf({ access }: ContractRow): string | null {
    if (access === 'public' || access === 'stream token') return null;
    const roles: Record<string, Role> = { self: 'viewer', 'self or admin': 'admin' };
    return this.world.session(roles[access] ?? (access as Role)).accessToken;
  }
}

function missingHeaders({ headers }: Response): string[] {
  return ['x-total-count', 'link'].filter((name) => !headers.has(name));
}
