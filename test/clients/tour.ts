// The parts of the tour that do not depend on the client.
import type { WorkflowInputDto } from './hey-api';

type StreamEvent = { type: string; executionId?: string; status?: string };

/** The responses of a tour. The response types of the client must be assignable to these types. */
export interface Answers {
  me: { role: string };
  areas: unknown[];
  days: unknown[];
  stats: { total: number | null };
  first: IteratorResult<StreamEvent>;
  more: { areas: unknown[] };
  restored: { areas: unknown[] };
  workflows: { trigger: { type: string } }[];
  status: string;
  nodeResults: { nodeId: string; status: string }[];
  refusal: object | undefined;
  success: boolean;
}

const DAY_MS = 86_400_000;
export const FIXED_MONTH = {
  from: new Date(Date.now() - 30 * DAY_MS).toISOString(),
  to: new Date().toISOString(),
};

export const WORKFLOW = {
  name: 'Dim the lights',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'dim',
      type: 'set_point',
      config: { code: 'F1.EAST.LIGHT.LEVEL', value: '{{ triggerData.percent }}' },
    },
  ],
  edges: [{ source: 'start', target: 'dim' }],
} satisfies WorkflowInputDto;

/** Waits for the event that reports the end of an execution. Returns the final status of the execution. */
export async function endOf(events: AsyncIterator<StreamEvent>, executionId: string): Promise<string> {
  for (;;) {
    const { done, value } = await events.next();
    if (done) throw new Error('The event stream ended before the execution did.');
    if (value.executionId === executionId && value.status !== 'running') return value.status ?? '';
  }
}

/**
 * Prints the parts of the responses that test/e2e/product/tour.test.ts compares. Then ends the process, which also
 * closes the event stream.
 */
export function finish(tour: Promise<Answers>): void {
  tour.then(
    (answers) => {
      console.log(JSON.stringify(findingsOf(answers)));
      process.exit(0);
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

function findingsOf({ areas, first, refusal, ...answers }: Answers) {
  return {
    role: answers.me.role,
    areas: areas.length,
    days: answers.days.length,
    total: answers.stats.total,
    firstEvent: first.done ? null : first.value.type,
    added: answers.more.areas.length - areas.length,
    restored: answers.restored.areas.length - areas.length,
    workflows: answers.workflows.map(({ trigger }) => trigger.type),
    status: answers.status,
    nodes: answers.nodeResults.map(({ nodeId, status }) => `${nodeId}: ${status}`),
    refusal: refusal && 'code' in refusal ? refusal.code : null,
    success: answers.success,
  };
}
