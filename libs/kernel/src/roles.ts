/** All roles, lowest first. New accounts get the first role. */
export const USER_ROLE_LIST = ['viewer', 'operator', 'engineer', 'admin'] as const;

export type Role = (typeof USER_ROLE_LIST)[number];

/** Returns true if `role` is `lowest` or a higher role. */
export function roleCovers(role: Role, lowest: Role): boolean {
  return USER_ROLE_LIST.indexOf(role) >= USER_ROLE_LIST.indexOf(lowest);
}
