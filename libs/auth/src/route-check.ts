import { Injectable, type OnModuleInit } from '@nestjs/common';
import { pathsOverlap, samePath } from './path-overlap';
import { PUBLIC_ROUTES, type PublicRoute } from './public-routes';
import { type Route, RouteInventory } from './route-inventory';

/** Fails the start-up unless every route declares who may call it. */
@Injectable()
export class RouteCheck implements OnModuleInit {
  constructor(private readonly routes: RouteInventory) {}

  /** @throws Error with a message that lists every invalid route */
  onModuleInit(): void {
    const faults = this.routes.list().flatMap((route) => faultOf(route) ?? []);
    if (faults.length > 0) throw new Error(`Refusing to start. ${faults.join(' ')}`);
  }
}

/** Returns the problem of a route's declaration; null if there is none. */
export function faultOf(route: Route, publicRoutes: readonly PublicRoute[] = PUBLIC_ROUTES): string | null {
  const name = `${route.method} ${route.path} (${route.handler})`;
  if (!route.access) return `${name} does not declare who may call it.`;
  if (route.access.kind === 'public') {
    const listed = publicRoutes.some(
      ({ method, path }) => method === route.method && samePath(path, route.path),
    );
    return listed ? null : `${name} is marked public but is not on the list of public routes.`;
  }
  const answersListed = publicRoutes.some(
    ({ method, path }) => [method, 'ALL'].includes(route.method) && pathsOverlap(path, route.path),
  );
  if (answersListed) return `${name} matches a path on the list of public routes but is not marked public.`;
  const takesIotToken = route.access.kind === 'role' && route.access.iot === true;
  if (takesIotToken && !route.path.startsWith('/api/iot/')) {
    return `${name} accepts tokens of the IoT proxy, but is not below /api/iot/.`;
  }
  const isForSelf = route.access.kind === 'self' || route.access.kind === 'self_or';
  if (isForSelf && !route.path.split('/').includes(':id')) {
    return `${name} is open to the user named by ":id", but its path has no ":id".`;
  }
  return null;
}
