import type { Config } from './definition';
import { settingsOf } from './node-settings';

it.each<[Config | undefined, string]>([
  [undefined, ''],
  [{ retries: 3, value: 4 }, ''],
  [{ code: 'AHU1.FAN.CMD', value: false, priority: 8 }, 'AHU1.FAN.CMD = false'],
  [{ codes: ['A', 'B'], lastMs: 60_000 }, 'A, B'],
  [{ method: 'POST', url: 'https://example.com', body: {} }, 'POST https://example.com'],
  [{ expression: 'nodeOutputs.read.value\n  > 21' }, 'nodeOutputs.read.value > 21'],
  [{ durationMs: 300_000 }, '5 min'],
  [{ durationMs: 90_000 }, '90 s'],
  [{ durationMs: 1500 }, '1500 ms'],
  [{ title: 'x'.repeat(300) }, 'x'.repeat(200)],
])('the card of a node with %j shows %j', (config, shown) => {
  expect(settingsOf({ config })).toBe(shown);
});
