import { DomainError } from '@app/kernel';
import type { JsonObject, LightPortCommand, LightPortResult } from '@app/workflow-engine';
import { ACCEPTING, rehearseNode, TRIAL_EXECUTION, tryNode } from '../../../test/factories/node-trial';
import { lightingNode } from './lighting.node';

const config = (overrides: JsonObject = {}): JsonObject => ({
  labelId: 'floor-1',
  action: 'on',
  ...overrides,
});
const lit = (deviceId: string): LightPortResult => ({ deviceId, success: true });
const dark = (deviceId: string, code: string): LightPortResult => ({
  deviceId,
  success: false,
  error: `${deviceId} is locked.`,
  code,
});

/** A fake of the port of lights, which returns these results or fails. */
function theLights(answer: LightPortResult[] | Error = [lit('east'), lit('west')]) {
  const calls: LightPortCommand[] = [];
  const lights = {
    ...ACCEPTING,
    control(command: LightPortCommand) {
      calls.push(command);
      if (answer instanceof Error) return Promise.reject(answer);
      const success = answer.every((result) => result.success);
      return Promise.resolve({ success, results: answer, on: command.action !== 'off' });
    },
  };
  return { calls, ports: { lights } };
}

describe('lighting', () => {
  it('passes the command and its execution to the lights, and returns the results', async () => {
    const { calls, ports } = theLights();
    const saved = config({ action: 'dim', value: '{{ triggerData.level }}', devices: ['east', 'west'] });
    const { outcome, logs } = await tryNode(lightingNode, saved, { ports, triggerData: { level: 30 } });
    const output = { success: true, results: [lit('east'), lit('west')], on: true };
    expect(outcome).toEqual({ kind: 'done', output });
    expect(calls).toEqual([
      {
        labelId: 'floor-1',
        action: 'dim',
        value: 30,
        devices: ['east', 'west'],
        execution: TRIAL_EXECUTION,
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(logs).toEqual(['Controlled 2 of 2 lights of floor-1.']);
  });

  it('succeeds if some lights fail, and logs each of them', async () => {
    const results = [lit('east'), dark('west', 'interlock')];
    const { outcome, logs } = await tryNode(lightingNode, config(), theLights(results));
    expect(outcome).toEqual({ kind: 'done', output: { success: false, results, on: true } });
    expect(logs).toEqual(['Controlled 1 of 2 lights of floor-1.', 'west failed: west is locked.']);
  });

  it('fails with the error code of the first light if no light could be controlled', async () => {
    const results = [dark('east', 'gateway_timeout'), dark('west', 'interlock')];
    await expect(tryNode(lightingNode, config(), theLights(results))).rejects.toMatchObject({
      code: 'gateway_timeout',
      message: 'No light of floor-1 could be controlled. east is locked.',
    });
  });

  it('succeeds if a lighting scene contains none of the devices', async () => {
    const { outcome } = await tryNode(lightingNode, config(), theLights([]));
    expect(outcome).toMatchObject({ output: { success: true, results: [] } });
  });

  it('fails with the reason why the command was refused', async () => {
    const refusal = new DomainError('conflict', 'lighting_busy', 'Another command is still running.');
    await expect(tryNode(lightingNode, config(), theLights(refusal))).rejects.toBe(refusal);
  });

  it('controls no light after it was aborted', async () => {
    const { calls, ports } = theLights();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(tryNode(lightingNode, config(), { ports, signal })).rejects.toThrow('called off');
    expect(calls).toEqual([]);
  });

  it('controls no light in a dry run', async () => {
    const saved = config({ action: 'dim', value: 0, devices: ['east'] });
    expect(await rehearseNode(lightingNode, saved, theLights())).toEqual({
      output: { success: true, results: [lit('east')], on: false },
      logs: ['Would have controlled east of floor-1: dim 0.'],
    });
    expect((await rehearseNode(lightingNode, config(), theLights())).logs).toEqual([
      'Would have controlled all lights of floor-1: on.',
    ]);
  });
});
