import { type JsonObject, savedConfigSchema } from '@app/workflow-engine';
import Ajv2020 from 'ajv/dist/2020';
import { savedProblems } from '../../../test/factories/node-trial';
import { nodeCatalogue } from './node-types';

/** Returns the paths of all problems that are reported when the configuration is saved. */
async function faultsOf(type: string, config: JsonObject): Promise<string[]> {
  const node = nodeCatalogue.get(type);
  if (!node) throw new Error(`There is no node type ${type}.`);
  return (await savedProblems(node, config)).map(({ path }) => path);
}

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  keywords: ['x-condition', 'x-expression', 'x-reference', 'x-verbatim'],
});

/** Returns whether the schema in the API reference accepts the configuration. */
function fitsReference(type: string, config: JsonObject): boolean {
  const node = nodeCatalogue.get(type);
  if (!node) throw new Error(`There is no node type ${type}.`);
  return ajv.validate(savedConfigSchema(node.config, { type: 'string', pattern: String.raw`\{\{` }), config);
}

const CASES = [{ label: 'a', value: 1 }];
const MAIL = { to: 'ada@example.org', subject: 'Subject', body: 'Text' };

describe('a configuration that is saved', () => {
  it.each<[string, JsonObject]>([
    ['start', {}],
    ['end', {}],
    ['end', { output: { total: '{{ variables.total }}' } }],
    ['condition', { expression: 'triggerData.value > 26 && item?.on' }],
    ['condition', { expression: '((triggerData.value || variables.value))' }],
    ['condition', { expression: '{{ triggerData.value > 26 }}' }],
    ['switch', { expression: 'triggerData.severity', cases: CASES }],
    ['switch', { expression: 'index', cases: [{ label: 'a b', value: '{{ variables.a }}' }] }],
    ['loop', { items: '{{ triggerData.rooms }}' }],
    ['loop', { items: [1, { id: '{{ env.ROOM }}' }], itemVariable: 'room', concurrency: 10 }],
    ['parallel', {}],
    ['delay', { durationMs: 0 }],
    ['delay', { durationMs: '{{ variables.minutes * 60000 }}' }],
    ['delay', { until: '2027-01-01T00:00:00Z' }],
    ['wait_for', { call: true }],
    ['wait_for', { call: true, timeoutMs: 2_592_000_000 }],
    [
      'wait_for',
      { points: { watch: ['AHU*', '{{ item }}'], condition: 'value > given.x' }, given: { x: '{{ 1 }}' } },
    ],
    ['wait_for', { points: { watch: ['AHU1', 'FAN*'], condition: 'value > 1', match: 'all' } }],
    ['wait_for', { event: { name: 'alert.cleared' }, timeoutMs: '{{ variables.ms }}' }],
    ['wait_for', { event: { name: 'alert.cleared', condition: 'triggerData.alert.id === given.id' } }],
    ['run_workflow', { workflowId: '{{ env.OTHER }}' }],
    [
      'run_workflow',
      { workflowId: 'x', input: { a: '{{ item }}' }, wait: false, failOnStatus: true, timeoutMs: 1 },
    ],
    ['respond', { status: 200 }],
    [
      'respond',
      { status: '{{ variables.status }}', headers: { 'X-A': '{{ item }}' }, body: [1, '{{ item }}'] },
    ],
    ['http_request', { url: 'https://example.org' }],
    ['http_request', { method: '{{ triggerData.method }}', url: '{{ env.URL }}', body: [1, null, 'a'] }],
    ['http_request', { method: 'POST', url: 'http://a.b/{{ item }}', headers: { 'x-a': 1 }, body: {} }],
    ['database', { query: "SELECT '{{' , ?", params: ['{{ item.id }}', null, 1.5, true] }],
    ['database', { query: 'UPDATE a SET b = ?', params: '{{ [item] }}', mode: 'write' }],
    ['email', MAIL],
    ['email', { ...MAIL, to: ['{{ triggerData.mail }}', 'bob@example.org'] }],
    ['variable', { name: 'total', value: null }],
    ['variable', { name: 'room{{ index }}', value: { deep: ['{{ item }}'] } }],
    ['set_point', { code: 'AHU1.SP', value: '{{ variables.setPoint }}' }],
    ['set_point', { code: '{{ item }}', value: false, verify: false, tolerance: 0.5 }],
    [
      'set_point',
      { code: 'P1', value: 1, maxStep: 0.5, maxRatePerMinute: '{{ env.RATE }}', revertAfterMs: 1 },
    ],
    ['read_point', { codes: 'AHU1.SP' }],
    ['read_point', { codes: ['F1.*.CO2', '{{ triggerData.code }}'] }],
    ['read_history', { code: 'P1', lastMs: 3_600_000, aggregate: 'mean' }],
    [
      'read_history',
      { code: '{{ item }}', from: '{{ triggerData.a }}', to: 'x', interval: '1h', aggregate: 'max' },
    ],
    ['read_energy', { period: 'yesterday' }],
    ['read_energy', { period: 'custom', from: '2026-03-01', to: '{{ env.TO }}', areaId: '{{ item.id }}' }],
    [
      'read_energy',
      { period: '{{ triggerData.period }}', metric: 'cost', interval: 'day', energyType: 'gas' },
    ],
    ['remember', { name: 'runs', operation: 'add', value: 1 }],
    ['remember', { name: 'a', value: { b: '{{ item }}' }, scope: 'site', expiresInMs: 1000 }],
    ['remember', { name: 'a', operation: 'compareAndSet', value: null, expected: 'x' }],
    ['remember', { name: 'a', operation: '{{ triggerData.do }}', value: 1, expected: 2, maxItems: 3 }],
    ['remember', { name: 'a', operation: 'clear' }],
    ['recall', { name: 'runs', default: 0 }],
    ['create_alert', { severity: 'major', title: 'CO2 is {{ triggerData.value }} ppm' }],
    ['create_alert', { severity: '{{ triggerData.level }}', title: 'x', value: 3, areaId: '{{ 1 + 1 }}' }],
    ['clear_alert', {}],
    ['clear_alert', { alertId: '{{ triggerData.alert.id }}', note: 'Over' }],
    [
      'create_fault',
      { alertId: '{{ triggerData.alert.id }}', key: 'silent-{{ triggerData.alert.pointCode }}' },
    ],
    ['create_fault', { title: 'Leak', severity: 'major', objectId: 4, areaId: 2, assigneeId: 3 }],
    [
      'update_fault',
      { faultId: '{{ nodeOutputs.fault.faultId }}', status: 'in_progress', rootCause: 'Cable' },
    ],
    ['update_fault', { key: 'leak', severity: '{{ triggerData.severity }}' }],
    ['create_work_order', { title: 'Check', faultId: 4, dueAt: '{{ triggerData.dueAt }}', priority: 'high' }],
    ['update_work_order', { workOrderId: 4, status: 'cancelled' }],
    ['lighting', { labelId: 'floor-{{ triggerData.floor }}', action: 'off' }],
    ['lighting', { labelId: 'hall', action: 'dim', value: '{{ variables.level }}', devices: ['east'] }],
    ['lighting', { labelId: 'hall', action: '{{ triggerData.action }}', devices: '{{ triggerData.ids }}' }],
    ['export', { type: 'energy', from: '2026-03-01', to: '{{ triggerData.to }}' }],
    [
      'export',
      {
        type: '{{ env.TYPE }}',
        from: '2026-03-01T00:00Z',
        to: '2026-04-01',
        filters: { areaId: '{{ 1 + 1 }}' },
      },
    ],
    ['export', { type: 'alarms', from: '2026-03-01', to: '2026-04-01', wait: false, timeoutMs: 60_000 }],
    ['report', { planId: 3 }],
    ['report', { planId: '{{ triggerData.planId }}', wait: false }],
    ['report', { templateId: 4, range: 'lastMonth', format: '{{ triggerData.format }}', timeoutMs: 60_000 }],
  ])('is accepted for the type %s: %j', async (type, config) => {
    expect(await faultsOf(type, config)).toEqual([]);
    expect(fitsReference(type, config)).toBe(true);
  });

  it.each<[string, JsonObject, string[]]>([
    ['condition', {}, ['expression']],
    ['condition', { expression: '' }, ['expression']],
    ['condition', { expression: 'triggerData.value >' }, ['expression']],
    ['condition', { expression: 'process.exit()' }, ['expression']],
    ['switch', { expression: '1' }, ['cases']],
    ['switch', { expression: '1', cases: [] }, ['cases']],
    [
      'switch',
      { expression: '1', cases: [{ label: 'a' }, { value: 1 }] },
      ['cases[0].value', 'cases[1].label'],
    ],
    ['switch', { expression: '1', cases: [{ label: '', value: 1 }] }, ['cases[0].label']],
    ['switch', { expression: '1', cases: [...CASES, ...CASES] }, ['cases[1].label']],
    ['loop', {}, ['items']],
    ['loop', { items: 'rooms' }, ['items']],
    ['loop', { items: 'rooms {{ triggerData.rooms }}' }, ['items']],
    ['loop', { items: [], concurrency: 11, itemVariable: '1' }, ['concurrency', 'itemVariable']],
    ['delay', {}, ['durationMs']],
    ['delay', { durationMs: 'a minute' }, ['durationMs']],
    ['delay', { durationMs: -1 }, ['durationMs']],
    ['delay', { durationMs: 1, until: '2027-01-01T00:00:00Z' }, ['durationMs']],
    ['delay', { until: 'tomorrow' }, ['until']],
    ['wait_for', {}, ['call']],
    ['wait_for', { call: true, event: { name: 'alert.cleared' } }, ['call']],
    ['wait_for', { call: true, timeoutMs: 2_592_000_001 }, ['timeoutMs']],
    ['wait_for', { points: { watch: [], condition: 'value > 1' } }, ['points.watch']],
    ['wait_for', { points: { watch: ['P1'], condition: 'valu > 1' } }, ['points.condition']],
    ['wait_for', { event: { name: 'alert.cleared', condition: 'value > 1' } }, ['event.condition']],
    ['run_workflow', {}, ['workflowId']],
    ['run_workflow', { workflowId: 'x', timeoutMs: 0 }, ['timeoutMs']],
    ['respond', { status: 100 }, ['status']],
    ['respond', { status: 200, headers: { 'Set-Cookie': 'a=b' } }, ['headers']],
    ['respond', { status: 200, headers: { 'x-frame-options': 'ALLOW' } }, ['headers']],
    ['respond', { status: 200, headers: { 'x-a': 'b\r\nc: d' } }, ['headers']],
    ['http_request', {}, ['url']],
    ['http_request', { url: '' }, ['url']],
    ['http_request', { url: 'ftp://example.org' }, ['url']],
    ['http_request', { url: 'https://example.org', method: 'BREW' }, ['method']],
    ['http_request', { url: 'https://example.org', headers: { a: null } }, ['headers.a']],
    ['http_request', { url: 'https://example.org', headers: { a: '{{ nobody }}' } }, ['headers.a']],
    ['http_request', { url: 'https://example.org', failOnStatus: 'yes' }, ['failOnStatus']],
    ['database', {}, ['query']],
    ['database', { query: 'SELECT 1', mode: 'admin', params: {} }, ['mode', 'params']],
    ['database', { query: 'SELECT {{ triggerData.id }}' }, ['query']],
    ['email', {}, ['to', 'subject', 'body']],
    ['email', { ...MAIL, subject: 1 }, ['subject']],
    ['email', { ...MAIL, body: { path: '/etc/passwd' } }, ['body']],
    ['variable', {}, ['name', 'value']],
    ['variable', { name: '__proto__', value: 1 }, ['name']],
    ['set_point', {}, ['code', 'value']],
    ['set_point', { code: 'AHU1.SP', value: [1] }, ['value']],
    ['set_point', { code: 'AHU1.SP', value: 1, tolerance: 'small' }, ['tolerance']],
    [
      'set_point',
      { code: 'P1', value: 1, maxStep: 0, maxRatePerMinute: -1 },
      ['maxStep', 'maxRatePerMinute'],
    ],
    ['read_point', {}, ['codes']],
    ['read_point', { codes: [] }, ['codes']],
    ['read_history', { code: 'P1', aggregate: 'mean' }, ['from']],
    ['read_history', { code: 'P1', aggregate: 'median', lastMs: 1 }, ['aggregate']],
    ['read_history', { code: 'P1', aggregate: 'sum', from: 'a', to: 'b', lastMs: 1 }, ['from']],
    ['read_history', { code: 'P1', aggregate: 'sum', lastMs: 1, interval: '1w' }, ['interval']],
    ['read_energy', {}, ['period']],
    ['read_energy', { period: 'lastYear', areaId: 0 }, ['period', 'areaId']],
    ['read_energy', { period: 'custom', from: '2026-03-01' }, ['to']],
    ['remember', {}, ['name', 'value']],
    ['remember', { name: 'a.b', value: 1 }, ['name']],
    ['remember', { name: 'a', operation: 'clear', value: 1 }, ['value']],
    ['remember', { name: 'a', value: 1, expected: 1, maxItems: 1 }, ['expected', 'maxItems']],
    ['remember', { name: 'a', operation: 'push', value: 1, maxItems: 1001 }, ['maxItems']],
    ['recall', { scope: 'world', name: '' }, ['scope', 'name']],
    ['create_alert', {}, ['severity', 'title']],
    ['create_alert', { severity: 'bad', title: 'x' }, ['severity']],
    ['clear_alert', { alertId: 0 }, ['alertId']],
    ['create_fault', {}, ['title']],
    ['create_fault', { title: 'x', alertId: 0, severity: 'bad' }, ['alertId', 'severity']],
    ['update_fault', {}, ['key', 'status']],
    ['update_fault', { faultId: 1, key: 'a', status: 'completed' }, ['key', 'status']],
    ['create_work_order', { faultId: 4, priority: 'major' }, ['title', 'priority']],
    ['update_work_order', { workOrderId: 1, key: 'a', status: 'resolved' }, ['key', 'status']],
    ['lighting', {}, ['labelId', 'action']],
    ['lighting', { labelId: 'hall', action: 'blink' }, ['action']],
    ['lighting', { labelId: 'hall', action: 'dim', value: 101 }, ['value']],
    ['lighting', { labelId: 'hall', action: 'scene', value: 3 }, ['value']],
    ['lighting', { labelId: 'hall', action: 'on', devices: [] }, ['devices']],
    ['export', {}, ['type', 'from', 'to']],
    ['export', { type: 'points', from: 'yesterday', to: '2026-04-01' }, ['type', 'from']],
    ['export', { type: 'faults', from: '2026-03-01', to: '2026-04-01', filters: [1] }, ['filters']],
    [
      'export',
      { type: 'faults', from: '2026-03-01', to: '2026-04-01', timeoutMs: 10, filters: { areaId: null } },
      ['timeoutMs', 'filters.areaId'],
    ],
    ['report', {}, ['planId']],
    ['report', { planId: 3, templateId: 4 }, ['planId']],
    ['report', { planId: 3, range: 'yesterday' }, ['range']],
    ['report', { templateId: 4 }, ['format', 'range']],
    ['report', { templateId: 4, range: 'today', format: 'docx' }, ['format', 'range']],
    ['report', { planId: 0 }, ['planId']],
    ['start', { at: 1 }, ['at']],
  ])('is refused for the type %s: %j', async (type, config, paths) => {
    expect((await faultsOf(type, config)).sort()).toEqual(paths.sort());
  });

  it.each<[string, JsonObject]>([
    ['condition', {}],
    ['condition', { expression: 'true', unknown: 1 }],
    ['delay', { durationMs: -1 }],
    ['delay', { durationMs: 'soon' }],
    ['loop', { items: 'rooms' }],
    ['loop', { items: [], concurrency: 11 }],
    ['http_request', { url: 'https://example.org', method: 'TRACE' }],
    ['http_request', { url: 'https://example.org', headers: { 'x-a': [] } }],
    ['set_point', { code: 'AHU1.SP' }],
    ['set_point', { code: 'AHU1.SP', value: null }],
  ])('does not match the schema in the reference for the type %s: %j', async (type, config) => {
    expect(await faultsOf(type, config)).not.toEqual([]);
    expect(fitsReference(type, config)).toBe(false);
  });
});
