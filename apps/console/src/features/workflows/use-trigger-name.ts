import { useWorkflowTexts } from './workflows.texts';

export const TRIGGERS = ['manual', 'schedule', 'sun', 'webhook', 'state_change', 'event'] as const;

/** Returns a function that names a type of trigger. A draft may have a type that does not exist. */
export function useTriggerName(): (type: string) => string {
  const t = useWorkflowTexts();
  return (type) => {
    const known = TRIGGERS.find((trigger) => trigger === type);
    return known ? t(`trigger.${known}`) : type;
  };
}
