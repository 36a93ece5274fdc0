import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReportFormat } from '@app/entities';
import { strFromU8, unzipSync } from 'fflate';
import {
  aChart,
  aReportDocument,
  aSummary,
  aTable,
  aText,
} from '../../../../../test/factories/a-report-document';
import { csvRows, excelSheets, pdfPages } from '../../../../../test/factories/read-report';
import type { ReportDocument } from '../report-documents/report-document';
import { renderReport } from './render-report';

async function rendered(document: ReportDocument, format: ReportFormat): Promise<Buffer> {
  const out = new PassThrough();
  const [content] = await Promise.all([buffer(out), renderReport(document, format, out)]);
  return content;
}

const longTable = (rows: number) =>
  aTable({
    rows: Array.from({ length: rows }, (_, row) => [
      { value: `Room ${row}` },
      { value: row },
      { value: null },
    ]),
  });

describe('a report as PDF', () => {
  it('shows all texts and values, with numbers in the notation of the language', async () => {
    const [page = ''] = await pdfPages(await rendered(aReportDocument(), 'pdf'));
    for (const text of [
      'Daily site sheet',
      '1,234.6',
      '-4.3 % vs. previous period',
      'North wing',
      '=cmd|calc',
      'Second line.',
    ])
      expect(page).toContain(text);
    expect(page).toMatch(/812\.3\s*\*/);
  });

  it('shows page number, period, data coverage and the head of the table on every page', async () => {
    const pages = await pdfPages(await rendered(aReportDocument({ sections: [longTable(90)] }), 'pdf'));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      for (const text of [
        `${index + 1} / ${pages.length}`,
        '2026-10-25 Sun (Europe/London)',
        'Data coverage: 98.7 %',
        'Energy (kWh)',
      ])
        expect(page).toContain(text);
    }
  });

  it('shows every row of a long table once', async () => {
    const pages = await pdfPages(await rendered(aReportDocument({ sections: [longTable(90)] }), 'pdf'));
    const shown = [...pages.join('\n').matchAll(/Room (\d+)/g)].map(([, row]) => Number(row));
    expect(shown).toEqual(Array.from({ length: 90 }, (_, row) => row));
  });

  it('does not divide a short table between two pages', async () => {
    const sections = [longTable(24), longTable(14)];
    const pages = await pdfPages(await rendered(aReportDocument({ sections }), 'pdf'));
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('Room 23');
    for (const room of ['Room 0', 'Room 13', 'Whole site']) expect(pages[1]).toContain(room);
  });

  it('shows Chinese texts, and a box for each character that the font lacks', async () => {
    const table = aTable({ rows: [[{ value: '\u{20BB7}野家 一层' }, { value: 1 }, { value: null }]] });
    const document = aReportDocument({ language: 'zh-CN', title: '站点日报', sections: [table] });
    const [page = ''] = await pdfPages(await rendered(document, 'pdf'));
    for (const text of ['站点日报', '□野家 一层', '数据完整率']) expect(page).toContain(text);
  });

  it('ends a very long name with an ellipsis', async () => {
    const table = aTable({ rows: [[{ value: 'name '.repeat(300) }, { value: 1 }, { value: null }]] });
    const [page = ''] = await pdfPages(await rendered(aReportDocument({ sections: [table] }), 'pdf'));
    expect(page).toContain('…');
    expect(page).toContain('1 / 1');
  });

  it('draws the axis and the unit of a chart as text', async () => {
    const [page = ''] = await pdfPages(await rendered(aReportDocument({ sections: [aChart()] }), 'pdf'));
    for (const text of ['kWh', '00:00', '60']) expect(page).toContain(text);
  });

  it.each([
    ['heat', [['2026-10-25', 1, null]], ['2026-10-25', '00:00', '01:00']],
    ['bars', [['Hall', 61.5, 100]], ['Hall', '61.5 kWh', 'Reference']],
    ['scatter', [[-4.5, 20, 19.5]], ['°C', 'Expected']],
    ['flow', [['Site', 'Hall', 12.5]], ['Site: 12.5 kWh', 'Hall: 12.5 kWh']],
    [
      'waterfall',
      [
        ['Previous', '', 20],
        ['Hall', -5, 15],
        ['This', '', 15],
      ],
      ['Previous', 'Hall', '20'],
    ],
  ] as const)('draws a %s with its words', async (shape, rows, texts) => {
    const number = { kind: 'number' as const, unit: 'kWh', places: 1 };
    const titles = {
      heat: ['00:00', '01:00'],
      bars: ['Per year', 'Reference'],
      scatter: ['Actual', 'Expected'],
      flow: ['To', 'Energy'],
    };
    const [second = '', third = ''] = shape === 'waterfall' ? ['Change', 'Energy'] : titles[shape];
    const chart = aChart({
      shape,
      columns: [
        { title: 'First', kind: shape === 'scatter' ? 'number' : 'text', unit: '°C' },
        { ...number, title: second },
        { ...number, title: third },
      ],
      rows: rows.map((row) => row.map((value) => ({ value }))),
    });
    const [page = ''] = await pdfPages(await rendered(aReportDocument({ sections: [chart] }), 'pdf'));
    for (const text of texts) expect(page).toContain(text);
  });

  it('renders the same report to the same bytes', async () => {
    const [one, other] = [await rendered(aReportDocument(), 'pdf'), await rendered(aReportDocument(), 'pdf')];
    expect(one.equals(other)).toBe(true);
  });
});

describe('a report as CSV', () => {
  it('begins the file with a byte order mark, and writes the same number of cells in all lines', async () => {
    const content = await rendered(aReportDocument(), 'csv');
    expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(new Set(csvRows(content).map((row) => row.length)).size).toBe(1);
  });

  it('writes unrounded numbers, times with offsets, and no formulas', async () => {
    const rows = csvRows(await rendered(aReportDocument({ sections: [aTable()] }), 'csv'));
    const head = rows.findIndex(([first]) => first === 'Area');
    expect(rows.slice(head, head + 4).map((row) => row.slice(0, 4))).toEqual([
      ['Area', 'Energy (kWh)', 'Time of peak', 'Estimated'],
      ['North wing', '812.25', '2026-10-25T18:00:00+00:00', 'yes'],
      ["'=cmd|calc", '', '', ''],
      ['Whole site', '1234.567', '', ''],
    ]);
  });

  it('distinguishes the two passes of a repeated hour', async () => {
    const rows = csvRows(await rendered(aReportDocument({ sections: [aChart()] }), 'csv'));
    const times = rows.map(([first]) => first).filter((first) => first?.startsWith('2026-10-25T01:00:00'));
    expect(times).toEqual(['2026-10-25T01:00:00+01:00', '2026-10-25T01:00:00+00:00']);
  });
});

describe('a report as Excel workbook', () => {
  it('stores numbers as numbers, and times as local times', async () => {
    const sheets = await excelSheets(await rendered(aReportDocument(), 'excel'));
    expect([...sheets.keys()]).toEqual(['Report', 'Energy by area', 'Energy per hour']);
    expect(sheets.get('Energy by area')?.slice(0, 4)).toEqual([
      ['Area', 'Energy (kWh)', 'Time of peak'],
      ['North wing', 812.25, new Date('2026-10-25T18:00Z')],
      ['=cmd|calc'],
      ['Whole site', 1234.567],
    ]);
    const overview = sheets.get('Report') ?? [];
    expect(overview).toContainEqual(['Total', 1234.567, 'kWh', -4.25]);
    expect(overview).toContainEqual(['Second line.']);
  });

  it('keeps texts that are names of properties of every object', async () => {
    const text = { ...aText(), text: 'constructor\n__proto__' };
    const sheets = await excelSheets(await rendered(aReportDocument({ sections: [text] }), 'excel'));
    const lines = (sheets.get('Report') ?? []).map(([line]) => String(line).replace('\u200B', ''));
    expect(lines.slice(-2)).toEqual(['constructor', '__proto__']);
  });

  it('freezes the header rows, and marks estimated numbers by their format', async () => {
    const content = await rendered(aReportDocument({ sections: [aTable(), aText(), aSummary()] }), 'excel');
    const files = unzipSync(content);
    const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    const sheet = textOf('xl/worksheets/sheet2.xml');
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    const [, style] = /<c r="B2" s="(\d+)"><v>812.25<\/v>/.exec(sheet) ?? [];
    const styles = textOf('xl/styles.xml');
    const cellStyle = /<cellXfs[^]*?<\/cellXfs>/.exec(styles)?.[0].match(/<xf [^>]*/g)?.[Number(style)];
    const [, format] = /numFmtId="(\d+)"/.exec(cellStyle ?? '') ?? [];
    expect(styles).toContain(`<numFmt numFmtId="${format}" formatCode="#,##0.0&quot;*&quot;"/>`);
  });
});
