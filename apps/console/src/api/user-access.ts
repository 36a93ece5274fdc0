import { queryOptions } from '@tanstack/react-query';
import { plantroom, unwrap } from './plantroom';

const withId = (id: number) => ({ params: { path: { id } } });

/** The session of a user: at most one. */
export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['/api/users', userId, 'sessions'],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/users/{id}/sessions', { ...withId(userId), signal })),
  });

/** Ends a session with its access tokens. The tokens of the console become invalid if it is the own session. */
export const endSession = (id: number, sessionId: number) =>
  unwrap(
    plantroom.api.DELETE('/api/users/{id}/sessions/{sessionId}', { params: { path: { id, sessionId } } }),
  );

/** The identities at sign-in providers that are linked to a user. */
export const identitiesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['/api/users', userId, 'identities'],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/users/{id}/identities', { ...withId(userId), signal })),
  });

export const unlinkIdentity = (id: number, provider: string, subject: string) =>
  unwrap(
    plantroom.api.DELETE('/api/users/{id}/identities/{provider}/{subject}', {
      params: { path: { id, provider, subject } },
    }),
  );
