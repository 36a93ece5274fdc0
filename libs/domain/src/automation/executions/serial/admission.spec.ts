import type { WorkflowMode } from '@app/entities';
import { Admission, MOST_WAITING } from './admission';

const running = (id: string, serialNumber: number | null = 1) => ({ id, serialNumber, hasStarted: true });
const waiting = (id: string, serialNumber: number) => ({ id, serialNumber, hasStarted: false });

/** The verdicts about the new executions a, b and c. */
function verdicts(mode: WorkflowMode, unfinished: ConstructorParameters<typeof Admission>[1]) {
  const admission = new Admission(mode, unfinished);
  const decided = ['a', 'b', 'c'].map((id) => {
    const verdict = admission.decide(id);
    return 'serialNumber' in verdict ? `${verdict.kind} ${verdict.serialNumber}` : verdict.kind;
  });
  return { decided, replaced: Object.fromEntries(admission.replaced) };
}

describe('the admission of executions', () => {
  it.each<[WorkflowMode, string, ReturnType<typeof running>[], string[], Record<string, string>]>([
    ['parallel', 'an idle', [], ['start', 'start', 'start'], {}],
    ['parallel', 'a running', [running('x')], ['start', 'start', 'start'], {}],
    ['single', 'an idle', [], ['start 1', 'workflow_busy', 'workflow_busy'], {}],
    ['single', 'a running', [running('x')], ['workflow_busy', 'workflow_busy', 'workflow_busy'], {}],
    ['single', 'a waiting', [waiting('x', 4)], ['workflow_busy', 'workflow_busy', 'workflow_busy'], {}],
    ['queued', 'an idle', [], ['start 1', 'wait 2', 'wait 3'], {}],
    ['queued', 'a running', [running('x', 7)], ['wait 8', 'wait 9', 'wait 10'], {}],
    ['queued', 'a formerly parallel', [running('x', null)], ['wait 1', 'wait 2', 'wait 3'], {}],
    ['restart', 'an idle', [], ['start 1', 'start 2', 'start 3'], { a: 'b', b: 'c' }],
    [
      'restart',
      'a running and waiting',
      [running('x', 5), waiting('y', 6)],
      ['start 7', 'start 8', 'start 9'],
      { x: 'a', y: 'a', a: 'b', b: 'c' },
    ],
  ])(
    'decides by the mode of the trigger and the unfinished executions: mode %s, %s workflow',
    (mode, _, unfinished, decided, replaced) => {
      expect(verdicts(mode, unfinished)).toEqual({ decided, replaced });
    },
  );

  it('queues a hundred executions, and refuses the next one', () => {
    const others = Array.from({ length: MOST_WAITING - 2 }, (_, index) => waiting(`w${index}`, index + 2));
    const { decided } = verdicts('queued', [running('x'), ...others]);
    expect(decided).toEqual(['wait 100', 'wait 101', 'workflow_queue_full']);
  });
});
