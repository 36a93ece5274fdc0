import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowEnvironment } from '@app/config';
import { TRIGGER_TYPES } from '@app/domain';
import { INTERNAL_EVENTS } from '@app/domain/testing';
import { ERROR_ACTIONS, EXPRESSION_FUNCTIONS } from '@app/workflow-engine';
import { nodeTypes } from '@app/workflow-nodes';
import { rowsOf, sectionOf } from '../factories/documented-workflows';
import { testEnvironment } from '../harness';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'workflows.md'), 'utf8');

const headings = (title: string) =>
  [...sectionOf(page, title).matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
const codesIn = (text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(([, code = '']) => code);

describe('the lists in docs/workflows.md', () => {
  it('the documented lists contain all node types with their fields', () => {
    expect(headings('The types of node').sort()).toEqual(nodeTypes.map(({ type }) => type).sort());
    const fields = nodeTypes.flatMap(({ type, config }) =>
      Object.keys(config.properties).map((field) => ({ type, field })),
    );
    const missing = fields.filter(({ type, field }) => !sectionOf(page, type).includes(`- \`${field}\``));
    expect(missing).toEqual([]);
    const told = nodeTypes.flatMap(({ type }) =>
      [...sectionOf(page, type).matchAll(/^- `(\w+)`/gm)].map(([, field = '']) => ({ type, field })),
    );
    expect(told).toHaveLength(fields.length);
  });

  it('the documented lists contain the outputs of all node types', () => {
    const missing = nodeTypes.flatMap(({ type, outputs }) =>
      outputs
        .filter(({ name }) => !sectionOf(page, type).includes(`"${name}"`))
        .map(({ name }) => [type, name]),
    );
    expect(missing).toEqual([]);
  });

  it('the documented lists contain all triggers', () => {
    expect(headings('Triggers').sort()).toEqual([...TRIGGER_TYPES].sort());
  });

  it('the documented lists contain all actions of handlers', () => {
    const rows = rowsOf(sectionOf(page, 'When a node fails')).map(([action = '']) =>
      action.replaceAll('`', ''),
    );
    expect(rows).toEqual(ERROR_ACTIONS);
  });

  it('the documented lists contain all functions with their signatures and descriptions', () => {
    const rows = rowsOf(sectionOf(page, 'Functions')).map(([signature, description]) => ({
      signature: signature?.replaceAll('`', ''),
      description: `${description}.`,
    }));
    expect(rows).toEqual(
      EXPRESSION_FUNCTIONS.map(({ signature, description }) => ({ signature, description })),
    );
  });

  it('the documented lists contain all names of events', () => {
    const section = sectionOf(page, 'event').split('"event": "workflow.failed"')[1] ?? '';
    const named = codesIn(section).filter((code) => /^[a-z]+\.[a-z]+$/.test(code));
    expect([...new Set(named)].sort()).toEqual([...INTERNAL_EVENTS].sort());
  });

  it('the documented lists contain the recorded events, and mark events that are not recorded yet', () => {
    const recorded = rowsOf(sectionOf(page, 'event')).map(([name = '']) => name.replaceAll('`', ''));
    const sources = sourcesIn(['libs/domain/src']).filter((text) => !text.includes('INTERNAL_EVENTS = ['));
    const inSources = INTERNAL_EVENTS.filter((name) => sources.some((text) => text.includes(`'${name}'`)));
    expect(recorded.sort()).toEqual(inSources.toSorted());
  });

  it('the documented lists contain the control-flow patterns that the engine supports', () => {
    const spec = readFileSync(join(root, 'libs/workflow-engine/src/advance/patterns.spec.ts'), 'utf8');
    const claimed = /CLAIMED_PATTERNS = \{(.*?)^\}/ms.exec(spec)?.[1] ?? '';
    const told = rowsOf(sectionOf(page, 'Control-flow patterns')).map(([name = '']) => name.split(' ')[0]);
    expect(told).toEqual([...claimed.matchAll(/'(WCP-\d+)/g)].map(([, number]) => number));
  });

  it('the documented lists contain all variables that limit workflows, with their defaults', () => {
    const rows = rowsOf(sectionOf(page, 'Limits'));
    const defaults = testEnvironment() as unknown as Record<string, unknown>;
    for (const [, value = '', variable = ''] of rows) {
      const name = variable.replaceAll('`', '');
      expect([name, Number(value.replaceAll(',', ''))]).toEqual([name, defaults[name]]);
    }
    const named = new Set(codesIn(sectionOf(page, 'Limits')));
    const own = [...Object.keys(new WorkflowEnvironment()), 'WORKFLOW_DATABASE_URL'];
    expect(own.filter((name) => !named.has(name))).toEqual([]);
    expect(
      [...page.matchAll(/`((?:LIMIT|EXECUTION)_[A-Z_]+)`/g)].filter(([, name = '']) => !(name in defaults)),
    ).toEqual([]);
  });

  it('the documented lists contain exactly the existing error codes', () => {
    const section = sectionOf(page, 'Troubleshooting');
    const nodes = rowsOf(section).flatMap(([codes = '']) => codesIn(codes));
    const refusals = codesIn(section.split('The api answers 409')[1] ?? '').filter((code) =>
      code.includes('_'),
    );
    expect([...new Set([...nodes, ...refusals])].sort()).toEqual(codesOfTheCode());
  });

  it('the documented lists quote existing log lines', () => {
    const operations = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
    const told = rowsOf(sectionOf(operations, 'Workflows')).flatMap(([line = '']) =>
      [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replace(/[:.]? ?…$/, '')),
    );
    const sources = sourcesIn([
      'libs/domain/src',
      'libs/kernel/src/messages',
      'libs/leases/src',
      'apps/worker/src',
    ]).join('\n');
    expect(told.length).toBeGreaterThan(4);
    expect(told.filter((line) => !sources.includes(line))).toEqual([]);
  });
});

function sourcesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
}

/** Returns the codes of node failures and API refusals in the sources. */
function codesOfTheCode(): string[] {
  const folders = [
    'libs/workflow-engine/src',
    'libs/workflow-nodes/src',
    'libs/outbound-http/src',
    'libs/restricted-sql/src',
    'libs/mail/src',
    'libs/gateway-client/src',
    'libs/domain/src/operations/maintenance',
    'libs/domain/src/automation/executions',
    'libs/domain/src/automation/remembered-values',
  ];
  const files = sourcesIn(folders);
  const made =
    /(?:NodeFault|exceeded)\(\s*(?:say\()?'(\w+)'|new DomainError\(\s*'\w+',\s*'(\w+)'|\bcode: '([a-z_]+)'|nodeError\((?:say\()?(?:\w+, )?'(cancelled|interrupted|node_broken|restarted)'|code = '([a-z_]+)'|'(parameters_differ|mail_refused|mail_failed|host_not_found|tls_failed|connection_failed)'/g;
  const codes = files.flatMap((text) =>
    [...text.matchAll(made)].map(([, ...groups]) => groups.find(Boolean) ?? ''),
  );
  // Codes that nodes use but that do not occur as literals in these folders. The last ones belong to writes to points
  // and to lighting control.
  const elsewhere = [
    'validation_failed',
    'idempotency_key_reused',
    'queue_unavailable',
    'workflow_draft',
    'execution_stopped',
    'not_written',
    'write_not_recorded',
    'no_devices',
    'not_controllable',
    'lighting_busy',
    'write_failed',
    'revert_impossible',
    'point_read_only',
    'value_type',
    'value_out_of_range',
    'value_off_step',
  ];
  // No node lists devices or configures a gateway.
  const ofNodes = codes.filter((code) => !/^(?:devices|configuration)_/.test(code));
  return [...new Set([...ofNodes, ...elsewhere])].sort();
}
