import { CommandLineError, readCommandLine } from './command-line';

const words = (text: string) => text.split(' ').filter((word) => word !== '');

describe('readCommandLine', () => {
  it.each([
    ['', { building: true, replays: [] }],
    ['--replay a.csv', { building: true, replays: [{ file: 'a.csv', prefix: '' }] }],
    [
      '--no-building --replay a.csv --replay-prefix A.',
      { building: false, replays: [{ file: 'a.csv', prefix: 'A.' }] },
    ],
    [
      '--replay a.csv --replay b.csv --replay-prefix A. --replay-prefix B.',
      {
        building: true,
        replays: [
          { file: 'a.csv', prefix: 'A.' },
          { file: 'b.csv', prefix: 'B.' },
        ],
      },
    ],
    [
      '--replay-prefix A. --replay a.csv --replay b.csv',
      {
        building: true,
        replays: [
          { file: 'a.csv', prefix: 'A.' },
          { file: 'b.csv', prefix: 'A.' },
        ],
      },
    ],
  ])('reads "%s"', (text, commandLine) => {
    expect(readCommandLine(words(text))).toEqual(commandLine);
  });

  it.each([
    '--wat',
    'a.csv',
    '--replay',
    '--no-building',
    '--replay-prefix A.',
    '--no-building=1 --replay a.csv',
  ])('refuses "%s" with a one-line message', (text) => {
    expect(() => readCommandLine(words(text))).toThrow(CommandLineError);
    expect(() => readCommandLine(words(text))).toThrow(/^[^\n]+$/);
  });
});
