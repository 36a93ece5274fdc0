import { say } from '@app/kernel';
import { type Static, Type } from '@sinclair/typebox';
import {
  defineNode,
  type JsonObject,
  type LightPortResult,
  NodeFault,
  type Problem,
} from '@app/workflow-engine';
import { describeData } from './describe-data';
import { hasTemplate } from './saved-text';

const Config = Type.Object({
  labelId: Type.String({
    title: 'Label',
    description: 'Id of a label in the scene. The node controls the lights of this label.',
    minLength: 1,
    maxLength: 64,
    examples: ['floor-1', 'floor-{{ triggerData.floor }}'],
  }),
  action: Type.Union(
    [
      Type.Literal('on'),
      Type.Literal('off'),
      Type.Literal('half'),
      Type.Literal('dim'),
      Type.Literal('scene'),
    ],
    { title: 'Action', description: 'The action.', examples: ['off', 'dim'] },
  ),
  value: Type.Optional(
    Type.Union([Type.Number(), Type.String()], {
      title: 'Value',
      description: 'For `dim` the level from 0 to 100, for `scene` the id of a lighting scene of the label.',
      examples: [60, 'evening'],
    }),
  ),
  devices: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      title: 'Devices',
      description: 'Ids of the devices to control. Default: all devices of the label.',
      minItems: 1,
      maxItems: 200,
      examples: [['east', 'west']],
    }),
  ),
});

const Result = Type.Object({
  deviceId: Type.String(),
  success: Type.Boolean(),
  error: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
});

/**
 * Sends the command at least once. If a worker dies during the command, the command is repeated. The repeat sets the
 * same state, and overwrites a state that somebody has set in the meantime.
 */
export const lightingNode = defineNode({
  type: 'lighting',
  name: 'Lighting',
  description:
    'Controls the lights of a label of the scene. A light that fails does not stop the others: `success` is false, and ' +
    '`results` names it. The node fails only if no light could be controlled. After a crash the command may be ' +
    'carried out twice.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      success: Type.Boolean({ description: 'Whether all lights have accepted the command.' }),
      results: Type.Array(Result, { description: 'The result of each light.' }),
      on: Type.Boolean({ description: 'Whether at least one light of the label is on afterwards.' }),
    }),
  ),
  needs: ['lights'],
  acts: true,
  check: problemsOf,
  savedChecks: [
    { fields: ['labelId'], check: ({ labelId }, { lights }) => lights.check({ labelId, action: 'on' }) },
    {
      fields: ['devices', 'labelId'],
      check: ({ labelId, devices }, { lights }) => lights.check({ labelId, action: 'on', devices }),
    },
    {
      fields: ['value', 'labelId', 'action'],
      check: ({ labelId, action, value }, { lights }) => lights.check({ labelId, action, value }),
    },
  ],
  async rehearse(config, log, { ports }) {
    const { labelId, action, value, devices = [] } = config;
    await ports.lights.check(config);
    const chosen = devices.length > 0 ? devices.join(', ') : 'all lights';
    const text = value === undefined ? action : `${action} ${value}`;
    log(`Would have controlled ${chosen} of ${labelId}: ${text}.`);
    const results = devices.map((deviceId) => ({ deviceId, success: true }));
    return { success: true, results, on: isOnAfter({ action, value }) };
  },
  async run(step) {
    const { config, execution, signal, ports } = step;
    signal.throwIfAborted();
    const { success, results, on } = await ports.lights.control({ ...config, execution, signal });
    signal.throwIfAborted();
    const failed = results.filter((result) => !result.success);
    const [first] = failed;
    if (first && failed.length === results.length) throw noneControlled(config.labelId, first);
    step.log(
      `Controlled ${results.length - failed.length} of ${results.length} lights of ${config.labelId}.`,
    );
    for (const { deviceId, error } of failed) step.log(`${deviceId} failed: ${error}`);
    return { kind: 'done', output: { success, results: results.map((result) => ({ ...result })), on } };
  },
});

/**
 * Returns whether the lights are likely to be on afterwards. A dry run does not read lighting scenes, so it assumes
 * that they switch lights on.
 */
function isOnAfter({ action, value }: Pick<Static<typeof Config>, 'action' | 'value'>): boolean {
  return action === 'dim' ? value !== 0 : action !== 'off';
}

/** Checks the value of the saved configuration, which may have any type. */
function problemsOf({ action, value }: JsonObject): Problem[] {
  if (hasTemplate(value)) return [];
  const isLevel = typeof value === 'number' && value >= 0 && value <= 100;
  if (action === 'dim' && !isLevel)
    return [{ path: 'value', ...say('not_level_of_node', { least: 0, most: 100 }) }];
  if (action === 'scene' && (typeof value !== 'string' || value === ''))
    return [{ path: 'value', ...say('not_scene_of_node') }];
  return [];
}

function noneControlled(labelId: string, { error, code }: LightPortResult): NodeFault {
  const reason = error ?? 'The gateway gave no reason.';
  return new NodeFault(code ?? 'not_written', `No light of ${labelId} could be controlled. ${reason}`);
}
