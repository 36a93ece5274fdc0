import { useActionTexts } from './action.texts';

/** Returns a function that translates an action such as `user.created`. Other actions stay as they are. */
export function useActionText(): (action: string) => string {
  const t = useActionTexts();
  return (action) => {
    const [object = '', verb = ''] = action
      .split('.')
      .map((name, index) => `${index === 0 ? 'object' : 'verb'}.${name}`);
    if (!useActionTexts.has(object) || !useActionTexts.has(verb)) return action;
    return t('action', { object: t(object), verb: t(verb) });
  };
}
