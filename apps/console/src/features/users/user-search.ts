import { ROLES, type Role } from '../../api/account';
import { readText } from '../../app/search-fields';

export const VIEWS = ['users', 'keys', 'permissions'] as const;

export interface UserSearch {
  /** By default, the users. */
  view?: (typeof VIEWS)[number];
  search?: string;
  role?: Role;
  page?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readUserSearch({ view, search, role, page }: Record<string, unknown>): UserSearch {
  return {
    view: VIEWS.find((value) => value === view),
    search: readText(search)?.slice(0, 254),
    role: ROLES.find((value) => value === role),
    page: Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  };
}
