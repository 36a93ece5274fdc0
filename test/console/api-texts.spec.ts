import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRIGGER_DESCRIPTORS } from '@app/domain';
import { CHINESE, ENGLISH as MESSAGES, MESSAGE_CODES } from '@app/kernel';
import { describeNode, nodeTypes } from '@app/workflow-nodes';
import { connectionSchema } from '../../apps/bridge/src/configuration/connection-schema';
import { REASONS } from '../../apps/bridge/src/serving/reasons';
import '../../apps/console/src/features/settings/devices/connection-fields.texts';
import { fieldsByProtocol } from '../../apps/console/src/features/settings/devices/connection-schema';
import { DEVICE_REASONS } from '../../apps/console/src/features/settings/devices/use-reason-text';
import '../../apps/console/src/features/workflows/editor/form/choice.texts';
import { NODE_DESCRIPTIONS } from '../../apps/console/src/features/workflows/editor/form/node-descriptions';
import { TRIGGER_DESCRIPTIONS } from '../../apps/console/src/features/workflows/editor/form/trigger-descriptions';
import { NODE_FAILURES } from '../../apps/console/src/features/workflows/node-failures';
import { i18next } from '../../apps/console/src/i18n/language';
import '../../apps/console/src/ui/actor.texts';
import { ENGLISH } from '../../apps/console/src/ui/errors/english-errors';
import { FIELD_TEXTS } from '../../apps/console/src/ui/messages/field-texts';
import { rowsOf, sectionOf } from '../factories/documented-workflows';

const root = join(__dirname, '..', '..');
const CATALOGUE: Readonly<Record<string, string>> = MESSAGES;

/** Returns the paths of the files below `folders` whose names match `ending`. */
function filesIn(folders: readonly string[], ending: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => join(root, folder, name)),
  );
}

/** A gateway is another server: its errors are not those of the API. */
const sources = filesIn(['apps/api/src', 'apps/worker/src', 'libs'], /(?<!\.spec)\.ts$/)
  .filter((path) => !/node_modules|libs\/gateway-server/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

/** Codes of the errors of nodes, as the guide lists them. */
function nodeCodes(): string[] {
  const guide = readFileSync(join(root, 'docs', 'workflows.md'), 'utf8');
  return rowsOf(sectionOf(guide, 'Troubleshooting')).flatMap(([codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  );
}

/** Choices that are shown as they are. */
const TECHNICAL =
  'GET HEAD POST PUT PATCH DELETE OPTIONS github stripe slack svix sha1 sha256 sha512 hex base64 pdf csv excel';

interface TextSchema {
  title?: string;
  description?: string;
  anyOf?: TextSchema[];
  items?: TextSchema;
  properties?: Record<string, TextSchema>;
  patternProperties?: Record<string, TextSchema>;
  enum?: unknown[];
  const?: unknown;
}

/** Returns the schema with all schemas in it. */
function schemasIn(schema: TextSchema): TextSchema[] {
  const { anyOf = [], items, properties, patternProperties } = schema;
  const parts = [
    ...anyOf,
    ...(items ? [items] : []),
    ...Object.values({ ...properties, ...patternProperties }),
  ];
  return [schema, ...parts.flatMap(schemasIn)];
}

const CONFIG_SCHEMAS = [...nodeTypes.map(describeNode), ...TRIGGER_DESCRIPTORS].map(
  ({ configSchema }): TextSchema => configSchema,
);

/** Returns the descriptions in a schema, and the titles of its variants. Fields are named by their keys. */
function schemaTexts(whole: TextSchema): string[] {
  return schemasIn(whole)
    .flatMap(({ description, anyOf = [] }) => [description, ...anyOf.map(({ title }) => title)])
    .filter((text) => text !== undefined);
}

/** Codes of errors that the console does not show by a text of its own, by the reason. */
const NOT_MET = {
  'only nodes of workflows fail so, and the console has texts for these (NODE_FAILURES)': [
    'address_refused',
    'answer_too_large',
    'answer_unreadable',
    'attachment_not_found',
    'attachments_too_large',
    'calls_too_deep',
    'connection_failed',
    'database_busy',
    'database_conflict',
    'database_node_off',
    'database_timeout',
    'execution_stopped',
    'host_not_found',
    'http_status',
    'http_timeout',
    'memory_full',
    'not_a_list',
    'not_a_number',
    'redirect_refused',
    'request_invalid',
    'result_too_large',
    'statement_failed',
    'statement_invalid',
    'statement_refused',
    'statement_too_large',
    'tls_failed',
    'too_many_mails',
    'too_many_redirects',
    'too_many_rows',
    'value_too_large',
    'write_not_recorded',
  ],
  'only jobs of the worker fail so': [
    'file_deleted',
    'push_failed',
    'push_without_device',
    'webhook_failed',
    'webhook_gone',
  ],
  'the callers of webhooks and of waiting executions are other systems': [
    'address_not_allowed',
    'already_resumed',
    'too_many_deliveries',
    'wait_timed_out',
  ],
  'the console uses no API key, and does not read the metrics': ['metrics_forbidden', 'user_required'],
  'the console does not delete price series': ['series_in_use'],
  'a gateway gives a reason, and its code has a text': ['configuration_refused'],
  'browsers send well-formed requests, and the typed client writes their bodies and headers': [
    'connection_in_use',
    'duplicate_header',
    'headers_too_large',
    'idempotency_key_reused',
    'malformed_form',
    'malformed_json',
    'malformed_request',
    'method_not_allowed',
    'missing_host',
    'range_not_satisfiable',
  ],
  'the console connects its event stream again, and shows only that it is offline': [
    'shutting_down',
    'too_many_streams',
  ],
  'the text of the status says the same': [
    'internal_error',
    'redis_unavailable',
    'request_abandoned',
    'timeout',
    'too_many',
    'unavailable',
    'upstream_failed',
    'upstream_timeout',
  ],
};

/** The codes of errors that the sources name. Variables are replaced by the text of the constant in the same file. */
function errorCodes(): string[] {
  const thrown = sources.flatMap((source) =>
    [...source.matchAll(/(?:new DomainError|super)\(\s*[\w. ']+,\s*([\w.? :']+),/g)].map(([, code = '']) => {
      const [constant = ''] = new RegExp(`\\b${code} = '\\w+'`).exec(source) ?? [];
      return /^\w+$/.test(code) ? constant : code;
    }),
  );
  const adapter = filesIn(['apps/api/src/http'], /(?<!\.spec)\.ts$/);
  const answered = adapter
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((source) =>
      [...source.matchAll(/\bcode: ('\w+')|^ {2}\d{3}: ('\w+'),$/gm)].map(
        ([, code, standard]) => code ?? standard,
      ),
    );
  const codes = [...thrown, ...answered].flatMap((text = '') => [...text.matchAll(/'([a-z][a-z_]+)'/g)]);
  return [...new Set(codes.map(([, code = '']) => code))].sort();
}

/** The names of the placeholders in a text. */
const valuesIn = (text: string): string[] => [...text.matchAll(/{{(\w+)/g)].map(([, name = '']) => name);

/** The placeholders in a text of the console that the message of this code does not have. */
function strange(code: string, text: string, others: readonly string[] = []): string[] {
  const known = new Set([...valuesIn(CATALOGUE[code] ?? ''), ...others]);
  return valuesIn(text)
    .filter((name) => !known.has(name))
    .map((name) => `${code}: ${name}`);
}

describe('the texts of the console for the messages of the API', () => {
  it('the texts of the console have only values that the messages have', () => {
    const messages = Object.entries({ ...CHINESE, ...FIELD_TEXTS });
    expect(messages.flatMap(([code, text]) => strange(code, text))).toEqual([]);
    // A text for an error together with its reason has the values of the reason.
    const errors = Object.entries(ENGLISH).flatMap(([key, text]) =>
      strange(key.endsWith('_gateway_says') ? 'gateway_says' : key, text, ['seconds', 'detail']),
    );
    expect(errors).toEqual([]);
  });

  it('the console explains exactly the codes of errors of nodes that the guide lists', () => {
    const known = Object.keys(NODE_FAILURES);
    expect(nodeCodes().length).toBeGreaterThan(80);
    expect([...new Set(nodeCodes())].sort()).toEqual(known.sort());
  });

  it('the console has the Chinese of exactly the descriptions and titles in the schemas of configurations', () => {
    const said = new Set(CONFIG_SCHEMAS.flatMap(schemaTexts));
    const known = { ...NODE_DESCRIPTIONS, ...TRIGGER_DESCRIPTIONS };
    expect(said.size).toBeGreaterThan(100);
    expect([...said].sort()).toEqual(Object.keys(known).sort());
    expect(Object.values(known).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  });

  it('the console names each choice in the schemas of configurations', () => {
    const choices = CONFIG_SCHEMAS.flatMap(schemasIn)
      .flatMap(({ enum: values = [], const: only }) => [...values, only])
      .filter((value) => typeof value === 'string');
    expect(choices.length).toBeGreaterThan(100);
    const ns = ['workflowChoices', 'energy-types', 'ui'];
    const unnamed = choices.filter((choice) => !i18next.exists(choice, { ns }));
    expect([...new Set(unnamed)].sort()).toEqual(TECHNICAL.split(' ').toSorted());
    const named = Object.keys(i18next.getResourceBundle('en-US', 'workflowChoices') as object);
    expect(named.filter((key) => !choices.includes(key.replace('onlyWhen.', '')))).toEqual([]);
  });

  it('the console names each part of the platform that acts without a user', () => {
    const parts = sources.flatMap((source) => [...source.matchAll(/Actor\.system\(\s*'([\w:-]+)'/g)]);
    expect(parts.length).toBeGreaterThan(10);
    const unnamed = parts.filter(([, part = '']) => !i18next.exists(part, { ns: 'actors' }));
    expect(unnamed.map(([, part]) => part)).toEqual([]);
  });

  it('the console has a text for each error that the API can return to it', () => {
    const codes = errorCodes();
    const silent = new Set(Object.values(NOT_MET).flat());
    const known = new Set(Object.keys(ENGLISH));
    expect(codes.length).toBeGreaterThan(120);
    expect(codes.filter((code) => !known.has(code) && !silent.has(code))).toEqual([]);
    expect([...silent].filter((code) => known.has(code) || !codes.includes(code))).toEqual([]);
  });

  it('the console has texts only for errors that the API can return', () => {
    const codes = new Set(errorCodes());
    const others = new Set([
      'unexpected',
      'unreachable',
      ...MESSAGE_CODES,
      'interlock_gateway_says',
      'gateway_refused_gateway_says',
      'configuration_refused_gateway_says',
    ]);
    const unknown = Object.keys(ENGLISH).filter((key) => !/^\d+$/.test(key) && !codes.has(key));
    expect(unknown.filter((key) => !others.has(key))).toEqual([]);
  });

  it('the console has a text for each reason of the bridge', () => {
    expect(DEVICE_REASONS.toSorted()).toEqual(Object.keys(REASONS).toSorted());
  });

  it('the console names each field of the connections of the bridge', () => {
    const fields = [...fieldsByProtocol(connectionSchema()).values()].flat();
    expect(fields.length).toBeGreaterThan(30);
    const unnamed = fields.filter(({ name }) => !i18next.exists(name, { ns: 'connectionFields' }));
    expect(unnamed).toEqual([]);
  });

  it('the console has a text for each action of the audit log', () => {
    const texts = readFileSync(join(root, 'apps/console/src/features/audit/action.texts.ts'), 'utf8');
    const actions = new Set(
      sources
        .filter((source) => source.includes('.audit.record'))
        .flatMap((source) => [...source.matchAll(/'([a-z]+(?:[_-][a-z]+)*)\.([a-z_]+)'/g)]),
    );
    const keys = [...actions].flatMap(([, object, verb]) => [`'object.${object}'`, `'verb.${verb}'`]);
    expect(keys.length).toBeGreaterThan(100);
    expect([...new Set(keys)].filter((key) => !texts.includes(key))).toEqual([]);
  });

  it('the console has texts only for routes that write', () => {
    const texts = readFileSync(join(root, 'apps/console/src/features/audit/action.texts.ts'), 'utf8');
    const named = [...texts.matchAll(/'route\.(\w+ [^']+)'/g)].map(([, route = '']) => route);
    const reference = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
      paths: Record<string, object>;
    };
    const routes = new Set(
      Object.entries(reference.paths).flatMap(([path, operations]) => {
        const resource = path
          .split('/')
          .filter((part) => part !== '' && part !== 'api' && !part.startsWith('{'));
        return Object.keys(operations).map((method) => `${method} ${resource.join('/')}`);
      }),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((route) => !routes.has(route))).toEqual([]);
  });
});
