import { STATUS_CODES } from 'node:http';
import { isAccountRoute, type Route, type RouteAccess } from '@app/auth';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeErrors, usedErrorResponses } from './documented-errors';
import { ErrorDto, ServerErrorDto } from '../errors/error.dto';
import { DESCRIPTION, SECURITY_SCHEMES, TAGS } from './openapi-introduction';
import { FORM } from './media-types.decorator';
import { type Operation, operationAt } from './openapi-operations';
import { operationId } from './success-statuses';
import { asForm } from './takes-raw-data.decorator';

/** The lowest role that may call a route. Omitted if access does not depend on the role. */
const LOWEST_ROLE_EXTENSION = 'x-lowest-role';

/** Describes the routes of `app`: their parameters, bodies, answers, errors and lowest roles. */
export function describeRoutes(
  app: INestApplication,
  routes: readonly Route[],
  statuses: ReadonlyMap<string, number>,
): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, introduction(), {
    operationIdFactory: operationId,
    extraModels: [ErrorDto, ServerErrorDto],
  });
  for (const { method, path, access } of routes) {
    const operation = operationAt(document, method, path);
    if (!operation) continue;
    settleSuccess(operation, String(statuses.get(operation.operationId ?? '') ?? 200));
    settleBodies(operation);
    completeErrors(operation, access);
    splitSummary(operation);
    describeAccess(operation, path, access);
  }
  nameAliases(document);
  document.components = { ...document.components, responses: usedErrorResponses(document) };
  return document;
}

function introduction(): ReturnType<DocumentBuilder['build']> {
  const builder = new DocumentBuilder()
    .setTitle('Plantroom')
    .setDescription(DESCRIPTION)
    .setVersion('1.0')
    .addServer('/', 'The server that serves this document.');
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) builder.addSecurity(name, scheme);
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  return builder.build();
}

/**
 * Moves the success response to the route's real status, because Nest infers 201 for every POST. Other success
 * responses remain if a decorator describes them.
 */
function settleSuccess({ responses }: Operation, status: string): void {
  const isDescribed = (key: string) => Boolean((responses[key] as { description?: string }).description);
  const successes = Object.keys(responses).filter((key) => key.startsWith('2') || key === 'default');
  const best =
    successes.find((key) => key === status && 'content' in (responses[key] ?? {})) ??
    successes.find((key) => !isDescribed(key)) ??
    successes[0];
  const success = best === undefined ? undefined : responses[best];
  const description =
    best !== undefined && isDescribed(best) ? {} : { description: STATUS_CODES[status] ?? 'Success' };
  for (const key of successes) if (key === best || !isDescribed(key)) delete responses[key];
  responses[status] = { ...success, ...description } as (typeof responses)[string];
}

/**
 * Corrects the schemas of a body. Nest gives each media type the same schema, but a CSV body has no schema, and the
 * fields of a form are texts.
 */
function settleBodies({ requestBody }: Operation): void {
  if (!requestBody || !('content' in requestBody)) return;
  const { content } = requestBody;
  for (const [type, body] of Object.entries(content)) {
    if (type.startsWith('text/')) content[type] = { schema: { type: 'string' } };
    if (type === FORM) content[type] = asForm(body);
  }
}

/** The first sentence of a handler's comment is the summary, the rest is the description. */
function splitSummary(operation: Operation): void {
  const [, summary = '', rest = ''] = /^(.*?)(?:\.\s+([^]*)|\.?)$/s.exec(operation.summary ?? '') ?? [];
  operation.summary = summary.replace(/\s+/g, ' ');
  operation.description = [operation.description, rest].filter(Boolean).join('\n\n');
}

function describeAccess(operation: Operation, path: string, access: RouteAccess | undefined): void {
  operation.security = securityOf(path, access);
  operation.description = [operation.description, whoMayCall(access)].filter(Boolean).join('\n\n');
  if (access?.kind === 'role') Object.assign(operation, { [LOWEST_ROLE_EXTENSION]: access.lowest });
}

function securityOf(path: string, access: RouteAccess | undefined): NonNullable<Operation['security']> {
  if (access?.kind === 'public') return [];
  if (access?.kind === 'stream_token') return [{ streamToken: [] }];
  return isAccountRoute(path) ? [{ accessToken: [] }] : [{ accessToken: [] }, { apiKey: [] }];
}

function whoMayCall(access: RouteAccess | undefined): string {
  switch (access?.kind) {
    case 'role':
      return `Lowest role: ${access.lowest}.`;
    case 'self':
      return 'Allowed only for the user concerned.';
    case 'self_or':
      return `Allowed for the user concerned. For other users, lowest role: ${access.lowest}.`;
    case 'stream_token':
      return 'Needs a stream token.';
    default:
      return 'Public: no token needed.';
  }
}

/** Nest numbers the operations of a handler with several paths: `Events_openStream[1]`. Use the path instead. */
function nameAliases(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of [item.get, item.post, item.put, item.delete]) {
      const [, id, index] = /^(.*)\[(\d+)\]$/.exec(operation?.operationId ?? '') ?? [];
      if (operation && id !== undefined) {
        operation.operationId = index === '0' ? id : `${id}_${path.split('/').at(-1)}`;
      }
    }
  }
}
