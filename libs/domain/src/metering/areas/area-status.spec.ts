import { nextAreaStatus } from './area-status';

describe('nextAreaStatus', () => {
  it.each([
    ['normal', 79, 'normal'],
    ['normal', 80, 'warning'],
    ['normal', 100, 'overLimit'],
    ['warning', 78.5, 'warning'],
    ['warning', 78.3, 'normal'],
    ['warning', 99, 'warning'],
    ['overLimit', 98, 'overLimit'],
    ['overLimit', 97.9, 'warning'],
    ['overLimit', 78.5, 'warning'],
    ['overLimit', 10, 'normal'],
    ['overLimit', null, 'unknown'],
    ['unknown', 78.5, 'normal'],
    ['unknown', 98, 'warning'],
    ['unknown', 100, 'overLimit'],
  ] as const)('returns the status that follows the status %s at %s kW: %s', (previous, powerKw, expected) => {
    expect(nextAreaStatus(previous, powerKw, { warningKw: 80, overLimitKw: 100 })).toBe(expected);
  });

  it('stays normal without limits', () => {
    expect(nextAreaStatus('normal', 1e6, { warningKw: null, overLimitKw: null })).toBe('normal');
  });
});
