import type { Environment } from '@app/config';
import type { Role } from '@app/kernel';
import 'reflect-metadata';

/** Returns whether the operator has opened a route to everybody. */
export type OpenIf = (environment: Environment) => boolean;

/** Who may call a route. */
export type RouteAccess =
  | { readonly kind: 'public' }
  /**
   * If `openIf` returns true, the route is open to everybody. If `iot` is true, the route also accepts a token of the
   * IoT proxy.
   */
  | { readonly kind: 'role'; readonly lowest: Role; readonly openIf?: OpenIf; readonly iot?: true }
  /** The user named by `:id` in the path, or any user of the role `lowest` and above. */
  | { readonly kind: 'self_or'; readonly lowest: 'admin' }
  /** Only the user named by `:id` in the path. */
  | { readonly kind: 'self' }
  /** The holder of an event-stream token in the query parameter `token`. */
  | { readonly kind: 'stream_token' };

const ROUTE_ACCESS = Symbol('route access');

/**
 * Returns the access that the decorator of the handler declares. Undefined if there is none; `RouteCheck` then stops
 * the start-up.
 */
export function routeAccessOf(handler: object): RouteAccess | undefined {
  return Reflect.getMetadata(ROUTE_ACCESS, handler) as RouteAccess | undefined;
}

/**
 * Allows users and API keys of this role and above.
 * @param openIf if it returns true, everybody may call the route, even without a token
 */
export function Roles(lowest: Role, openIf?: OpenIf): MethodDecorator {
  return allow({ kind: 'role', lowest, openIf });
}

/**
 * Like `Roles`, but also accepts a token of the IoT proxy. If the route is not below `/api/iot/`, the start-up fails.
 */
export function IotRoles(lowest: Role): MethodDecorator {
  return allow({ kind: 'role', lowest, iot: true });
}

/** Allows the user named by `:id` in the path, and administrators. */
export function SelfOr(lowest: 'admin'): MethodDecorator {
  return allow({ kind: 'self_or', lowest });
}

/** Allows only the user named by `:id` in the path, regardless of the caller's role. */
export function Self(): MethodDecorator {
  return allow({ kind: 'self' });
}

/** Allows callers with an event-stream token in the query. An access token is refused. */
export function StreamToken(): MethodDecorator {
  return allow({ kind: 'stream_token' });
}

/** Allows everybody. If the route is not listed in `PUBLIC_ROUTES`, the start-up fails. */
export function Public(): MethodDecorator {
  return allow({ kind: 'public' });
}

function allow(access: RouteAccess): MethodDecorator {
  return (_target, name, descriptor) => {
    const handler = descriptor.value as object;
    if (routeAccessOf(handler)) throw new Error(`${String(name)} has more than one access decorator.`);
    Reflect.defineMetadata(ROUTE_ACCESS, access, handler);
  };
}
