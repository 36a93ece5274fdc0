import { type Clock, DomainError } from '@app/kernel';
import type { HttpPortResponse, Json, NodePorts } from '@app/workflow-engine';

const ANSWERS: Record<string, HttpPortResponse> = {
  'weather.example.org': {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"outside": 3.5}',
  },
  'down.example.org': { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Closed.' },
};
const LOCKED = 'AHU1.FAN.CMD';

/** What the workflows of docs/workflows.md reach, as that page says it. */
export function madeUpWorld(clock: Clock): NodePorts {
  const written = new Map<string, Json>();
  return {
    http: {
      request: async ({ url }) => {
        const answer = ANSWERS[new URL(url).hostname];
        if (!answer)
          throw new DomainError('upstream_failed', 'host_not_found', 'No host of this name was found.');
        return answer;
      },
    },
    mail: { send: async () => undefined },
    sql: { run: async () => ({ rows: [], rowCount: 0 }) },
    points: {
      write: async (code, value) => {
        if (code === LOCKED) throw new DomainError('forbidden', 'interlock', 'The fan is locked out.');
        written.set(code, value);
      },
      read: async (code) => ({
        value: written.get(code) ?? null,
        quality: 'good',
        timestamp: clock.now().toISOString(),
      }),
    },
  };
}
