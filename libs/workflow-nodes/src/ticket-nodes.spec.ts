import { DomainError } from '@app/kernel';
import type { NodePorts } from '@app/workflow-engine';
import { rehearseNode, TRIAL_EXECUTION, tryNode } from '../../../test/factories/node-trial';
import { createFaultNode } from './create-fault.node';
import { createWorkOrderNode } from './create-work-order.node';
import { DRY_RUN_ID } from './record-id';
import { updateFaultNode } from './update-fault.node';
import { updateWorkOrderNode } from './update-work-order.node';

const STEP = { execution: TRIAL_EXECUTION, stepKey: 'execution-1/node-1' };

/** A fake of one kind of tickets. The only ticket has the id 7 and is found by every key, unless `isMissing`. */
function theTickets({ created = true, isMissing = false } = {}) {
  const calls: unknown[] = [];
  const answer =
    <Answer>(value: Answer) =>
    (request: unknown) => {
      calls.push(request);
      return Promise.resolve(value);
    };
  const tickets = {
    create: answer({ id: 7, created, status: 'open' }),
    change: answer(isMissing ? { id: null, status: null } : { id: 7, status: 'resolved' }),
    check: answer(undefined),
  };
  const ports: Partial<NodePorts> = { tickets: { faults: tickets, workOrders: tickets } };
  return { calls, ports };
}

describe('the nodes of faults', () => {
  it('create_fault passes the resolved fields, the key and the step, and cuts a long title', async () => {
    const { calls, ports } = theTickets();
    const config = { title: '{{ triggerData.text }}', key: 'leak-{{ triggerData.floor }}', alertId: 4 };
    const triggerData = { text: 'x'.repeat(300), floor: 3 };
    const { outcome, logs } = await tryNode(createFaultNode, config, { ports, triggerData });
    expect(outcome).toEqual({ kind: 'done', output: { faultId: 7, created: true, status: 'open' } });
    expect(calls).toEqual([{ fields: { title: 'x'.repeat(255), alertId: 4 }, key: 'leak-3', ...STEP }]);
    expect(logs).toEqual(['Created fault 7.']);
  });

  it('create_fault says that the fault with the key exists', async () => {
    const { outcome, logs } = await tryNode(
      createFaultNode,
      { title: 'Leak' },
      theTickets({ created: false }),
    );
    expect(outcome).toMatchObject({ output: { faultId: 7, created: false } });
    expect(logs).toEqual(['Fault 7 with this key is not resolved yet.']);
  });

  it('update_fault selects the fault by its id or its key', async () => {
    const { calls, ports } = theTickets();
    const fields = { status: 'resolved' };
    const { outcome } = await tryNode(updateFaultNode, { faultId: 7, ...fields }, { ports });
    expect(outcome).toEqual({ kind: 'done', output: { faultId: 7, status: 'resolved' } });
    await tryNode(updateFaultNode, { key: 'leak', ...fields }, { ports });
    expect(calls).toEqual([
      { fields, ticket: { id: 7 }, ...STEP },
      { fields, ticket: { key: 'leak' }, ...STEP },
    ]);
  });

  it('update_fault does nothing if no unresolved fault has the key', async () => {
    const config = { key: 'leak', status: 'resolved' };
    const { outcome, logs } = await tryNode(updateFaultNode, config, theTickets({ isMissing: true }));
    expect(outcome).toEqual({ kind: 'done', output: { faultId: null, status: null } });
    expect(logs).toEqual(['No unresolved fault has this key.']);
  });

  it('a dry run checks what it would create and change, except tickets of the same dry run', async () => {
    const { calls, ports } = theTickets();
    const created = await rehearseNode(createFaultNode, { title: 'Leak', key: 'leak' }, { ports });
    expect(created).toEqual({
      output: { faultId: DRY_RUN_ID, created: true, status: 'open' },
      logs: ['Would have created the fault "Leak".'],
    });
    await rehearseNode(createFaultNode, { alertId: DRY_RUN_ID }, { ports });
    await rehearseNode(updateFaultNode, { faultId: DRY_RUN_ID, status: 'in_progress' }, { ports });
    const changed = await rehearseNode(updateFaultNode, { faultId: 7, status: 'in_progress' }, { ports });
    expect(changed.output).toEqual({ faultId: 7, status: 'in_progress' });
    expect(calls).toEqual([
      { fields: { title: 'Leak' } },
      { fields: { status: 'in_progress' }, ticket: { id: 7 } },
    ]);
  });

  it('a dry run fails like a real run', async () => {
    const check = jest.fn().mockRejectedValue(new DomainError('conflict', 'wrong_state', 'No.'));
    const ports = { tickets: { faults: { check } } } as unknown as Partial<NodePorts>;
    await expect(rehearseNode(updateFaultNode, { faultId: 7, status: 'closed' }, { ports })).rejects.toThrow(
      'No.',
    );
  });
});

describe('the nodes of work orders', () => {
  it('create_work_order and update_work_order pass the fields and the step', async () => {
    const { calls, ports } = theTickets();
    const order = { title: 'Check', faultId: 4, priority: 'high', dueAt: '2026-05-01' };
    const created = await tryNode(createWorkOrderNode, { ...order, key: 'k' }, { ports });
    expect(created.outcome).toEqual({
      kind: 'done',
      output: { workOrderId: 7, created: true, status: 'open' },
    });
    const changed = await tryNode(updateWorkOrderNode, { workOrderId: 7, status: 'on_hold' }, { ports });
    expect(changed.outcome).toMatchObject({ output: { workOrderId: 7 } });
    expect(calls).toEqual([
      { fields: order, key: 'k', ...STEP },
      { fields: { status: 'on_hold' }, ticket: { id: 7 }, ...STEP },
    ]);
  });

  it('a dry run does not look for the fault that it has not created', async () => {
    const { calls, ports } = theTickets();
    await rehearseNode(createWorkOrderNode, { title: 'Check', faultId: DRY_RUN_ID }, { ports });
    await rehearseNode(updateWorkOrderNode, { key: 'k', faultId: 4 }, { ports });
    expect(calls).toEqual([{ fields: { title: 'Check' } }, { fields: { faultId: 4 }, ticket: { key: 'k' } }]);
  });
});
