import { type Route, RouteInventory } from '@app/auth';
import type { INestApplication } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describeRoutes } from './openapi-document';
import { settleSuccessStatuses } from './success-statuses';

/** Every API route lives under /api; these do not. */
const OUTSIDE_PREFIX = ['/', 'health/live', 'health/ready', 'metrics'];

export interface DescribedApp {
  routes: Route[];
  document: OpenAPIObject;
}

/** Settles where the routes of `app` are and what they answer, and describes them; before it is initialised. */
export function describeApp(app: INestApplication): DescribedApp {
  app.setGlobalPrefix('api', { exclude: OUTSIDE_PREFIX });
  const modules = app.get(ModulesContainer);
  const routes = new RouteInventory(new DiscoveryService(modules), app.get(ApplicationConfig)).list();
  return { routes, document: describeRoutes(app, routes, settleSuccessStatuses(modules)) };
}
