import { type Route, RouteInventory } from '@app/auth';
import type { INestApplication } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describeRoutes } from './openapi-document';
import { settleSuccessStatuses } from './success-statuses';

/** The routes outside of /api. */
export const OUTSIDE_PREFIX = ['/', 'health/live', 'health/ready', 'metrics', 'static/models/:filename'];

export interface DescribedApp {
  routes: Route[];
  document: OpenAPIObject;
}

/**
 * Sets the prefix and the success statuses of the routes of `app`, and describes them. Call it before the application
 * is initialised.
 * @param known the description of the routes; created if it is missing
 */
export function describeApp(app: INestApplication, known?: OpenAPIObject): DescribedApp {
  app.setGlobalPrefix('api', { exclude: OUTSIDE_PREFIX });
  const modules = app.get(ModulesContainer);
  const routes = new RouteInventory(new DiscoveryService(modules), app.get(ApplicationConfig)).list();
  const statuses = settleSuccessStatuses(modules);
  return { routes, document: known ?? describeRoutes(app, routes, statuses) };
}
