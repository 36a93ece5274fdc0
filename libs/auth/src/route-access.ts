import type { Role } from '@app/kernel';
import 'reflect-metadata';

/** Who may call a route. */
export type RouteAccess =
  | { readonly kind: 'public' }
  | { readonly kind: 'role'; readonly lowest: Role }
  /** The user that `:id` in the path names, or anyone from `lowest` up. */
  | { readonly kind: 'self_or'; readonly lowest: 'admin' }
  /** The user that `:id` in the path names, and nobody else. */
  | { readonly kind: 'self' }
  /** The holder of an event-stream token, given as `?token=`. */
  | { readonly kind: 'stream_token' };

const ROUTE_ACCESS = Symbol('route access');

/** What the handler's decorator says, or undefined where it has none: such a route stops the start-up. */
export function routeAccessOf(handler: object): RouteAccess | undefined {
  return Reflect.getMetadata(ROUTE_ACCESS, handler) as RouteAccess | undefined;
}

/** Open to users of this role and above, with an access token. */
export function Roles(lowest: Role): MethodDecorator {
  return allow({ kind: 'role', lowest });
}

/** Open to the user that `:id` in the path names, and to administrators. */
export function SelfOr(lowest: 'admin'): MethodDecorator {
  return allow({ kind: 'self_or', lowest });
}

/** Open to the user that `:id` in the path names, and to nobody else whatever his role. */
export function Self(): MethodDecorator {
  return allow({ kind: 'self' });
}

/** Open to holders of an event-stream token in the query; an access token does not open it. */
export function StreamToken(): MethodDecorator {
  return allow({ kind: 'stream_token' });
}

/** Open to everybody. Only for routes of `PUBLIC_ROUTES`: anywhere else it stops the start-up. */
export function Public(): MethodDecorator {
  return allow({ kind: 'public' });
}

function allow(access: RouteAccess): MethodDecorator {
  return (_target, name, descriptor) => {
    const handler = descriptor.value as object;
    if (routeAccessOf(handler)) throw new Error(`${String(name)} says twice who may call it.`);
    Reflect.defineMetadata(ROUTE_ACCESS, access, handler);
  };
}
