import { i18next } from '../../i18n/language';
import { useActionTexts } from './action.texts';

/** Returns a function that translates an action such as `user.created`. Other actions stay as they are. */
export function useActionText(): (action: string) => string {
  const t = useActionTexts();
  return (action) => {
    const route = `route.${action}`;
    if (i18next.exists(route, { ns: 'auditActions' })) return t(route as Parameters<typeof t>[0]);
    const [object, verb] = action
      .split('.')
      .map((name, index) => `${index === 0 ? 'object' : 'verb'}.${name}`);
    const isKnown = [object, verb].every((key) => i18next.exists(key ?? '', { ns: 'auditActions' }));
    if (!isKnown) return action;
    const textOf = (key: string | undefined) => t(key as Parameters<typeof t>[0]);
    return t('action', { object: textOf(object), verb: textOf(verb) });
  };
}
