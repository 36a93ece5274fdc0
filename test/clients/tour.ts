// What the tours of both clients share.
import type { components } from './api';

export type Areas = components['schemas']['AreasDto'];
type NewWorkflow = components['schemas']['WorkflowInputDto'];
type StreamEvent = { type: string; executionId?: string; status?: string };

/** What a tour has seen. */
export interface Findings {
  role: string;
  areas: number;
  days: number;
  total: number | null;
  firstEvent: string | null;
  added: number;
  restored: number;
  workflows: string[];
  status: string;
  nodes: string[];
  refusal: string | null;
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
} satisfies NewWorkflow;

/** How an execution ended, as the event stream says. */
export async function endOf(events: AsyncIterator<StreamEvent>, executionId: string): Promise<string> {
  for (;;) {
    const { done, value } = await events.next();
    if (done) throw new Error('The stream has ended.');
    if (value.executionId === executionId && value.status !== 'running') return value.status ?? '';
  }
}

/** Prints what a tour has found, and ends the process with its stream. */
export function finish(tour: Promise<Findings>): void {
  tour.then(
    (findings) => {
      console.log(JSON.stringify(findings));
      process.exit(0);
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
