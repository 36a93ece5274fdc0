import type { Role } from '@app/kernel';
import 'reflect-metadata';

/** Who may call a route. */
export type RouteAccess =
  | { readonly kind: 'public' }
  | { readonly kind: 'role'; readonly lowest: Role }
  /** The user named by `:id` in the path, or any user of the role `lowest` and above. */
  | { readonly kind: 'self_or'; readonly lowest: 'admin' }
  /** Only the user named by `:id` in the path. */
  | { readonly kind: 'self' }
  /** The holder of an event-stream token in the query parameter `token`. */
  | { readonly kind: 'stream_token' };

const ROUTE_ACCESS = Symbol('route access');

/** The access declared by the handler's decorator; undefined stops the start-up. */
export function routeAccessOf(handler: object): RouteAccess | undefined {
  return Reflect.getMetadata(ROUTE_ACCESS, handler) as RouteAccess | undefined;
}

/** Allows users of this role and above, with an access token. */
export function Roles(lowest: Role): MethodDecorator {
  return allow({ kind: 'role', lowest });
}

/** Allows the user named by `:id` in the path, and administrators. */
export function SelfOr(lowest: 'admin'): MethodDecorator {
  return allow({ kind: 'self_or', lowest });
}

/** Allows only the user named by `:id` in the path, without regard to roles. */
export function Self(): MethodDecorator {
  return allow({ kind: 'self' });
}

/** Allows holders of an event-stream token in the query. An access token is refused. */
export function StreamToken(): MethodDecorator {
  return allow({ kind: 'stream_token' });
}

/** Allows everybody. The route must be listed in `PUBLIC_ROUTES`; otherwise it stops the start-up. */
export function Public(): MethodDecorator {
  return allow({ kind: 'public' });
}

function allow(access: RouteAccess): MethodDecorator {
  return (_target, name, descriptor) => {
    const handler = descriptor.value as object;
    if (routeAccessOf(handler)) throw new Error(`${String(name)} declares twice who may call it.`);
    Reflect.defineMetadata(ROUTE_ACCESS, access, handler);
  };
}
