import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';

type Schemas = components['schemas'];
export type NotificationRule = Schemas['NotificationRuleDto'];
export type NotificationRuleInput = Schemas['NotificationRuleInputDto'];
export type Channel = NotificationRule['channel'];
export type Delivery = Schemas['NotificationDeliveryDto'];

/** Prefix of the keys of all notification rule queries. */
export const NOTIFICATIONS = ['/api/notification-rules'] as const;
export const PER_PAGE = 25;

export const notificationRulesQuery = (page: number) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS, { page }],
    queryFn: ({ signal }) =>
      unwrapPage(
        plantroom.api.GET('/api/notification-rules', {
          params: { query: { page, limit: PER_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

const withId = (id: number) => ({ params: { path: { id } } });

export const notificationRuleQuery = (id: number) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/notification-rules/{id}', { ...withId(id), signal })),
  });

/** The newest 20 messages of a rule. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS, id, 'deliveries'],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/notification-rules/{id}/deliveries', {
          params: { path: { id }, query: { limit: 20 } },
          signal,
        }),
      ),
  });

export const createNotificationRule = (body: NotificationRuleInput): Promise<NotificationRule> =>
  unwrap(plantroom.api.POST('/api/notification-rules', { body }));

export const changeNotificationRule = (
  id: number,
  body: Partial<NotificationRuleInput>,
): Promise<NotificationRule> =>
  unwrap(plantroom.api.PUT('/api/notification-rules/{id}', { ...withId(id), body }));

export const deleteNotificationRule = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/notification-rules/{id}', withId(id)));
