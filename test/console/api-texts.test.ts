import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TRIGGER_DESCRIPTORS } from '@app/domain';
import { describeNode, nodeTypes } from '@app/workflow-nodes';
import { getMetadataStorage } from 'class-validator';
import { NODE_DESCRIPTIONS } from '../../apps/console/src/features/workflows/editor/form/node-descriptions';
import { TRIGGER_DESCRIPTIONS } from '../../apps/console/src/features/workflows/editor/form/trigger-descriptions';
import {
  PROBLEM_MESSAGES,
  readProblemMessage,
} from '../../apps/console/src/features/workflows/problems/problem-messages';
import { NODE_FAILURES } from '../../apps/console/src/features/workflows/node-failures';
import { ENGLISH } from '../../apps/console/src/ui/errors/english-errors';
import { ERROR_MESSAGES } from '../../apps/console/src/ui/errors/error-messages';
import { FAILURE_MESSAGES, readFailureMessage } from '../../apps/console/src/ui/failures/failure-messages';
import { FIELD_MESSAGES, readFieldMessage } from '../../apps/console/src/ui/field-messages';
import { rowsOf, sectionOf } from '../factories/documented-workflows';

const root = join(__dirname, '..', '..');
const storage = getMetadataStorage();
type Rule = ReturnType<typeof storage.getTargetValidationMetadatas>[number];

/** Returns the paths of the files below `folders` whose names match `ending`. */
function filesIn(folders: readonly string[], ending: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => join(root, folder, name)),
  );
}

const sources = filesIn(['apps/api/src', 'apps/worker/src', 'libs'], /(?<!\.spec)\.ts$/)
  .filter((path) => !path.includes('node_modules'))
  .map((path) => readFileSync(path, 'utf8'));

/** Returns all string literals of a source file. Each placeholder in a template literal is replaced by a number. */
function textsOf(source: string): string[] {
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`\n]+)`/g)].map(([, plain, template]) =>
    (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '7'),
  );
}

/** Returns the messages of all validation rules of request bodies and queries. */
function ruleSentences(): string[] {
  const shapes = filesIn(['apps/api/src'], /\.dto\.ts$/)
    .flatMap((path) => Object.values(jest.requireActual<Record<string, unknown>>(path)))
    .filter((exported) => typeof exported === 'function');
  const sentences = shapes.flatMap((shape) =>
    storage
      .getTargetValidationMetadatas(shape, '', true, false)
      .filter(({ type }) => type === 'customValidation' || type === 'nestedValidation')
      .map(sentenceOf),
  );
  return [...new Set(sentences)];
}

/** Returns the message of class-validator for a value that breaks the rule. */
function sentenceOf(rule: Rule): string {
  const { propertyName: property } = rule;
  // A nested object has no constraints, although the type requires them.
  const constraints = (rule.constraints as unknown[] | undefined) ?? [];
  const given = { value: undefined, constraints, targetName: '', object: rule, property };
  const [constraint] = storage.getTargetValidatorConstraints(rule.constraintCls);
  const message = rule.message || (constraint?.instance.defaultMessage?.bind(constraint.instance) ?? '');
  const sentence = typeof message === 'function' ? message(given) : message;
  return constraints
    .reduce<string>(
      (text, value, index) => text.replaceAll(`$constraint${index + 1}`, String(value)),
      sentence,
    )
    .replaceAll('$property', property)
    .replace(/^each value in /, '');
}

const PROBLEM_FOLDERS = [
  'libs/workflow-engine/src/graph',
  'libs/workflow-engine/src/config',
  'libs/workflow-nodes/src',
  'libs/domain/src/automation/workflows',
];
/** Problems have no subject. */
const PROBLEM_START = /^(is|has|must|names|connects|leads|cannot|can|never|does|sends) [^.]*/;
/** Texts of nodes that begin like a problem: descriptions, and parts of sentences. */
const NO_PROBLEMS =
  /^must be (safe to repeat|set\. Continues)|^is given twice$|^must not (have more than|be longer than .* JSON)/;

/** Returns the sentences about workflows in the sources of the API. */
function problemSentences(): string[] {
  const texts = filesIn(PROBLEM_FOLDERS, /(?<!\.spec)\.ts$/)
    .flatMap((path) => textsOf(readFileSync(path, 'utf8').replaceAll(/^\s*(\*|\/\/).*$/gm, '')))
    .filter((text) => PROBLEM_START.test(text) && !NO_PROBLEMS.test(text));
  return [...new Set(texts)];
}

/** Some sentences get their subject or their last word elsewhere. */
const formsOf = (text: string): string[] => [text, `${text}.`, `The definition ${text}.`, `${text} elements`];

function hasProblemText(sentence: string): boolean {
  const known = readProblemMessage(sentence);
  // The text `wanted` is for the types of values only.
  const isType = /^must be (7|a number|a list|true or false)$/.test(sentence);
  return known !== null && (known.key !== 'wanted' || isType);
}

/** Code that stores why work has failed, or reports why rows were left out. */
const FAILURE_FILES = [
  'libs/gateway-client/src/gateway-errors.ts',
  'libs/gateway-client/src/gateway-token.queries.ts',
  'libs/mail/src/transport-mailer.ts',
  'libs/outbound-http/src/http-errors.ts',
  'libs/workflow-engine/src/advance/limits.ts',
  'libs/workflow-engine/src/advance/ending.ts',
  'libs/workflow-engine/src/advance/jump.ts',
  'libs/domain/src/automation/executions/record/execution-errors.ts',
  'libs/domain/src/automation/executions/run/execution-error-handler.ts',
  'libs/domain/src/building/lighting/light-writer.ts',
  'libs/domain/src/building/point-writes/write-outcome.ts',
  'libs/domain/src/building/points/gateway-rows.ts',
  'libs/domain/src/building/points/point-rows.ts',
  'apps/api/src/features/points/point-rows.ts',
  'libs/domain/src/metering/emissions/carbon-factor-feed.ts',
  'libs/domain/src/metering/emissions/carbon-factor-source.ts',
  'libs/domain/src/metering/emissions/carbon-factors.service.ts',
  'libs/domain/src/metering/imports/reading-lines.ts',
  'libs/domain/src/metering/imports/import-batches.ts',
  'libs/domain/src/metering/imports/reading-import-work.service.ts',
  'libs/domain/src/operations/alert-rules/alert-rules.service.ts',
  'libs/domain/src/reporting/report-documents/report-documents.service.ts',
  'libs/domain/src/reporting/report-documents/row-budget.ts',
  ...[
    'libs/domain/src/operations/notifications/sending',
    'libs/domain/src/operations/notifications/planning',
    'libs/domain/src/platform/backups',
    'libs/domain/src/reporting/exports',
    'libs/domain/src/reporting/report-mails',
    'libs/domain/src/reporting/report-rendering',
    'libs/domain/src/reporting/report-runs',
  ].flatMap((folder) => filesIn([folder], /(?<!\.spec)\.ts$/).map((path) => relative(root, path))),
];
/** Sentences of these files that are answers to requests, lines of the log, words of documents, or internal errors. */
const NOT_STORED =
  /^(Notifications could not be|A (notification|report|backup|light) could not be|A backup is already|The claimed|No message has|The alerts? (is|are)|The schedule|Set either|The filters|The range|The execution is saved|The node returned|Rendering did not|The report is (attached|too large)|Import 7|This file runs|The answer 7|The gateway 7|The alert rule (is|was)|Calendar 7|7 more|The factors were)/;

/** Returns what a failed call of the gateway says. Nothing is stored about its stream. */
function gatewayFailures(): string[] {
  return sources
    .filter((source) => !/class GatewayStream|function gatewayFailed/.test(source))
    .flatMap((source) => [...source.matchAll(/gatewayFailed\(([^;]+)\);/g)])
    .flatMap(([, what = '']) => textsOf(what))
    .filter((what) => what.includes(' '))
    .map((what) => `The gateway ${what}.`);
}

/** Returns the sentences with which the API says why work has failed or why a row was left out. */
function failureSentences(): string[] {
  const texts = FAILURE_FILES.flatMap((path) =>
    textsOf(readFileSync(join(root, path), 'utf8').replaceAll(/^\s*(\*|\/\/).*$/gm, '')),
  );
  const sentences = texts
    .map((text) => text.trim())
    .filter((text) => /^(7|[A-Z]\w*) .+\.$/.test(text) && !NOT_STORED.test(text));
  const unreadable = sources.flatMap((source) => [...source.matchAll(/answerUnreadable\('([^']+)'\)/g)]);
  const uses = sources.flatMap((source) => [...source.matchAll(/description: `(The [^`]+)`/g)]);
  const said = [
    ...sentences,
    ...unreadable.map(([, what]) => `The answer ${what}.`),
    ...uses.map(([, user = '']) => `${user.replaceAll(/\$\{[^}]*\}/g, '7')} uses this file.`),
    ...gatewayFailures(),
  ];
  return [...new Set(said)];
}

/** Codes of the errors of nodes, as the guide lists them. */
function nodeCodes(): string[] {
  const guide = readFileSync(join(root, 'docs', 'workflows.md'), 'utf8');
  return rowsOf(sectionOf(guide, 'Troubleshooting')).flatMap(([codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  );
}

interface TextSchema {
  title?: string;
  description?: string;
  anyOf?: TextSchema[];
  items?: TextSchema;
  properties?: Record<string, TextSchema>;
  patternProperties?: Record<string, TextSchema>;
}

/** Returns the descriptions in a schema, and the titles of its variants. Fields are named by their keys. */
function schemaTexts({ description, anyOf = [], ...schema }: TextSchema): string[] {
  const { items, properties, patternProperties } = schema;
  const parts = [
    ...anyOf,
    ...(items ? [items] : []),
    ...Object.values({ ...properties, ...patternProperties }),
  ];
  const texts = [description, ...anyOf.map(({ title }) => title)].filter((text) => text !== undefined);
  return [...texts, ...parts.flatMap(schemaTexts)];
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
  'only jobs of the worker fail so': ['file_deleted', 'webhook_failed', 'webhook_gone'],
  'the callers of webhooks and of waiting executions are other systems': [
    'address_not_allowed',
    'already_resumed',
    'too_many_deliveries',
    'wait_timed_out',
  ],
  'the console uses no API key, and does not read the metrics': ['metrics_forbidden', 'user_required'],
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

describe('the texts of the console for the messages of the API', () => {
  const sentences = ruleSentences();

  it('the console has a text for each rule of a field', () => {
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter((sentence) => readFieldMessage(sentence) === null)).toEqual([]);
  });

  it('each text of the console belongs to a message of the API', () => {
    // Some services put the name of the field, or a subject, in front of a text.
    const written = sources
      .flatMap(textsOf)
      .flatMap((text) => [text, `field ${text}`, `The password ${text}.`, `cron ${text}.`]);
    const said = [...sentences, ...written];
    const unused = Object.entries(FIELD_MESSAGES).filter(
      ([, pattern]) => !said.some((text) => pattern.test(text)),
    );
    expect(unused.map(([key]) => key)).toEqual([]);
  });

  it('the console has a text for each problem of a workflow', () => {
    const sentences = problemSentences();
    expect(sentences.length).toBeGreaterThan(90);
    expect(sentences.filter((sentence) => !formsOf(sentence).some(hasProblemText))).toEqual([]);
  });

  it('each text of the console for a problem of a workflow belongs to a sentence of the API', () => {
    const said = sources.flatMap(textsOf).flatMap((text) => [...formsOf(text), `must be ${text}`]);
    const unused = Object.entries(PROBLEM_MESSAGES).filter(
      ([, pattern]) => !said.some((text) => pattern.test(text)),
    );
    // The parser of expressions is a package, and writes these two.
    expect(unused.map(([key]) => key)).toEqual(['exprToken', 'exprString']);
  });

  it('the console has a text for each reason of a failure that the API stores or reports for a row', () => {
    const sentences = failureSentences();
    expect(sentences.length).toBeGreaterThan(50);
    expect(sentences.filter((sentence) => readFailureMessage(sentence) === null)).toEqual([]);
  });

  it('each text of the console for a failure belongs to a sentence of the API', () => {
    const works = ['The mail of a report', 'The report', 'The export', 'The backup'];
    const restored = ['The message', 'The execution', 'The backup'];
    const said = [
      ...sources
        .flatMap(textsOf)
        .flatMap((text) => [
          text.trim(),
          `${text}.`,
          `The answer ${text}.`,
          `The gateway ${text}.`,
          `${text} uses this file.`,
          `field: ${text}`,
          `field ${text}`,
          text.replace(/^; /, ''),
        ]),
      ...works.map((work) => `${work} failed because of an error of the service.`),
      ...restored.map((work) => `${work} had not ended when the restored backup was made. `),
    ];
    const unused = Object.entries(FAILURE_MESSAGES).filter(
      ([, pattern]) => !said.some((text) => pattern.test(text)),
    );
    expect(unused.map(([key]) => key)).toEqual([]);
  });

  it('the console explains exactly the codes of errors of nodes that the guide lists', () => {
    const known = Object.keys(NODE_FAILURES);
    expect(nodeCodes().length).toBeGreaterThan(80);
    expect([...new Set(nodeCodes())].sort()).toEqual(known.sort());
  });

  it('the console has the Chinese of exactly the descriptions and titles in the schemas of configurations', () => {
    const schemas = [...nodeTypes.map(describeNode), ...TRIGGER_DESCRIPTORS].map(
      ({ configSchema }) => configSchema,
    );
    const said = new Set(schemas.flatMap((schema) => schemaTexts(schema)));
    const known = { ...NODE_DESCRIPTIONS, ...TRIGGER_DESCRIPTIONS };
    expect(said.size).toBeGreaterThan(100);
    expect([...said].sort()).toEqual(Object.keys(known).sort());
    expect(Object.values(known).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
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
    const others = new Set(['unexpected', 'unreachable', ...Object.keys(ERROR_MESSAGES)]);
    const unknown = Object.keys(ENGLISH).filter((key) => !/^\d+$/.test(key) && !codes.has(key));
    expect(unknown.filter((key) => !others.has(key))).toEqual([]);
  });

  it('each text of the console for a message of an error belongs to a sentence of the API', () => {
    const codes = errorCodes();
    const said = sources.flatMap(textsOf).flatMap((text) => [text, `The CSV cannot be read. ${text}`]);
    const unused = Object.entries(ERROR_MESSAGES).filter(
      ([, pattern]) =>
        !codes.some(
          (code) => pattern.source.includes(code) && said.some((text) => pattern.test(`${code}: ${text}`)),
        ) && !said.some((text) => pattern.test(text)),
    );
    expect(unused.map(([key]) => key)).toEqual([]);
  });

  it('the texts of errors have exactly the values of their messages', () => {
    for (const [key, text] of Object.entries<string>(ENGLISH)) {
      const needed = [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name);
      const { source = '' } = (ERROR_MESSAGES as Record<string, RegExp>)[key] ?? {};
      const given = [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
      const always = needed.filter((name) => name === 'seconds' || name === 'detail');
      expect([key, new Set(needed)]).toEqual([key, new Set(given.length > 0 ? given : always)]);
    }
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
