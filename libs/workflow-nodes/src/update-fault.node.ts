import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { describeData } from './describe-data';
import { oneOf } from './one-of';
import { DRY_RUN_ID, recordId } from './record-id';
import { changeProblems, FaultFields, ticketKey, ticketTitle, withShortTitle } from './ticket-fields';

/** Changes the fault once per run of the node. */
export const updateFaultNode = defineNode({
  type: 'update_fault',
  name: 'Update fault',
  description:
    'Changes a fault. Omitted fields keep their value. A status that cannot follow the current one fails with ' +
    '`wrong_state`. A second run changes nothing.',
  category: 'action',
  config: Type.Object({
    faultId: Type.Optional(
      recordId({
        title: 'Fault',
        description: 'Id of the fault.',
        examples: ['{{ nodeOutputs.fault.faultId }}'],
      }),
    ),
    key: Type.Optional(
      ticketKey('Selects the unresolved fault with this key. If there is none, nothing happens.'),
    ),
    status: Type.Optional(
      oneOf(['open', 'in_progress', 'resolved', 'closed'], {
        title: 'Status',
        description:
          'The new status. The order is `open`, `in_progress`, `resolved`, `closed`. A resolved or closed fault can become `open` again.',
        examples: ['in_progress'],
      }),
    ),
    title: Type.Optional(ticketTitle('Short name of the problem.')),
    ...FaultFields,
    rootCause: Type.Optional(
      Type.String({
        title: 'Root cause',
        description: 'Why the fault occurred.',
        maxLength: 10_000,
        examples: ['The meter was without power.'],
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      faultId: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Id of the fault; null if no unresolved fault has the key.',
      }),
      status: Type.Union([Type.String(), Type.Null()], {
        description: 'Status of the fault after the change; null if there is none.',
      }),
    }),
  ),
  needs: ['tickets'],
  acts: true,
  check: (config) => changeProblems('faultId', config),
  async rehearse({ faultId: id, key, ...changes }, log, { ports }) {
    const request = { fields: withShortTitle(changes), ticket: { id, key } };
    if (id !== DRY_RUN_ID) await ports.tickets.faults.check(request);
    log(`Would have changed the fault ${id ?? `with the key "${key}"`}.`);
    return { faultId: id ?? DRY_RUN_ID, status: changes.status ?? 'open' };
  },
  async run(step) {
    const { config, execution, signal, ports, idempotencyKey: stepKey } = step;
    const { faultId: selected, key, ...changes } = config;
    signal.throwIfAborted();
    const request = { fields: withShortTitle(changes), ticket: { id: selected, key }, execution, stepKey };
    const { id, status } = await ports.tickets.faults.change(request);
    step.log(id === null ? 'No unresolved fault has this key.' : `Changed fault ${id}.`);
    return { kind: 'done', output: { faultId: id, status } };
  },
});
