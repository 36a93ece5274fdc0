import { STATUS_CODES } from 'node:http';
import type { Route, RouteAccess } from '@app/auth';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeErrors, sharedErrorResponses } from './documented-errors';
import { ErrorDto, ServerErrorDto } from './error.dto';
import { type Operation, operationAt } from './openapi-operations';
import { operationId } from './success-statuses';

const DESCRIPTION = `The backend of a building energy-monitoring and automation platform.

Instants are ISO 8601: answers give UTC with milliseconds; a request may carry any offset (in a query, \`+\` is written
\`%2B\`), and without one, or as a bare date, it is read in the time zone of the platform. Ranges are \`[from, to)\`.
Fields that a body has and a schema does not name are ignored. Every answer carries \`X-Request-Id\`.`;

/** Describes the routes of `app`: what they take, answer and refuse, and who may call them. */
export function describeRoutes(
  app: INestApplication,
  routes: readonly Route[],
  statuses: ReadonlyMap<string, number>,
): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Plantroom')
    .setDescription(DESCRIPTION)
    .setVersion('1.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'accessToken')
    .addSecurity('streamToken', { type: 'apiKey', in: 'query', name: 'token' })
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: operationId,
    extraModels: [ErrorDto, ServerErrorDto],
  });
  document.components = { ...document.components, responses: sharedErrorResponses() };
  for (const { method, path, access } of routes) {
    const operation = operationAt(document, method, path);
    if (!operation) continue;
    settleSuccess(operation, String(statuses.get(operation.operationId ?? '') ?? 200));
    completeErrors(operation, access);
    splitSummary(operation);
    describeAccess(operation, access);
  }
  return document;
}

/** The success under the status that it has: what is inferred from a POST's return type is filed under 201. */
function settleSuccess({ responses }: Operation, status: string): void {
  const successes = Object.keys(responses).filter((key) => key.startsWith('2') || key === 'default');
  const best = successes.find((key) => key === status && 'content' in (responses[key] ?? {})) ?? successes[0];
  const success = best === undefined ? undefined : responses[best];
  for (const key of successes) delete responses[key];
  const description = STATUS_CODES[status] ?? 'Success';
  const told = success && 'description' in success && success.description !== '';
  responses[status] = told ? success : { ...success, description };
}

/** Of a handler's comment the first sentence is the summary. */
function splitSummary(operation: Operation): void {
  const [summary = '', ...rest] = (operation.summary ?? '').split(/(?<=[.])\s+/);
  operation.summary = summary.replace(/\.$/, '');
  if (rest.length > 0)
    operation.description = [operation.description, rest.join(' ')].filter(Boolean).join('\n\n');
}

function describeAccess(operation: Operation, access: RouteAccess | undefined): void {
  operation.security = securityOf(access);
  const who = whoMayCall(access);
  if (who) operation.description = [operation.description, who].filter(Boolean).join('\n\n');
}

function securityOf(access: RouteAccess | undefined): NonNullable<Operation['security']> {
  if (access?.kind === 'public') return [];
  return access?.kind === 'stream_token' ? [{ streamToken: [] }] : [{ accessToken: [] }];
}

function whoMayCall(access: RouteAccess | undefined): string | null {
  if (access?.kind === 'role') return `Lowest role: ${access.lowest}.`;
  if (access?.kind === 'self') return 'For the user itself alone.';
  return access?.kind === 'self_or'
    ? `For the user itself; for others the lowest role is ${access.lowest}.`
    : null;
}
