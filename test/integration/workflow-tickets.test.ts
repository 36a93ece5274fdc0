import {
  AlertEntity,
  AuditEntryEntity,
  FaultEntity,
  MaintenanceEntity,
  TriggerOccurrenceEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { Actor, newId } from '@app/kernel';
import { chain } from '../factories/chain';
import { RuleDesk } from '../factories/rule-desk';
import { HOUR_MS, useWaits } from '../factories/use-waits';
import { WorkDesk } from '../factories/work-desk';

const ENGINEER = Actor.user(3, 'engineer', 'ada');
const MINUTE_MS = 60_000;
const leak = { title: 'Leak', severity: 'major' } as const;

const keyed = (key: string) => ({ fields: leak, key });

/** A new run of a node. */
const step = () => ({ execution: { id: newId(), workflowId: newId() }, stepKey: newId() });

describe('tickets of workflows', () => {
  const { clock, shops, manager, workshop, evaluateAll } = useWaits();
  let desk: WorkDesk;

  beforeEach(async () => {
    for (const entity of [AlertEntity, FaultEntity, MaintenanceEntity, WorkflowExecutionEntity])
      await manager().deleteAll(entity);
    desk = new WorkDesk(shops.database, clock);
  });

  const statusOf = async (id: number | null) =>
    (await manager().findOneByOrFail(FaultEntity, { id: id ?? 0 })).status;

  it('a repeated run of a node creates and changes nothing, and gets the first result', async () => {
    const { faults, workOrders } = desk.tickets;
    const one = step();
    const fault = await faults.create({ fields: leak, ...one });
    expect(fault).toEqual({ id: fault.id, created: true, status: 'open' });
    expect(await faults.create({ fields: leak, ...one })).toEqual(fault);
    const order = { fields: { title: 'Repair', faultId: fault.id }, ...step() };
    const created = await workOrders.create(order);
    expect(await workOrders.create(order)).toEqual(created);
    expect([await manager().count(FaultEntity), await manager().count(MaintenanceEntity)]).toEqual([1, 1]);
    const begin = { fields: { status: 'in_progress' }, ticket: { id: fault.id }, ...step() } as const;
    const begun = await faults.change(begin);
    await desk.faults.change(ENGINEER, fault.id, { status: 'resolved' });
    expect(await faults.change(begin)).toEqual(begun);
    expect(await statusOf(fault.id)).toBe('resolved');
  });

  it('one ticket has a key until it is finished, even if several executions create it at once', async () => {
    const { faults, workOrders } = desk.tickets;
    const made = await Promise.all(
      Array.from({ length: 6 }, () => faults.create({ ...keyed('leak'), ...step() })),
    );
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    const [{ id } = { id: 0 }] = made;
    expect(new Set(made.map((each) => each.id))).toEqual(new Set([id]));
    const ticket = { key: 'leak' };
    for (const status of ['in_progress', 'resolved'] as const) {
      expect(await faults.change({ fields: { status }, ticket, ...step() })).toEqual({ id, status });
    }
    expect(await faults.change({ fields: { status: 'closed' }, ticket, ...step() })).toEqual({
      id: null,
      status: null,
    });
    const next = await faults.create({ ...keyed('leak'), ...step() });
    expect(next).toMatchObject({ created: true });
    expect(next.id).not.toBe(id);

    const order = await workOrders.create({ ...keyed('leak'), fields: { title: 'Repair' }, ...step() });
    const repeated = await workOrders.create({ ...keyed('leak'), fields: { title: 'Again' }, ...step() });
    expect(repeated).toEqual({ ...order, created: false });
    await workOrders.change({ fields: { status: 'cancelled' }, ticket: { id: order.id }, ...step() });
    expect(await workOrders.create({ ...keyed('leak'), fields: { title: 'New' }, ...step() })).toMatchObject({
      created: true,
    });
  });

  it('a node that changes a ticket follows the same steps as a person, and a dry run refuses the same', async () => {
    const { faults } = desk.tickets;
    const { id } = await faults.create({ fields: leak, ...step() });
    const closing = { fields: { status: 'closed' }, ticket: { id } } as const;
    await expect(faults.change({ ...closing, ...step() })).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(faults.check(closing)).rejects.toMatchObject({ code: 'wrong_state' });
    const gone = { fields: { title: 'x' }, ticket: { id: 4711 } };
    await expect(faults.change({ ...gone, ...step() })).rejects.toMatchObject({ code: 'not_found' });
    const unknown = { fields: { ...leak, objectId: 4711 } };
    await expect(faults.check(unknown)).rejects.toMatchObject({ details: [{ path: 'objectId' }] });
  });

  it('a dry run stores nothing and publishes nothing', async () => {
    const { faults, workOrders } = desk.tickets;
    const { id } = await faults.create({ fields: leak, ...step() });
    const before = [await manager().count(AuditEntryEntity), await manager().count(TriggerOccurrenceEntity)];
    const published = desk.published.length;
    await faults.check({ fields: leak });
    await faults.check({ fields: { status: 'in_progress' }, ticket: { id } });
    await workOrders.check({ fields: { title: 'Repair' } });
    expect([await manager().count(AuditEntryEntity), await manager().count(TriggerOccurrenceEntity)]).toEqual(
      before,
    );
    expect(desk.published).toHaveLength(published);
    expect([await manager().count(FaultEntity), await manager().count(MaintenanceEntity)]).toEqual([1, 0]);
    expect(await statusOf(id)).toBe('open');
  });

  it('a workflow opens tickets for a silent meter, escalates them, and closes them when the alert is cleared', async () => {
    const rules = new RuleDesk(shops.database, clock);
    const measure = () =>
      rules.values.accept(
        [{ code: 'METER1', value: 5, quality: 'good', timestamp: clock.now().toISOString() }],
        undefined,
        rules.evaluator.follower,
      );
    await measure();
    await rules.rules.create(ENGINEER, {
      name: 'The meter is silent',
      severity: 'major',
      pointCode: 'METER1',
      condition: { kind: 'noData', minutes: 10 },
    });
    const alertId = '{{ triggerData.alert.id }}';
    const faultId = '{{ nodeOutputs.fault.faultId }}';
    const workOrderId = '{{ nodeOutputs.order.workOrderId }}';
    const cleared = {
      event: { name: 'alert.cleared', condition: 'triggerData.alert.id === given.alertId' },
      given: { alertId },
    };
    const toFault = (status: string) => ({ type: 'update_fault', config: { faultId, status } });
    const toOrder = (status: string) => ({ type: 'update_work_order', config: { workOrderId, status } });
    const { nodes, edges } = chain({
      fault: {
        type: 'create_fault',
        config: { alertId, key: 'silent-{{ triggerData.alert.pointCode }}' },
      },
      order: { type: 'create_work_order', config: { title: 'Check the meter', faultId } },
      soon: { type: 'wait_for', config: { ...cleared, timeoutMs: HOUR_MS } },
      escalate: { type: 'update_work_order', config: { workOrderId, priority: 'urgent' } },
      later: { type: 'wait_for', config: { ...cleared, timeoutMs: 24 * HOUR_MS } },
      begun: toOrder('in_progress'),
      completed: toOrder('completed'),
      working: toFault('in_progress'),
      resolved: toFault('resolved'),
      closed: toFault('closed'),
    });
    const labels: Record<string, string> = { soon: 'timeout', later: 'met' };
    const labelled = edges.map((edge) => ({ ...edge, label: labels[edge.source] }));
    const early = { id: 'early', source: 'soon', target: 'begun', label: 'met' };
    await shops.workflowOf(
      { nodes, edges: [...labelled, early] },
      { triggerType: 'event', triggerConfig: { event: 'alert.raised' } },
    );
    const shop = workshop({ ports: { tickets: desk.tickets } });
    const proceed = async () => {
      await rules.evaluator.tick(undefined);
      await evaluateAll(shop);
      for (const { id } of await manager().findBy(WorkflowExecutionEntity, { status: 'running' }))
        await shop.run(id);
    };
    const shown = async () => {
      const [fault] = await manager().find(FaultEntity);
      const [order] = await manager().find(MaintenanceEntity);
      return [fault?.status, order?.status, order?.priority];
    };

    await proceed();
    expect(await shown()).toEqual([undefined, undefined, undefined]);
    clock.advance(11 * MINUTE_MS);
    await proceed();
    expect(await shown()).toEqual(['open', 'open', 'normal']);
    const [fault] = await manager().find(FaultEntity);
    const [alert] = await manager().find(AlertEntity);
    expect(fault).toMatchObject({ alertId: alert?.id, title: 'The meter is silent', severity: 'major' });
    clock.advance(HOUR_MS);
    await proceed();
    expect(await shown()).toEqual(['open', 'open', 'urgent']);
    await measure();
    await proceed();
    expect(await shown()).toEqual(['closed', 'completed', 'urgent']);
    expect(await manager().findBy(WorkflowExecutionEntity, { status: 'success' })).toHaveLength(1);
    expect([await manager().count(FaultEntity), await manager().count(MaintenanceEntity)]).toEqual([1, 1]);
  });
});
