import { RouteInventory } from '@app/auth';
import type { INestApplication } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, ModulesContainer } from '@nestjs/core';
import { operationAt } from '../../apps/api/src/http/reference/openapi-operations';
import { describeRoutes } from '../../apps/api/src/http/reference/openapi-document';
import { settleSuccessStatuses } from '../../apps/api/src/http/reference/success-statuses';

/** Returns the media types that the reference declares for the body of a route and, by status, for its answers. */
export function declaredTypes(
  app: INestApplication,
  method: string,
  path: string,
): { body: string[]; answers: Record<string, string[]> } {
  const modules = app.get(ModulesContainer);
  const routes = new RouteInventory(new DiscoveryService(modules), app.get(ApplicationConfig)).list();
  const document = describeRoutes(app, routes, settleSuccessStatuses(modules));
  const { requestBody, responses } = operationAt(document, method, path) ?? { responses: {} };
  const answers = Object.entries(responses).map(([status, answer]) => [status, typesOf(answer)]);
  return { body: typesOf(requestBody), answers: Object.fromEntries(answers) as Record<string, string[]> };
}

/** Returns the media types of a body. A body that is a `$ref` is an error, and errors are JSON. */
function typesOf(content: object | undefined): string[] {
  if (content === undefined) return [];
  return '$ref' in content
    ? ['application/json']
    : Object.keys((content as { content?: object }).content ?? {});
}
