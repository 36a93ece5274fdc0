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

/** The callers that a route allows. If this is a role, users with a higher role may call the route too. */
export type AccessWord = Role | 'public' | 'self' | 'self or admin' | 'stream token';

const ACCOUNT_ROUTES = ['/api/auth', '/api/users', '/api/settings', '/api/api-keys', '/api/push'];

const ROUTE_ACCESS = Symbol('route access');

/**
 * Returns the access that the decorator of the handler declares. Undefined if there is none; `RouteCheck` then stops
 * the start-up.
 */
export function routeAccessOf(handler: object): RouteAccess | undefined {
  return Reflect.getMetadata(ROUTE_ACCESS, handler) as RouteAccess | undefined;
}

/** Returns the callers that an access allows, in words. */
export function accessWordOf(access: RouteAccess): AccessWord {
  switch (access.kind) {
    case 'role':
      return access.lowest;
    case 'self_or':
      return 'self or admin';
    case 'stream_token':
      return 'stream token';
    default:
      return access.kind;
  }
}

/**
 * Returns whether the route concerns accounts, the caller's own data or API keys. These routes refuse API keys, so that
 * a stolen key cannot create an account or another key.
 * @param path the declared path of the route, with the global prefix
 */
export function isAccountRoute(path: string): boolean {
  return ACCOUNT_ROUTES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
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
