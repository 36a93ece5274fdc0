import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractRow, isContent } from './contract-row';
import { fixedValues, type Schema, schemasAt, stepsOf } from './schema-paths';
import { schemaProblems } from './shape-problems';

interface Operation {
  requestBody?: Schema;
  parameters?: { name: string; in: string; schema: Schema }[];
  responses: Record<string, Schema>;
  'x-paged'?: unknown;
}

interface Reference {
  paths: Record<string, Record<string, Operation>>;
}

const PAGE = ['page', 'limit'];

/** The committed API reference, `docs/openapi.json`. */
export class ContractReference {
  private readonly document: Reference;

  constructor() {
    const path = join(__dirname, '../../../../docs/openapi.json');
    this.document = JSON.parse(readFileSync(path, 'utf8')) as Reference;
  }

  /** The routes in the notation of the contract, such as `GET /api/models/:id/file`. */
  get routes(): string[] {
    return Object.entries(this.document.paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
  }

  /** Lists the differences: a status, fields and parameters that the row has but the reference lacks. */
  problems({ route, status, answer, paged, query = [] }: ContractRow): string[] {
    const operation = this.operation(route);
    if (!operation) return ['is missing'];
    const response = operation.responses[String(status)];
    if (!response) return [`has no ${status}, but ${Object.keys(operation.responses).join(', ')}`];
    const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const expected = [...(paged ? PAGE : []), ...query];
    const missing = expected.filter((name) => !inQuery.some((parameter) => parameter.name === name));
    const problems = missing.map((name) => `has no query parameter ${name}`);
    if (paged && !('x-paged' in operation)) problems.push('is not marked as a list with pages');
    if (isContent(answer)) {
      const types = (this.resolve(response)['content'] ?? {}) as Record<string, unknown>;
      const fits = Object.keys(types).some(
        (type) => type.replace('*', '').startsWith(answer.content.split('/')[0] ?? '') || type === '*/*',
      );
      return fits ? problems : [...problems, `answers ${Object.keys(types).join(', ')}`];
    }
    const schema = this.json(response);
    if (!schema) return [...problems, 'answers no JSON'];
    return [...problems, ...schemaProblems(answer, schema, (each) => this.resolve(each))];
  }

  /** Returns the statuses of all answers of a route. */
  statusesOf(route: string): string[] {
    return Object.keys(this.operation(route)?.responses ?? {});
  }

  /** Returns the values that a field or a parameter may have. `path` is a path of `valuesRows`. */
  valuesOf(route: string, path: string): unknown[] {
    const [place = '', ...steps] = stepsOf(path);
    const schema = this.schemaAt(route, place, steps) ?? {};
    return fixedValues(schemasAt(schema, steps, (each) => this.resolve(each)));
  }

  /**
   * Returns the schema of a body, an answer or a query parameter. For a query parameter, the first element of `steps`
   * is its name. The function removes this element.
   */
  private schemaAt(route: string, place: string, steps: string[]): Schema | undefined {
    if (place === 'query') return this.parameter(route, steps.shift() ?? '');
    const { requestBody, responses = {} } = this.operation(route) ?? {};
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    return this.json(place === 'body' ? requestBody : success);
  }

  /** Returns the schema of a JSON body. */
  private json(body: Schema | undefined): Schema | undefined {
    const types = this.resolve(body ?? {})['content'] as Record<string, { schema: Schema }> | undefined;
    return types?.['application/json']?.schema;
  }

  /** Returns the schema of a parameter. */
  parameter(route: string, name: string): Schema {
    const found = this.operation(route)?.parameters?.find((parameter) => parameter.name === name);
    return found?.schema ?? {};
  }

  private operation(route: string): Operation | undefined {
    const [method = '', path = ''] = route.split(' ');
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    return this.document.paths[template]?.[method.toLowerCase()];
  }

  private resolve(schema: Schema): Schema {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const names = $ref.slice(2).split('/');
    const found = names.reduce<unknown>((part, name) => (part as Schema)[name], this.document);
    return this.resolve(found as Schema);
  }
}
