import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import type { Section } from './reports.queries';
import { useTemplateTexts } from './templates.texts';

/** Returns a function that summarizes a section. */
export function useSectionText(): (section: Section) => string {
  const t = useTemplateTexts();
  const typeText = useEnergyTypeTexts();
  return ({ kind, metric, groupBy, interval, energyType, title, text }) => {
    const kindName = t(`kind.${kind}`);
    if (kind === 'text') return `${kindName}: ${title ?? text?.slice(0, 60) ?? ''}`;
    const details = [
      energyType && typeText(energyType),
      interval && t(`interval.${interval}`),
      groupBy && t(`groupBy.${groupBy}`),
    ].filter(Boolean);
    const subject = title || (metric ? t(`metric.${metric}`) : '');
    return `${kindName}: ${subject}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  };
}
