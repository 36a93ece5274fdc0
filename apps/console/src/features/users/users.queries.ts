import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Role } from '../../api/account';
import { type User, type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import type { UserSearch } from './user-search';

export type Permission = components['schemas']['PermissionDto'];
export type ApiKey = components['schemas']['ApiKeyDto'];
export type ApiKeyInput = components['schemas']['ApiKeyInputDto'];
export type UserInput = components['schemas']['UserCreationDto'];

export const USERS = ['/api/users'] as const;
export const KEYS = ['/api/api-keys'] as const;
export const PER_PAGE = 25;

export const usersQuery = ({ search, role, page = 1 }: UserSearch) => {
  const query = { search, role, page, limit: PER_PAGE };
  return queryOptions({
    queryKey: [...USERS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const permissionsQuery = queryOptions({
  queryKey: ['/api/users/roles'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/users/roles', { signal })),
  staleTime: Infinity,
});

export const keysQuery = (page: number) => {
  const query = { page, limit: PER_PAGE };
  return queryOptions({
    queryKey: [...KEYS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/api-keys', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

const withId = (id: number) => ({ params: { path: { id } } });

export const createUser = (body: UserInput): Promise<User> =>
  unwrap(plantroom.api.POST('/api/users', { body }));

/** Changes the name and the address, and then the role if it differs. */
export async function changeUser(before: User, changes: { username: string; email: string; role: Role }) {
  const { role, ...body } = changes;
  await unwrap(plantroom.api.PUT('/api/users/{id}', { ...withId(before.id), body }));
  if (role === before.role) return;
  await unwrap(plantroom.api.PUT('/api/users/{id}/role', { ...withId(before.id), body: { role } }));
}

export const deleteUser = (id: number) => unwrap(plantroom.api.DELETE('/api/users/{id}', withId(id)));

export const createKey = (body: ApiKeyInput) => unwrap(plantroom.api.POST('/api/api-keys', { body }));

export const deleteKey = (id: number) => unwrap(plantroom.api.DELETE('/api/api-keys/{id}', withId(id)));
