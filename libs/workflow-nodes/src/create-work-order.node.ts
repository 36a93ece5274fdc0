import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { describeData } from './describe-data';
import { DRY_RUN_ID } from './record-id';
import { ticketKey, ticketTitle, WorkOrderFields, withShortTitle } from './ticket-fields';

/** Creates the work order once per run of the node. */
export const createWorkOrderNode = defineNode({
  type: 'create_work_order',
  name: 'Create work order',
  description:
    'Creates a work order. If a key is set and an open work order has it, that work order is returned and ' +
    '`created` is false. After a crash no second work order is created.',
  category: 'action',
  config: Type.Object({
    key: Type.Optional(
      ticketKey(
        'Identifies the work for all workflows. Only one work order that is neither completed nor cancelled has this key.',
      ),
    ),
    title: ticketTitle('Short name of the work.'),
    ...WorkOrderFields,
  }),
  outputs: describeData(
    Type.Object({
      workOrderId: Type.Integer({ description: 'Id of the work order.' }),
      created: Type.Boolean({ description: 'Whether the work order is new.' }),
      status: Type.String({ description: 'Status of the work order.' }),
    }),
  ),
  needs: ['tickets'],
  acts: true,
  async rehearse({ key: _key, faultId, ...fields }, log, { ports }) {
    const linked = faultId === DRY_RUN_ID ? fields : { ...fields, faultId };
    await ports.tickets.workOrders.check({ fields: withShortTitle(linked) });
    log(`Would have created the work order "${fields.title}".`);
    return { workOrderId: DRY_RUN_ID, created: true, status: 'open' };
  },
  async run(step) {
    const { config, execution, signal, ports, idempotencyKey: stepKey } = step;
    const { key, ...fields } = config;
    signal.throwIfAborted();
    const request = { fields: withShortTitle(fields), key, execution, stepKey };
    const { id, created, status } = await ports.tickets.workOrders.create(request);
    step.log(created ? `Created work order ${id}.` : `Work order ${id} with this key is still open.`);
    return { kind: 'done', output: { workOrderId: id, created, status } };
  },
});
