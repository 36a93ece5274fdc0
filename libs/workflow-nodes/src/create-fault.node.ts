import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode, type JsonObject, type Problem } from '@app/workflow-engine';
import { describeData } from './describe-data';
import { DRY_RUN_ID, recordId } from './record-id';
import { FaultFields, ticketKey, ticketTitle, withShortTitle } from './ticket-fields';

/** Creates the fault once per run of the node, even if a worker dies meanwhile and another worker repeats the run. */
export const createFaultNode = defineNode({
  type: 'create_fault',
  name: 'Create fault',
  description:
    'Creates a fault. If a key is set and an unresolved fault has it, that fault is returned and `created` is false. ' +
    'After a crash no second fault is created.',
  category: 'action',
  config: Type.Object({
    key: Type.Optional(
      ticketKey('Identifies the problem for all workflows. Only one unresolved fault has this key.'),
    ),
    alertId: Type.Optional(
      recordId({
        title: 'Alert',
        description:
          'Id of the alert that led to the fault. A missing title, severity or area is copied from the alert.',
        examples: ['{{ triggerData.alert.id }}'],
      }),
    ),
    title: Type.Optional(ticketTitle('Short name of the problem. Required without an alert.')),
    ...FaultFields,
  }),
  outputs: describeData(
    Type.Object({
      faultId: Type.Integer({ description: 'Id of the fault.' }),
      created: Type.Boolean({ description: 'Whether the fault is new.' }),
      status: Type.String({ description: 'Status of the fault.' }),
    }),
  ),
  needs: ['tickets'],
  acts: true,
  check: problemsOf,
  async rehearse({ key: _key, ...fields }, log, { ports }) {
    if (fields.alertId !== DRY_RUN_ID) await ports.tickets.faults.check({ fields: withShortTitle(fields) });
    log(`Would have created the fault "${fields.title ?? `of alert ${fields.alertId}`}".`);
    return { faultId: DRY_RUN_ID, created: true, status: 'open' };
  },
  async run(step) {
    const { config, execution, signal, ports, idempotencyKey: stepKey } = step;
    const { key, ...fields } = config;
    signal.throwIfAborted();
    const request = { fields: withShortTitle(fields), key, execution, stepKey };
    const { id, created, status } = await ports.tickets.faults.create(request);
    step.log(created ? `Created fault ${id}.` : `Fault ${id} with this key is not resolved yet.`);
    return { kind: 'done', output: { faultId: id, created, status } };
  },
});

function problemsOf({ title, alertId }: JsonObject): Problem[] {
  if (title !== undefined || alertId !== undefined) return [];
  return [{ path: 'title', ...say('required_without', { other: 'alertId' }) }];
}
