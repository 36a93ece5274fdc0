import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { describeData } from './describe-data';
import { oneOf } from './one-of';
import { DRY_RUN_ID, recordId } from './record-id';
import { changeProblems, ticketKey, ticketTitle, WorkOrderFields, withShortTitle } from './ticket-fields';

/** Changes the work order once per run of the node. */
export const updateWorkOrderNode = defineNode({
  type: 'update_work_order',
  name: 'Update work order',
  description:
    'Changes a work order. Omitted fields keep their value. A status that cannot follow the current one fails with ' +
    '`wrong_state`. A second run changes nothing.',
  category: 'action',
  config: Type.Object({
    workOrderId: Type.Optional(
      recordId({
        title: 'Work order',
        description: 'Id of the work order.',
        examples: ['{{ nodeOutputs.order.workOrderId }}'],
      }),
    ),
    key: Type.Optional(
      ticketKey('Selects the open work order with this key. If there is none, nothing happens.'),
    ),
    status: Type.Optional(
      oneOf(['open', 'in_progress', 'on_hold', 'completed', 'cancelled'], {
        title: 'Status',
        description:
          'The new status. Work cannot become `open` again. A completed or cancelled work order cannot change its status.',
        examples: ['cancelled'],
      }),
    ),
    title: Type.Optional(ticketTitle('Short name of the work.')),
    ...WorkOrderFields,
  }),
  outputs: describeData(
    Type.Object({
      workOrderId: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Id of the work order; null if no open work order has the key.',
      }),
      status: Type.Union([Type.String(), Type.Null()], {
        description: 'Status of the work order after the change; null if there is none.',
      }),
    }),
  ),
  needs: ['tickets'],
  acts: true,
  check: (config) => changeProblems('workOrderId', config),
  async rehearse({ workOrderId: id, key, faultId, ...changes }, log, { ports }) {
    const linked = faultId === DRY_RUN_ID ? changes : { ...changes, faultId };
    const request = { fields: withShortTitle(linked), ticket: { id, key } };
    if (id !== DRY_RUN_ID) await ports.tickets.workOrders.check(request);
    log(`Would have changed the work order ${id ?? `with the key "${key}"`}.`);
    return { workOrderId: id ?? DRY_RUN_ID, status: changes.status ?? 'open' };
  },
  async run(step) {
    const { config, execution, signal, ports, idempotencyKey: stepKey } = step;
    const { workOrderId: selected, key, ...changes } = config;
    signal.throwIfAborted();
    const request = { fields: withShortTitle(changes), ticket: { id: selected, key }, execution, stepKey };
    const { id, status } = await ports.tickets.workOrders.change(request);
    step.log(id === null ? 'No open work order has this key.' : `Changed work order ${id}.`);
    return { kind: 'done', output: { workOrderId: id, status } };
  },
});
