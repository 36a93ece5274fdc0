import { readFailures } from './failure-messages';

const read = (message: string) =>
  readFailures(message).map((part) => (typeof part === 'string' ? part : part.key));

describe('The reasons of failures', () => {
  it.each([
    ['The gateway did not answer within 5 s.', ['gatewayTimeout']],
    ['The gateway has failed repeatedly and is not called for a while. Try again later.', ['gatewayPaused']],
    [
      'The gateway broke off the connection. It is not known whether A.1 was written. Its value before was 21.',
      ['gatewayBroken', 'writeUnknown'],
    ],
    [
      'The gateway has failed repeatedly and is not called for a while. Try again later. Nothing was written.',
      ['gatewayPaused', 'nothingWritten'],
    ],
    ['No host with this name was found. The factors are unchanged.', ['hostUnknown', 'factorsUnchanged']],
    [
      'No source of factors is configured. Set CARBON_FACTOR_URL. The factors are unchanged.',
      ['factorsNoSource', 'factorsUnchanged'],
    ],
    ['Frost protection is on. Nothing was written.', ['Frost protection is on.', 'nothingWritten']],
    ['Frost protection is on. Wait.', ['Frost protection is on. Wait.']],
  ])('are read sentence by sentence: %s', (message, parts) => {
    expect(read(message)).toEqual(parts);
  });

  it('keep the words of the file in a refused line', () => {
    expect(readFailures('"1. 5" is not a number with a decimal point and no thousands separators.')).toEqual([
      { key: 'lineNumber', values: { text: '"1. 5"' } },
    ]);
  });
});
