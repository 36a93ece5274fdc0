import { TriggerOccurrenceEntity } from '@app/entities';
import { Actor, newId } from '@app/kernel';
import { call, chain } from '../factories/chain';
import { useWorkshops } from '../factories/use-workshops';

const ada = Actor.user(7, 'operator', 'ada');

describe('the event workflow.failed', () => {
  const shops = useWorkshops();
  const { workshop, workflowOf } = shops;
  const occurrences = () => shops.database.dataSource.manager.find(TriggerOccurrenceEntity);

  beforeEach(() => shops.database.dataSource.manager.clear(TriggerOccurrenceEntity));

  it('the event workflow.failed is recorded for other workflows', async () => {
    shops.service.on('a', () => Promise.reject(new Error('x')));
    const shop = workshop();
    const workflow = await workflowOf(chain({ a: call('a') }), { name: 'Pumps' });
    const { id, error } = await shop.execute(workflow);
    expect(await occurrences()).toMatchObject([
      {
        kind: 'event',
        name: 'workflow.failed',
        payload: { workflowId: workflow.id, workflowName: 'Pumps', executionId: id, error: error?.message },
      },
    ]);
  });

  it('the event workflow.failed is not recorded for a dry run', async () => {
    const shop = workshop();
    const broken = { id: 'v', type: 'variable', config: { name: 'x', value: '{{ triggerData.a.b }}' } };
    const workflow = await workflowOf({
      nodes: [{ id: 'start', type: 'start', config: {} }, broken],
      edges: [{ id: 'e', source: 'start', target: 'v' }],
    });
    const { status } = await shop.execute(workflow, {}, true);
    expect(status).toBe('failed');
    expect(await occurrences()).toEqual([]);
  });

  it('the event workflow.failed is recorded neither for a cancelled execution nor for an execution that this event started', async () => {
    shops.service.on('a', () => Promise.reject(new Error('x')));
    const shop = workshop();
    const { id: workflowId, revision } = await workflowOf(chain({ a: call('a') }));
    const caused = await shop.intake.accept({
      workflowId,
      revision,
      trigger: 'event',
      triggerData: { event: 'workflow.failed', workflowId: newId() },
    });
    await shop.run(caused);
    const ended = await shop.intake.accept({ workflowId, revision, trigger: 'event', triggerData: null });
    await shop.control.cancel(ada, workflowId, ended);
    expect(await shop.row(caused)).toMatchObject({ status: 'failed' });
    expect(await occurrences()).toEqual([]);
  });
});
