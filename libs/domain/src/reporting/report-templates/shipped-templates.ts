import type { Language, ReportConfig, ReportSectionConfig } from '@app/entities';
import { type ShippedTexts, TEXTS } from './shipped-texts';

type Sections = (texts: ShippedTexts[Language]) => ReportSectionConfig[];

/** The sections of the shipped templates. Their names are stored, and their texts come from `TEXTS`. */
const SECTIONS: Record<ShippedName, Sections> = {
  'daily-site': () => [
    { kind: 'summary', metric: 'energy' },
    { kind: 'chart', metric: 'energy', interval: 'hour', compare: true },
    { kind: 'table', metric: 'energy', groupBy: 'area', compare: true },
    { kind: 'summary', metric: 'cost' },
    { kind: 'summary', metric: 'alerts' },
    { kind: 'table', metric: 'alerts' },
    { kind: 'summary', metric: 'maintenance' },
  ],
  'weekly-comparison': () => [
    { kind: 'summary', metric: 'energy' },
    { kind: 'chart', metric: 'energy', interval: 'day', compare: true },
    { kind: 'table', metric: 'energy', interval: 'day', compare: true },
    { kind: 'table', metric: 'energy', groupBy: 'area', compare: true },
    { kind: 'table', metric: 'power', groupBy: 'area', compare: true },
    { kind: 'summary', metric: 'cost' },
    { kind: 'table', metric: 'cost', groupBy: 'area', compare: true },
    { kind: 'chart', metric: 'alerts', groupBy: 'severity', interval: 'day' },
    { kind: 'summary', metric: 'faults' },
  ],
  'monthly-energy-carbon': ({ carbonNote }) => [
    { kind: 'table', metric: 'energy', groupBy: 'energyType', compare: true },
    { kind: 'summary', metric: 'energy' },
    { kind: 'chart', metric: 'energy', interval: 'day' },
    { kind: 'table', metric: 'energy', groupBy: 'area', compare: true },
    { kind: 'summary', metric: 'emissions' },
    { kind: 'table', metric: 'emissions', groupBy: 'energyType', compare: true },
    { kind: 'chart', metric: 'emissions', groupBy: 'energyType', interval: 'day' },
    { kind: 'table', metric: 'emissions', groupBy: 'area', compare: true },
    { kind: 'text', title: carbonNote.title, text: carbonNote.text },
  ],
  'tenant-statement': ({ tenantIntroduction, tenantNote }) => [
    { kind: 'text', text: tenantIntroduction.text },
    { kind: 'summary', metric: 'cost' },
    { kind: 'table', metric: 'cost', groupBy: 'tariff' },
    { kind: 'chart', metric: 'cost', interval: 'day' },
    { kind: 'table', metric: 'cost', interval: 'day' },
    { kind: 'text', title: tenantNote.title, text: tenantNote.text },
  ],
  'management-energy': () => [
    { kind: 'summary', metric: 'energy' },
    { kind: 'summary', metric: 'cost' },
    { kind: 'chart', metric: 'energy', interval: 'day', compare: true },
    { kind: 'summary', metric: 'demand' },
    { kind: 'table', metric: 'energy', groupBy: 'area', compare: true },
    { kind: 'chart', metric: 'change' },
    { kind: 'chart', metric: 'benchmarks' },
    { kind: 'table', metric: 'savings' },
    { kind: 'chart', metric: 'savings' },
    { kind: 'table', metric: 'budgets' },
    { kind: 'table', metric: 'losses' },
    { kind: 'table', metric: 'bills' },
  ],
  'efficiency-monitoring': ({ monitoringIntroduction, informedNote }) => [
    { kind: 'text', title: monitoringIntroduction.title, text: monitoringIntroduction.text },
    { kind: 'table', metric: 'energy', groupBy: 'energyType', interval: 'month' },
    { kind: 'chart', metric: 'change' },
    { kind: 'chart', metric: 'benchmarks' },
    { kind: 'table', metric: 'benchmarks' },
    { kind: 'table', metric: 'losses' },
    { kind: 'table', metric: 'savings' },
    { kind: 'table', metric: 'demand' },
    { kind: 'summary', metric: 'alerts' },
    { kind: 'text', title: informedNote.title, text: informedNote.text },
  ],
};

export const SHIPPED_NAMES = [
  'daily-site',
  'weekly-comparison',
  'monthly-energy-carbon',
  'tenant-statement',
  'management-energy',
  'efficiency-monitoring',
] as const;
export type ShippedName = (typeof SHIPPED_NAMES)[number];

export interface TemplateText {
  name: string;
  description: string;
  category: string;
  config: ReportConfig;
}

/** A shipped template in one language; null if this version does not ship it. */
export function shippedTemplate(name: string, language: Language): TemplateText | null {
  const known = SHIPPED_NAMES.find((shipped) => shipped === name);
  if (known === undefined) return null;
  const texts = TEXTS[language];
  const { title, description, category } = texts.templates[known];
  return { name: title, description, category, config: { title, sections: SECTIONS[known](texts) } };
}
