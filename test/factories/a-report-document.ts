import type { ReportCell, ReportDocument, ReportSection } from '@app/domain/testing';

const HOUR_MS = 3_600_000;

/** Builds a report for one day, with one section of each kind. */
export function aReportDocument(overrides: Partial<ReportDocument> = {}): ReportDocument {
  const fromMs = Date.parse('2026-10-24T23:00Z');
  return {
    title: 'Daily site sheet',
    platformName: 'Plantroom',
    language: 'en-US',
    zone: 'Europe/London',
    period: { fromMs, toMs: fromMs + 25 * HOUR_MS },
    previous: { fromMs: fromMs - 24 * HOUR_MS, toMs: fromMs },
    periodText: '2026-10-25 Sun',
    previousText: '2026-10-24 Sat',
    generatedAtMs: Date.parse('2026-10-26T06:00Z'),
    coverage: 0.987,
    sections: [aSummary(), aTable(), aChart(), aText()],
    ...overrides,
  };
}

export function aSummary(
  overrides: Partial<Extract<ReportSection, { kind: 'summary' }>> = {},
): ReportSection {
  const figure = { unit: 'kWh', places: 1, estimated: false };
  return {
    kind: 'summary',
    title: 'Energy: electricity',
    remarks: [],
    figures: [
      { ...figure, label: 'Total', value: 1234.567, change: -4.25 },
      {
        ...figure,
        label: 'Peak power',
        value: 98.5,
        unit: 'kW',
        change: null,
        detail: 'at 2026-10-25 18:00',
      },
      { ...figure, label: 'Unknown', value: null },
    ],
    ...overrides,
  };
}

export function aTable(overrides: Partial<Extract<ReportSection, { kind: 'table' }>> = {}): ReportSection {
  return {
    kind: 'table',
    title: 'Energy by area',
    remarks: [],
    columns: [
      { title: 'Area', kind: 'text' },
      { title: 'Energy', kind: 'number', unit: 'kWh', places: 1 },
      { title: 'Time of peak', kind: 'time' },
    ],
    rows: [
      [{ value: 'North wing' }, { value: 812.25, estimated: true }, aTime('2026-10-25T18:00Z')],
      [{ value: '=cmd|calc' }, { value: null }, { value: null }],
    ],
    total: [{ value: 'Whole site' }, { value: 1234.567 }, { value: null }],
    ...overrides,
  };
}

export function aChart(overrides: Partial<Extract<ReportSection, { kind: 'chart' }>> = {}): ReportSection {
  return {
    kind: 'chart',
    shape: 'columns',
    title: 'Energy per hour',
    remarks: [],
    columns: [
      { title: 'Hour', kind: 'time' },
      { title: 'Energy', kind: 'number', unit: 'kWh', places: 2 },
    ],
    rows: Array.from({ length: 25 }, (_, hour) => [
      aTime(Date.parse('2026-10-24T23:00Z') + hour * HOUR_MS),
      { value: hour === 3 ? null : 40 + hour },
    ]),
    ...overrides,
  };
}

export function aText(): ReportSection {
  return { kind: 'text', title: 'Notes', remarks: [], text: 'First line.\nSecond line.' };
}

/** A cell with a time in London. */
function aTime(at: string | number): ReportCell {
  const atMs = typeof at === 'string' ? Date.parse(at) : at;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return { value: format.format(atMs), atMs };
}
