import type { TriggerType } from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';
import { givenConfig, triggerProblems } from './trigger-config';

const LONG = 'x'.repeat(256);

describe('the configuration of a trigger', () => {
  it.each<[TriggerType, JsonObject]>([
    ['manual', {}],
    ['schedule', { cron: '0 22 * * *' }],
    ['schedule', { cron: '0 22 * * *', timezone: 'Australia/Lord_Howe' }],
    ['schedule', { cron: '0 22 * * *', calendarId: 3 }],
    ['schedule', { cron: '0 22 * * *', calendarId: 3, onlyWhen: 'closed' }],
    ['sun', { event: 'sunrise' }],
    ['sun', { event: 'sunset', offsetMinutes: -720 }],
    ['webhook', {}],
    ['webhook', { allowedIps: [] }],
    ['webhook', { allowedIps: ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32', '::1'] }],
    ['state_change', { watch: ['*'] }],
    [
      'state_change',
      { watch: ['hall/*/temperature', 'roof'], condition: 'value > 21 && quality === "good"' },
    ],
    ['state_change', { watch: ['a'], condition: 'value !== previous && code.startsWith("a")' }],
    ['state_change', { watch: ['a'], above: 26, hysteresis: 0.5, forMs: 600_000, onStart: true }],
    ['state_change', { watch: ['a'], above: 26, below: 18, hysteresis: 8 }],
    ['state_change', { watch: ['a'], below: -5.5, condition: 'state.site.armed && env.MODE === "1"' }],
    ['state_change', { watch: ['a'], condition: 'value', forMs: 2_592_000_000 }],
    ['state_change', { watch: ['a'], forMs: 0, onStart: false }],
    ['event', { event: 'workflow.failed' }],
    ['event', { event: 'alert.raised', condition: 'triggerData.severity === "critical"' }],
  ])('accepts a valid configuration: %s %j', (type, config) => {
    expect(triggerProblems(type, config)).toEqual([]);
  });

  it.each<[TriggerType, JsonObject, string[]]>([
    ['schedule', {}, ['cron']],
    ['schedule', { cron: 7 }, ['cron']],
    ['schedule', { cron: '* * * * * *' }, ['cron']],
    ['schedule', { cron: '0 0 30 2 *', timezone: 'Mars/Olympus' }, ['cron', 'timezone']],
    ['schedule', { cron: '* * * * *', timezone: '+02:00' }, ['timezone']],
    ['schedule', { cron: '* * * * *', timezone: 7 }, ['timezone']],
    ['schedule', { cron: '* * * * *', timezone: '' }, ['timezone']],
    ['schedule', { cron: ' * * * * * ' }, ['cron']],
    ['schedule', { cron: '@sunset 0 51.5 0' }, ['cron']],
    ['schedule', { cron: '* * * * *', calendarId: '3' }, ['calendarId']],
    ['schedule', { cron: '* * * * *', calendarId: 3_000_000_000 }, ['calendarId']],
    ['schedule', { cron: '* * * * *', calendarId: 3, onlyWhen: 'never' }, ['onlyWhen']],
    ['schedule', { cron: '* * * * *', onlyWhen: 'open' }, ['calendarId']],
    ['sun', {}, ['event']],
    ['sun', { event: 'noon', offsetMinutes: 721 }, ['event', 'offsetMinutes']],
    ['sun', { event: 'sunrise', offsetMinutes: 1.5 }, ['offsetMinutes']],
    ['webhook', { allowedIps: '10.0.0.1' }, ['allowedIps']],
    ['webhook', { allowedIps: ['10.0.0.1', '10.0.0.0/33', 'example.org', 7] }, ['[1]', '[2]', '[3]']],
    ['webhook', { allowedIps: Array<string>(101).fill('::1') }, ['allowedIps']],
    ['state_change', {}, ['watch']],
    ['state_change', { watch: [] }, ['watch']],
    ['state_change', { watch: 'a' }, ['watch']],
    ['state_change', { watch: Array<string>(101).fill('a') }, ['watch']],
    ['state_change', { watch: ['a', '', LONG, null] }, ['watch[1]', 'watch[2]', 'watch[3]']],
    ['state_change', { watch: ['a'], condition: 'value >' }, ['condition']],
    ['state_change', { watch: ['a'], condition: 'valve > 1' }, ['condition']],
    ['state_change', { watch: ['a'], condition: true }, ['condition']],
    ['state_change', { watch: ['a'], condition: '{{ value > 26 }}' }, ['condition']],
    ['state_change', { watch: ['a'], condition: 'value > {{ 26 }}' }, ['condition']],
    ['event', { event: 'alert.raised', condition: ' {{ triggerData.severity }}' }, ['condition']],
    ['state_change', { watch: ['a'], condition: `value > ${'1'.repeat(2000)}` }, ['condition']],
    ['state_change', { watch: ['a'], above: '26', below: true }, ['above', 'below']],
    ['state_change', { watch: ['a'], above: 18, below: 18 }, ['below']],
    ['state_change', { watch: ['a'], above: 1, hysteresis: -1 }, ['hysteresis']],
    ['state_change', { watch: ['a'], condition: 'value', hysteresis: 1 }, ['hysteresis']],
    ['state_change', { watch: ['a'], above: 26, below: 18, hysteresis: 8.5 }, ['hysteresis']],
    ['state_change', { watch: ['a'], above: 1, forMs: 1.5 }, ['forMs']],
    ['state_change', { watch: ['a'], above: 1, forMs: 2_592_000_001 }, ['forMs']],
    ['state_change', { watch: ['a'], forMs: 1, onStart: true }, ['forMs', 'onStart']],
    ['state_change', { watch: ['a'], above: 1, onStart: 'yes' }, ['onStart']],
    ['state_change', { watch: ['a'], condition: 'variables.x' }, ['condition']],
    ['event', {}, ['event']],
    ['event', { event: 'constructor' }, ['event']],
    ['event', { event: 'alert.*' }, ['event']],
    ['event', { event: 'alert.raised', condition: 'value > 1' }, ['condition']],
    ['event', { event: 'alert.raised', condition: 'process.exit()' }, ['condition']],
  ])('reports the problems of an invalid configuration: %s %j', (type, config, paths) => {
    const problems = triggerProblems(type, config);
    expect(problems.map(({ path }) => path)).toEqual(
      paths.map((path) => expect.stringMatching(ending(path)) as string),
    );
    expect(problems.every(({ path }) => path.startsWith('trigger.config.'))).toBe(true);
  });

  it.each<[TriggerType, JsonObject, string, string]>([
    [
      'state_change',
      { watch: ['a'], above: 1, hysterisis: 1 },
      'hysterisis',
      'is not a known field; did you mean hysteresis?',
    ],
    [
      'state_change',
      { watch: ['a'], above: 1, formMs: 1 },
      'formMs',
      'is not a known field; did you mean forMs?',
    ],
    [
      'schedule',
      { cron: '* * * * *', days: [1] },
      'days',
      'is not a known field; there are cron, timezone, calendarId, onlyWhen',
    ],
    ['manual', { cron: '* * * * *' }, 'cron', 'is not a known field'],
    [
      'webhook',
      { signature: { preset: 'github', prefix: 'x' } },
      'signature.prefix',
      'is not a known field; there are preset',
    ],
    [
      'webhook',
      { signature: { header: 'X-S', algorithm: 'sha256', encoding: 'hex', timestmp: {} } },
      'signature.timestmp',
      'is not a known field; did you mean timestamp?',
    ],
    [
      'webhook',
      {
        signature: {
          header: 'X-S',
          algorithm: 'sha256',
          encoding: 'hex',
          timestamp: { header: 'X-T', ms: 1 },
        },
      },
      'signature.timestamp.ms',
      'is not a known field; there are header, toleranceSeconds, template',
    ],
  ])('reports a field that the trigger type does not have: %s %j', (type, config, path, message) => {
    expect(triggerProblems(type, config)).toMatchObject([{ path: `trigger.config.${path}`, message }]);
  });

  it('reports a field that a trigger does not have', () => {
    expect(
      triggerProblems('schedule', { cron: '* * * * *' }, { confg: {}, cron: '* * * * *' }),
    ).toMatchObject([
      { path: 'trigger.confg', message: 'is not a known field; did you mean config?' },
      { path: 'trigger.cron', message: 'is not a known field; there are type, config' },
    ]);
  });

  it.each<[JsonObject, JsonObject]>([
    [
      { cron: '* * * * *', timezone: null, extra: 1 },
      { cron: '* * * * *', extra: 1 },
    ],
    [
      { cron: '', timezone: ' ', days: null },
      { cron: '', timezone: ' ' },
    ],
    [{ secret: 'hidden', allowedIps: null }, {}],
    [{ event: 'alert.raised', condition: '' }, { event: 'alert.raised' }],
    [
      { watch: [7], condition: { a: 1 } },
      { watch: [7], condition: { a: 1 } },
    ],
  ])('keeps only the fields that are set, without the secret: %j', (config, kept) => {
    expect(givenConfig(config)).toEqual(kept);
  });
});

function ending(path: string): RegExp {
  return new RegExp(`${path.replace(/[[\]]/g, '\\$&')}$`);
}
